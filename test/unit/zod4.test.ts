/** The n8n that runs this package brings zod, and may bring the next one: the same tests, with that. */
import 'n8n-core';

// Not hoisted: n8n's engine, which is loaded before, needs its own zod.
jest.doMock('zod', () => jest.requireActual<typeof import('zod-next')>('zod-next'));

it('the next zod is the one that is tested here', () => {
	expect(jest.requireMock('zod')).toHaveProperty('prettifyError');
});

const testsOf = (file: string) => void jest.requireActual(`./${file}.test`);
describe.each(['api/responses', 'api/credentials', 'api/exchange'])('%s', testsOf);
describe.each(['trigger/receive', 'trigger/parse'])('%s', testsOf);
