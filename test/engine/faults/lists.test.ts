import { LIST, run, service } from '../api/support';
import { elapsed } from './acceleratedClock';
import { allResponsesEnded, FOUR_TRIES, hurry, MARGIN, TIME_OUT, UNFINISHED } from './hostile';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('./acceleratedClock'));

jest.setTimeout(60_000);

const FIRST = '';
const SECOND_PAGE = 'page=2';

beforeEach(() => {
	hurry();
	const { state } = service.current;
	service.current.configure({ pageSize: Math.ceil(state.campaigns.length / 2) });
});

// With a list's default timeout of ten minutes, the tests would take ten times as long.
const all = async () => await run({ ...LIST, options: { timeout: TIME_OUT / 1_000 } });
const pages = () => service.current.requests.map(({ query }) => query);

it.each(UNFINISHED)(
	'a page in the middle of a list that %s is requested again, without duplicates, four times at most',
	async (_how, fault, message) => {
		service.current.plan({ ...fault, after: 1, times: 1 });
		const { error, json } = await all();

		expect(error).toBeUndefined();
		const ids = service.current.state.campaigns.map(({ id }) => id);
		expect(json.map(({ id }) => id)).toEqual(ids);
		expect(pages()).toEqual([FIRST, SECOND_PAGE, SECOND_PAGE]);
		await allResponsesEnded();

		service.current.plan({ ...fault, after: 1, times: 10 });
		const took = await elapsed(async () => {
			const failed = await all();
			expect(failed.json).toEqual([]);
			expect(failed.error?.message).toBe(message);
			expect(failed.error?.description).toMatch(/^Try again later/);
		});

		expect(pages().slice(3)).toEqual([FIRST, ...Array<string>(4).fill(SECOND_PAGE)]);
		await allResponsesEnded();
		expect(took).toBeLessThan(FOUR_TRIES + MARGIN);
	},
);
