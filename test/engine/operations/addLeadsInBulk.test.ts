import type { INodeParameters } from 'n8n-workflow';
import type { EngineResult } from '../engine';
import { answerWith, byId, items, run, simulator, succeed, wire } from './support';

const LISTS = '/api/v1/public/lead-lists';
const list = (id: number) => simulator.current.state.leadLists.find((known) => known.id === id);

describe('leadList.addLeads with combined items', () => {
	const each = (options: INodeParameters = {}): INodeParameters => ({
		leadListId: byId('={{ $json.list ?? 301 }}'),
		prospectIds: '={{ $json.id }}',
		options: { combineItems: true, ...options },
	});
	const people = (count: number) =>
		items(...Array.from({ length: count }, (_one, index) => ({ id: 90_001 + index })));
	const sentIds = () =>
		wire().map((line): number[] => JSON.parse(line.slice(line.indexOf('{'))).prospect_ids);
	const anyIdIsKnown = (count: number) => {
		for (let request = 0; request < count; request++) answerWith({ success: true, request });
	};
	const originsOf = ({ outputs }: EngineResult) => outputs[0]?.map(({ pairedItem }) => pairedItem);

	it('sends 1,000 IDs in 10 requests, and gives an item for each request, paired with all its items', async () => {
		anyIdIsKnown(10);
		const result = await run('leadList.addLeads', each(), { items: people(1_000) });

		expect(sentIds().map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 100));
		expect(new Set(sentIds().flat()).size).toBe(1_000);
		expect(originsOf(result)).toEqual(
			Array.from({ length: 10 }, (_ten, request) =>
				Array.from({ length: 100 }, (_hundred, place) => ({ item: request * 100 + place })),
			),
		);
		expect(result.json[2]).toEqual({ success: true, request: 2 });
	});

	it('sends a request for each list, and keeps the order of the items', async () => {
		const input = items({ id: 5005 }, { id: 5020, list: 302 }, { id: 5007 }, { id: 5005 });
		const result = await run('leadList.addLeads', each(), { items: input });

		expect(wire()).toEqual([
			`POST ${LISTS}/301/add-leads/ {"prospect_ids":[5005,5007]}`,
			`POST ${LISTS}/302/add-leads/ {"prospect_ids":[5020]}`,
		]);
		expect(originsOf(result)).toEqual([[{ item: 0 }, { item: 2 }, { item: 3 }], { item: 1 }]);
		expect(result.json.map(({ added_count: count }) => count)).toEqual([2, 1]);
	});

	it('fills batches of the chosen size, and splits only an item that is larger', async () => {
		const input = items(
			{ id: '5005,5006' },
			{ id: 5007 },
			{ id: '5008,5009,5010,5011' },
			{ id: 5012 },
		);
		await succeed('leadList.addLeads', each({ batchSize: 3 }), { items: input });

		expect(sentIds()).toEqual([[5005, 5006, 5007], [5008, 5009, 5010], [5011], [5012]]);
	});

	it('fails the items of a refused batch alone, where the node continues', async () => {
		simulator.current.plan({ status: 400, body: { error: 'Not these' }, after: 1 });
		const { json } = await run('leadList.addLeads', each({ batchSize: 2 }), {
			items: items(...[5005, 5006, 5007, 5008, 5009].map((id) => ({ id }))),
			onError: 'continueRegularOutput',
		});

		expect(json.map(({ error }) => error)).toEqual([
			undefined,
			'Not these',
			'Not these',
			undefined,
		]);
	});

	it('fails an item that cannot be read alone, where the node continues', async () => {
		const { json } = await run('leadList.addLeads', each(), {
			items: items({ id: 5005 }, { id: 'none' }, { id: 5006 }),
			onError: 'continueRegularOutput',
		});

		expect(sentIds()).toEqual([[5005, 5006]]);
		expect(json[1]?.error).toMatch(/^Prospect IDs: .* got "none"/);
	});

	it('fails an item alone whose options cannot be read, where the node continues', async () => {
		const fields = { ...each(), options: { combineItems: '={{ $json.combine }}' } };
		const { json } = await run('leadList.addLeads', fields, {
			items: items({ id: 5005, combine: true }, { id: 5006 }, { id: 5007, combine: true }),
			onError: 'continueRegularOutput',
		});

		expect(sentIds()).toEqual([[5005, 5007]]);
		expect(json[1]?.error).toMatch(/^Combine Items is empty for this item/);
	});

	it('reads every item before it sends anything', async () => {
		const input = items({ id: 5005 }, { id: 5006 }, { id: 'none' });
		const { error } = await run('leadList.addLeads', each({ batchSize: 1 }), { items: input });

		expect(error?.message).toMatch(/^Prospect IDs: .* got "none"/);
		expect(error?.context).toMatchObject({ itemIndex: 2 });
		expect(wire()).toEqual([]);
	});

	it('sends no batch again when n8n retries the node, and the same batch where it failed', async () => {
		simulator.current.plan({ status: 400, body: { error: 'Not now' }, after: 1 });
		const { json } = await run('leadList.addLeads', each({ batchSize: 2 }), {
			items: items(...[5005, 5006, 5007, 5008].map((id) => ({ id }))),
			maxTries: 2,
		});

		expect(sentIds()).toEqual([
			[5005, 5006],
			[5007, 5008],
			[5007, 5008],
		]);
		expect(json).toHaveLength(2);
	});
});

describe('leadList.addLeads with more IDs than fit in a request', () => {
	const all = (count: number, first = 90_001) =>
		Array.from({ length: count }, (_one, index) => first + index);
	const fields = (given: INodeParameters = {}): INodeParameters => ({
		leadListId: byId(301),
		prospectIds: '={{ $json.people }}',
		...given,
	});
	const input = items({ people: all(250), companies: all(130, 70_001) });
	const bodies = () =>
		wire().map((line): Record<string, number[]> => JSON.parse(line.slice(line.indexOf('{'))));
	const sizes = (name = 'prospect_ids') => bodies().map((body) => body[name]?.length);

	it.each([
		['a hundred, unless a size is chosen', {}, [100, 100, 50]],
		['the chosen size', { batchSize: 200 }, [200, 50]],
		['the chosen size where items are combined', { batchSize: 200, combineItems: true }, [200, 50]],
		['all of them where they fit', { batchSize: 250 }, [250]],
	])('sends %s at once', async (_what, options, expected) => {
		for (const request of expected) answerWith({ success: true, request });
		await succeed('leadList.addLeads', fields({ options }), { items: input });

		expect(sizes()).toEqual(expected);
		expect(bodies().flatMap((body) => body.prospect_ids)).toEqual(all(250));
	});

	it('splits companies alike, and both together', async () => {
		for (let request = 0; request < 6; request++) answerWith({ success: true });
		const companyIds = '={{ $json.companies }}';
		await succeed('leadList.addLeads', fields({ prospectIds: '', companyIds }), { items: input });
		await succeed('leadList.addLeads', fields({ companyIds }), { items: input });

		expect(sizes('company_ids')).toEqual([100, 30, undefined, undefined, 50, 80]);
		expect(sizes()).toEqual([undefined, undefined, 100, 100, 50, undefined]);
	});

	it('splits IDs that are sent as text', async () => {
		for (let request = 0; request < 2; request++) answerWith({ success: true });
		const options = { idFormat: 'text', batchSize: 2 };
		await succeed('leadList.addLeads', fields({ prospectIds: '1,2,3', options }));

		expect(bodies()).toEqual([
			{ prospect_ids: '1,2', company_ids: '' },
			{ prospect_ids: '3', company_ids: '' },
		]);
	});

	it('gives one item, with what the service said of each request', async () => {
		const answers = [100, 98, 50].map((count) => ({ success: true, list: { id: 301 }, count }));
		for (const answer of answers) answerWith(answer);
		const { json, outputs } = await run('leadList.addLeads', fields(), { items: input });

		expect(json).toEqual([{ success: true, list: { id: 301 }, responses: answers }]);
		expect(outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
	});

	it('says how many were added before a request that was refused', async () => {
		answerWith({ success: true });
		answerWith({ error: 'Too many' }, 400);
		const { error } = await run('leadList.addLeads', fields(), { items: input });

		expect(sizes()).toEqual([100, 100]);
		expect(error?.message).toBe('Too many');
		expect(error?.description).toMatch(/Of 250 IDs, 100 were added before this request/);
	});

	it('says nothing of the kind where the first was refused', async () => {
		answerWith({ error: 'Too many' }, 400);
		const { error } = await run('leadList.addLeads', fields(), { items: input });

		expect(error?.description ?? '').not.toMatch(/were added/);
	});

	it('goes on where it was refused when n8n tries again', async () => {
		answerWith({ success: true, request: 1 });
		answerWith({ error: 'Not now' }, 422);
		for (const request of [2, 3]) answerWith({ success: true, request });
		const [json] = await succeed('leadList.addLeads', fields(), { items: input, maxTries: 2 });

		expect(bodies().map((body) => body.prospect_ids?.[0])).toEqual([
			90_001, 90_101, 90_101, 90_201,
		]);
		expect(json?.responses).toEqual([1, 2, 3].map((request) => ({ success: true, request })));
	});

	it('sends nothing again that may have been carried out', async () => {
		answerWith({ success: true });
		simulator.current.plan({ kind: 'resetAfter' });
		const { error } = await run('leadList.addLeads', fields(), { items: input, maxTries: 3 });

		expect(sizes()).toEqual([100, 100]);
		expect(error?.description).toMatch(/may happen twice.*Of 250 IDs, 100 were added before/s);
	});
});

describe('leadList.addLeads with IDs as text', () => {
	it("sends both fields as the vendor's node does", async () => {
		const options = { idFormat: 'text' };
		await succeed('leadList.addLeads', {
			leadListId: byId(301),
			prospectIds: '5005, 5006',
			options,
		});

		expect(wire()).toEqual([
			`POST ${LISTS}/301/add-leads/ {"prospect_ids":"5005,5006","company_ids":""}`,
		]);
		expect(list(301)?.member_ids).toEqual(expect.arrayContaining([5005, 5006]));
	});
});

describe('leadList.addLeads that skips the leads in the list', () => {
	const add = (prospectIds: string, options: INodeParameters = {}): INodeParameters => ({
		leadListId: byId(301),
		prospectIds,
		options: { skipExisting: true, ...options },
	});

	it('sends only the IDs that the list does not hold, with one reading for all items', async () => {
		const input = items({ id: 5001 }, { id: 5005 }, { id: 5006 });
		const { hints, error } = await run(
			'leadList.addLeads',
			add('={{ $json.id }}', { combineItems: true }),
			{ items: input },
		);

		expect(error).toBeUndefined();
		expect(wire()).toEqual([
			`GET ${LISTS}/301/leads/`,
			`POST ${LISTS}/301/add-leads/ {"prospect_ids":[5005,5006]}`,
		]);
		expect(hints).toEqual(['Left out because the list has them already: 1']);
	});

	it('sends nothing where the list holds all of them, as on the next day', async () => {
		const json = await succeed('leadList.addLeads', add('5001, 5002'));

		expect(json).toEqual([{ success: true, skipped: 2 }]);
		expect(wire()).toEqual([`GET ${LISTS}/301/leads/`]);
	});

	it('sends all of them where the list does not tell', async () => {
		answerWith({ leads: [{ name: 'Without an ID' }] });
		await succeed('leadList.addLeads', add('5001'));

		expect(wire()[1]).toBe(`POST ${LISTS}/301/add-leads/ {"prospect_ids":[5001]}`);
	});

	it('leaves nobody out when n8n tries again after a request of several failed', async () => {
		simulator.current.plan({
			status: 400,
			body: { error: 'Not now' },
			after: 1,
			method: 'POST',
		});
		await succeed('leadList.addLeads', add('5001, 5005, 5006, 5007', { batchSize: 2 }), {
			maxTries: 2,
		});

		const posts = wire().filter((line) => line.startsWith('POST'));
		expect(posts.map((line) => line.slice(line.indexOf('{')))).toEqual([
			'{"prospect_ids":[5005,5006]}',
			'{"prospect_ids":[5007]}',
			'{"prospect_ids":[5007]}',
		]);
		expect(list(301)?.member_ids).toEqual(expect.arrayContaining([5005, 5006, 5007]));
	});
});

describe('search, list and campaign by dragging IDs alone', () => {
	it.each([1, 25, 250])('are right for %d people', async (count) => {
		const people = items(...Array.from({ length: count }, (_one, index) => ({ id: 6001 + index })));
		const template = simulator.current.state.leads[0]!;
		simulator.current.state.leads.push(
			...people.map(({ json }) => ({
				...template,
				id: Number(json.id),
				company: { ...template.company, id: Number(json.id) },
			})),
		);
		const added = await run(
			'leadList.addLeads',
			{ leadListId: byId(301), prospectIds: '={{ $json.id }}', options: { combineItems: true } },
			{ items: people },
		);
		const inCampaign = await run(
			'leadList.addToCampaign',
			{ leadListId: byId(301), campaignId: byId(104) },
			{ items: added.outputs[0] },
		);

		expect(added.json).toHaveLength(Math.ceil(count / 100));
		expect(inCampaign.json).toHaveLength(1);
		expect(wire().filter((line) => line.includes('add-to-campaign'))).toHaveLength(1);
		const members = simulator.current.state.campaigns.find(({ id }) => id === 104)?.prospect_ids;
		expect(members).toEqual(expect.arrayContaining(people.map(({ json }) => json.id)));
	});
});
