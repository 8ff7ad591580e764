/** The n8n that runs this package brings zod, and may bring the next one: the same tests, with that. */
jest.mock('zod', () => jest.requireActual<typeof import('zod-next')>('zod-next'));

import { z } from 'zod';

it('the next zod is the one that is tested here', () => {
	expect(z).toHaveProperty('prettifyError');
});

const testsOf = (file: string) => void jest.requireActual(`./${file}.test`);
describe.each(['api/responses', 'api/credentials', 'api/exchange'])('%s', testsOf);
describe.each(['trigger/receive', 'trigger/parse'])('%s', testsOf);
