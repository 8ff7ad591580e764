import { chain } from '../../dev/n8n/workflow';
import { ACTION_TYPE } from '../../dev/n8n/ownNodes';
import { ACTION, setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

/** Searches for three people, creates one list, and adds to it. */
async function add(prospectIds: string) {
	const start = stage.node('Start', 'n8n-nodes-base.manualTrigger', {});
	const action = (name: string, parameters: Record<string, unknown>) =>
		stage.node(name, ACTION_TYPE, parameters);
	const search = action('Find', { resource: 'prospect', operation: 'search', limit: 3 });
	const list = { resource: 'leadList', operation: 'create', name: 'New' };
	const create = { ...action('Create', list), executeOnce: true };
	const leadListId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const fields = { resource: 'leadList', operation: 'addLeads', leadListId, prospectIds };
	const workflow = chain('Dragged', start, search, create, action(ACTION, fields));
	const execution = await stage.client.run((await stage.save(workflow)).id, 'Start');
	expect(execution.error()?.message).toBeUndefined();
	const body: unknown = JSON.parse(stage.simulator.requests.at(-1)?.body ?? '');
	return { hints: execution.hints(ACTION), body };
}

describe('the IDs of three people, after a node that makes one item of them', () => {
	it('are one of the three when dragged, which a hint tells with the expression for all', async () => {
		const { hints, body } = await add("={{ $('Find').item.json.id }}");

		expect(body).toEqual({ prospect_ids: [expect.any(Number)] });
		expect(hints).toEqual([
			"Prospect IDs: this used only one of the 3 items of 'Find'. To use all of them, enter {{ $('Find').all().map((item) => item.json.id) }}",
		]);
	});

	it('are all of them with that expression, without a hint', async () => {
		const { hints, body } = await add("={{ $('Find').all().map((item) => item.json.id) }}");

		const number = expect.any(Number) as number;
		expect(body).toEqual({ prospect_ids: [number, number, number] });
		expect(hints).toEqual([]);
	});
});
