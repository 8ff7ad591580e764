import { ACTION, setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

const ALL = { operation: 'getAll', returnAll: true, output: 'raw' };

async function idsOf(parameters: Record<string, unknown>): Promise<unknown[]> {
	const execution = await stage.act(parameters);
	expect(execution.error()?.message).toBeUndefined();
	return execution.items(ACTION).map(({ json }) => json.id);
}

const leads = (from: number, count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: from + index, first_name: 'Ada' }));

describe('Return All', () => {
	it('reads 60 leads in pages of 25, of which the service tells the number', async () => {
		for (const [page, count] of [25, 25, 10].entries()) {
			const body = { total: 60, page: page + 1, page_size: 25, leads: leads(page * 25 + 1, count) };
			stage.simulator.plan({ status: 200, body });
		}
		const ids = await idsOf({
			...ALL,
			resource: 'leadList',
			operation: 'getLeads',
			leadListId: { __rl: true, mode: 'id', value: '301' },
		});

		expect(ids).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
		expect(stage.simulator.requests).toHaveLength(3);
	});

	it.each([
		'pagination.next',
		'links.next',
		'meta.total_pages',
		'nextPage',
		'has_more',
		'count',
		'link',
	] as const)('reads all campaigns where the service pages by %s', async (paging) => {
		const campaigns = stage.simulator.state.campaigns.map(({ id }) => id);
		stage.simulator.configure({ pageSize: 1, paging });

		expect(await idsOf({ ...ALL, resource: 'campaign' })).toEqual(campaigns);
	});

	it('puts out lead lists where the answer holds campaigns as well', async () => {
		const body = {
			campaigns: [{ id: 1, name: 'A campaign' }],
			lead_lists: [{ id: 2, name: 'A list' }],
		};
		stage.simulator.plan({ status: 200, body });

		expect(await idsOf({ ...ALL, resource: 'leadList' })).toEqual([2]);
	});
});
