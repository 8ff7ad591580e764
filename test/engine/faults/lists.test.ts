import type { Fault } from '../../../dev/simulator';
import { LIST, run, service } from '../api/support';
import { elapsed } from './acceleratedClock';
import { allAnswersEnded, FOUR_TRIES, hurry, MARGIN, TIME_OUT, UNFINISHED } from './hostile';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./acceleratedClock'));

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

/** Plans a fault for the second page of two, this many times. */
function strike(fault: Fault, times: number): void {
	service.current.plan({ ...fault, after: 1, times });
}

describe('a page in the middle of a list', () => {
	it.each(UNFINISHED)(
		'that %s once is requested again, without duplicates',
		async (_how, fault) => {
			strike(fault, 1);
			const { error, json } = await all();

			expect(error).toBeUndefined();
			const ids = service.current.state.campaigns.map(({ id }) => id);
			expect(json.map(({ id }) => id)).toEqual(ids);
			expect(pages()).toEqual([FIRST, SECOND_PAGE, SECOND_PAGE]);
			await allAnswersEnded();
		},
	);

	it.each(UNFINISHED)('that %s ends the run after four attempts', async (_how, fault, message) => {
		strike(fault, 10);
		const took = await elapsed(async () => {
			const { error, json } = await all();
			expect(json).toEqual([]);
			expect(error?.message).toBe(message);
			expect(error?.description).toMatch(/^Try again later/);
		});

		expect(pages()).toEqual([FIRST, ...Array<string>(4).fill(SECOND_PAGE)]);
		await allAnswersEnded();
		expect(took).toBeLessThan(FOUR_TRIES + MARGIN);
	});
});
