import { chain } from '../../dev/n8n/workflow';
import { ACTION_TYPE } from '../../dev/n8n/ownNodes';
import { setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

const ONE = "={{ $('Find').item.json.id }}";
const ALL = "={{ $('Find').all().map((item) => item.json.id) }}";
const campaignId = { __rl: true, mode: 'id', value: '103' };

/** Searches for three people, creates one list, and runs these operations on it, one after another. */
async function run(operations: Record<string, Record<string, unknown>>) {
	const start = stage.node('Start', 'n8n-nodes-base.manualTrigger', {});
	const action = (name: string, parameters: Record<string, unknown>) =>
		stage.node(name, ACTION_TYPE, parameters);
	const search = action('Find', { resource: 'prospect', operation: 'search', limit: 3 });
	const list = { resource: 'leadList', operation: 'create', name: 'New' };
	const create = { ...action('Create', list), executeOnce: true };
	const leadListId = { __rl: true, mode: 'id', value: "={{ $('Create').first().json.id }}" };
	const steps = Object.entries(operations).map(([operation, fields]) =>
		action(operation, { resource: 'leadList', operation, leadListId, ...fields }),
	);
	const workflow = chain('Dragged', start, search, create, ...steps);
	const execution = await stage.client.run((await stage.save(workflow)).id, 'Start');
	expect(execution.error()?.message).toBeUndefined();
	const body: unknown = JSON.parse(stage.simulator.requests.at(-1)?.body ?? '');
	return { hints: execution.hints(Object.keys(operations).at(-1) ?? ''), body };
}

describe('the IDs of three people, after a node that makes one item of them', () => {
	it('are one of the three when dragged, which a hint tells with the expression for all', async () => {
		const { hints, body } = await run({ addLeads: { prospectIds: ONE } });

		expect(body).toEqual({ prospect_ids: [expect.any(Number)] });
		expect(hints).toEqual([
			"Prospect IDs: this used only one of the 3 items of 'Find'. To use all of them, enter {{ $('Find').all().map((item) => item.json.id) }}",
		]);
	});

	it.each(['addToCampaign', 'moveToCampaign'])(
		'are told of in the same way by %s',
		async (name) => {
			const fields = { campaignId, additionalFields: { prospectIds: ONE } };
			const { hints, body } = await run({ addLeads: { prospectIds: ALL }, [name]: fields });

			expect(body).toMatchObject({ prospect_ids: [expect.any(Number)] });
			expect(hints).toContainEqual(expect.stringMatching(/only one of the 3 items of 'Find'/));
		},
	);

	it('are all of them with that expression, without a hint', async () => {
		const { hints, body } = await run({ addLeads: { prospectIds: ALL } });

		const number = expect.any(Number) as number;
		expect(body).toEqual({ prospect_ids: [number, number, number] });
		expect(hints).toEqual([]);
	});
});
