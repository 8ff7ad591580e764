/** The n8n that runs this package brings zod, and may bring the next one: the same tests, with that. */
jest.mock('zod', () => jest.requireActual<typeof import('zod-next')>('zod-next'));

import { z } from 'zod';
import './responses.test';
import './credentials.test';
import './exchange.test';

it('the next zod is the one that is tested here', () => {
	expect(z).toHaveProperty('prettifyError');
});
