import type { INodeParameters } from 'n8n-workflow';
import { callTool } from './agent';
import { respondWith, byId, items, parametersOf, run, simulator, succeed, wire } from './support';

const LISTS = '/api/v1/public/lead-lists';

it('leadList.getAll keeps the lists with a text in their name', async () => {
	const fields = { filters: { nameContains: 'trial users' } };

	expect((await succeed('leadList.getAll', fields)).map(({ id }) => id)).toEqual([302]);
});

describe('leadList.create', () => {
	const reuse = (name: string): INodeParameters => ({ name, options: { reuseExisting: true } });
	const three = { items: items({}, {}, {}) };

	it('refuses to create lists of the same name, before anything is sent', async () => {
		const { error } = await run('leadList.create', { name: 'Fair' }, three);

		expect(error?.message).toBe('3 items would each create a lead list named "Fair"');
		expect(error?.description).toMatch(/Reuse List With the Same Name.*Execute Once/);
		expect(wire()).toEqual([]);
	});

	it('gives the list that there is, however many items ask for it, with one reading', async () => {
		const json = await succeed('leadList.create', reuse(' Trial Users, March '), three);

		expect(json.map(({ id }) => id)).toEqual([302, 302, 302]);
		expect(wire()).toEqual([`GET ${LISTS}/`]);
	});

	it('creates one where there is none, and gives it to the items and the runs that follow', async () => {
		const first = await succeed('leadList.create', reuse('Fair'), three);
		expect(wire()).toEqual([`GET ${LISTS}/`, `POST ${LISTS}/ {"name":"Fair"}`]);
		const second = await succeed('leadList.create', reuse('Fair'), three);

		expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(1);
	});

	it('creates no second one where it is not known whether there is one now', async () => {
		simulator.current.plan({ kind: 'resetAfter', method: 'POST' });
		const onError = 'continueRegularOutput';
		const { json } = await run('leadList.create', reuse('Fair'), { ...three, onError });

		expect(wire()).toHaveLength(2);
		expect(json.filter(({ error }) => error !== undefined)).toHaveLength(3);
	});

	it('refuses to choose between two lists of the name', async () => {
		respondWith({ lead_lists: [1, 2].map((id) => ({ id, name: 'Fair' })) });
		const { error } = await run('leadList.create', reuse('Fair'));

		expect(error?.message).toBe('2 lead lists are named "Fair": ID 1, ID 2');
		expect(wire()).toHaveLength(1);
	});
});

const add = { leadListId: byId(303), campaignId: byId(104) };

it('leadList.addToCampaign leaves the prospects out on request, and for a model always', async () => {
	const asked = await succeed('leadList.addToCampaign', { ...add, includeProspects: false });
	simulator.current.reset();
	const { answer } = await callTool(parametersOf('leadList.addToCampaign', add), {});

	expect(asked).toEqual([{ success: true, count: 3 }]);
	expect(JSON.parse(String(answer))).toEqual(asked);
});
