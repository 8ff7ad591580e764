import type { INodeParameters } from 'n8n-workflow';
import { callTool } from './agent';
import { respondWith, byId, items, parametersOf, run, simulator, succeed, wire } from './support';

const LISTS = '/api/v1/public/lead-lists';

it('leadList.getAll keeps the lists with a text in their name', async () => {
	const fields = { filters: { nameContains: 'trial users' } };

	expect((await succeed('leadList.getAll', fields)).map(({ id }) => id)).toEqual([302]);
});

it.each([
	['ZOE\u0308', 'Leads of Zo\u00eb'],
	["o'neil", 'O\u2019Neil, March'],
	['q4 founders', 'Q4\u00a0founders'],
	['\u200eQ4', 'q4'],
])('leadList.getAll finds %j in %j', async (nameContains, name) => {
	respondWith([{ id: 7, name }]);
	expect(await succeed('leadList.getAll', { filters: { nameContains } })).toHaveLength(1);
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

	it.each([
		['Zoe\u0308s list', 'Zo\u00ebs list'],
		['O\u2019Neil', "O'Neil"],
		['Q4\u00a0founders', 'Q4 founders'],
		['\u200eQ4 founders', 'Q4  founders'],
	])('knows %j in another form', async (asked, listed) => {
		respondWith({ lead_lists: [{ id: 7, name: listed }] });
		expect(await succeed('leadList.create', reuse(asked))).toMatchObject([{ id: 7 }]);
		expect(wire()).toEqual([`GET ${LISTS}/`]);
	});

	it('refuses to create lists whose names look the same', async () => {
		const two = items({ name: 'Zoe\u0308' }, { name: 'Zo\u00eb' });
		const { error } = await run('leadList.create', { name: '={{ $json.name }}' }, { items: two });

		expect(error?.message).toMatch(/^2 items would each create a lead list/);
	});

	it.each([
		['PEOPLE', 'COMPANY', false],
		['COMPANY', 'PEOPLE', false],
		['PEOPLE', 'PEOPLE', true],
		['default', 'COMPANY', true],
		['PEOPLE', undefined, true],
	])('of the type %s, a list of %s is reused: %s', async (searchType, search_type, isReused) => {
		simulator.current.plan({
			...{ method: 'GET', status: 200 },
			body: { lead_lists: [{ id: 7, name: 'Fair', search_type }] },
		});
		const [list] = await succeed('leadList.create', { ...reuse('Fair'), searchType });

		expect(list?.id === 7).toBe(isReused);
		expect(wire()).toHaveLength(isReused ? 1 : 2);
	});

	it('creates one of each type', async () => {
		const two = items({ type: 'PEOPLE' }, { type: 'COMPANY' });
		const fields = { ...reuse('Fair'), searchType: '={{ $json.type }}' };
		await succeed('leadList.create', fields, { items: two });

		expect(wire().slice(1)).toEqual([
			`POST ${LISTS}/ {"name":"Fair","search_type":"PEOPLE"}`,
			`POST ${LISTS}/ {"name":"Fair","search_type":"COMPANY"}`,
		]);
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

	const fair = { id: 7, name: 'Fair' };
	const partOf = (list: object): object[] => [{ body: { lead_lists: [list], total: 5 } }];
	const noPage = { status: 404, body: { detail: 'Invalid page.' } };
	const onlyOne = 'the service reports 5 elements, but only 1 could be read';

	it.each<[string, object[], string]>([
		['fewer lists than it counts', [...partOf({ id: 1, name: 'A' }), noPage], onlyOne],
		['no list', [{ body: { message: 'Maintenance' } }], 'the response contains no list'],
		['a job', [{ status: 202, body: { job_id: 'j1' } }], 'the response contains no list'],
	])('creates none where the service gives %s', async (_what, plans, reason) => {
		simulator.current.plan(...plans.map((plan) => ({ method: 'GET', status: 200, ...plan })));
		const { error } = await run('leadList.create', reuse('Fair'));

		expect(error?.message).toBe(`The lead lists could not be read completely: ${reason}`);
		expect(error?.description).toMatch(/Nothing was created\. .*turn off Reuse List/);
		expect(wire().filter((line) => line.startsWith('POST'))).toEqual([]);
	});

	it('takes the list of the name from those that it could read', async () => {
		simulator.current.plan(...[...partOf(fair), noPage].map((plan) => ({ status: 200, ...plan })));
		const { hints, json } = await run('leadList.create', reuse('Fair'));

		expect(json).toEqual([fair]);
		expect(hints).toEqual([expect.stringMatching(/reports 5 elements, but only 1/)]);
	});

	it('reads the lists again when n8n tries again', async () => {
		simulator.current.plan(
			...partOf({ id: 1, name: 'A' }).map((plan) => ({ status: 200, ...plan })),
		);
		simulator.current.plan(noPage);
		const [list] = await succeed('leadList.create', reuse('Fair'), { maxTries: 2 });

		expect(list).toMatchObject({ name: 'Fair' });
		expect(wire().filter((line) => line.startsWith('POST'))).toHaveLength(1);
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
	const { result } = await callTool(parametersOf('leadList.addToCampaign', add), {});

	expect(asked).toEqual([{ success: true, count: 3 }]);
	expect(JSON.parse(String(result))).toEqual(asked);
});
