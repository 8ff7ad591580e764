import { ACTION_TYPE } from '../../dev/n8n/ownNodes';
import { cases } from '../engine/operations/cases';
import { byId, wireOf } from '../engine/operations/wire';
import { setStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

describe('every operation in the real n8n', () => {
	it.each(Object.entries(cases))('%s sends its request, byte for byte', async (name, one) => {
		const [resource, operation] = name.split('.');
		const execution = await stage.act({ resource, operation, ...one.fields });

		expect(execution.error()?.message).toBeUndefined();
		expect(stage.simulator.requests.map(wireOf)).toEqual([one.wire]);
	});
});

describe('the output schema in the editor', () => {
	it.each(Object.keys(cases))('is served for %s', async (name) => {
		const file = `/schemas/n8n-nodes-public-outreach.publicOutreach/1.0.0/${name.replace('.', '/')}.json`;
		const response = await fetch(`${stage.n8nUrl}${file}`);

		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ type: 'object' });
	});
});

it('an ID dragged from one of three items is one ID, with a hint; the expression of the hint is all three', async () => {
	const one = "={{ $('Find').item.json.id }}";
	const all = "={{ $('Find').all().map((item) => item.json.id) }}";
	const onList = (name: string, operation: string, fields: object) => {
		const leadListId = byId("={{ $('Create').first().json.id }}");
		const parameters = { resource: 'leadList', operation, leadListId, ...fields };
		return stage.node(name, ACTION_TYPE, parameters);
	};
	const toCampaign = { campaignId: byId(103), additionalFields: { prospectIds: one } };
	const list = { resource: 'leadList', operation: 'create', name: 'New' };
	const execution = await stage.run(
		stage.node('Find', ACTION_TYPE, { resource: 'prospect', operation: 'search', limit: 3 }),
		{ ...stage.node('Create', ACTION_TYPE, list), executeOnce: true },
		onList('Add one', 'addLeads', { prospectIds: one }),
		onList('Add all', 'addLeads', { prospectIds: all }),
		onList('To a campaign', 'addToCampaign', toCampaign),
		onList('Move', 'moveToCampaign', toCampaign),
	);

	expect(execution.error()?.message).toBeUndefined();
	const ids = stage.simulator.requests.slice(2).map(({ body }) => JSON.parse(body).prospect_ids);
	expect(ids.map(({ length }) => Number(length))).toEqual([1, 3, 1, 1]);
	const hint = `Prospect IDs: this used only one of the 3 items of 'Find'. To use all of them, enter ${all.slice(1)}`;
	expect(execution.hints('Add one')).toEqual([hint]);
	expect(execution.hints('Add all')).toEqual([]);
	for (const name of ['To a campaign', 'Move']) {
		expect(execution.hints(name)).toContain(hint);
	}
});
