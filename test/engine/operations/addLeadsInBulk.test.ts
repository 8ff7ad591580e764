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

	it('sends 1,000 IDs in 10 requests, and gives an item for each', async () => {
		anyIdIsKnown(10);
		const result = await run('leadList.addLeads', each(), { items: people(1_000) });

		expect(sentIds().map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 100));
		expect(new Set(sentIds().flat()).size).toBe(1_000);
		expect(originsOf(result)).toEqual(people(1_000).map((_one, item) => ({ item })));
		expect(result.json[250]).toEqual({ success: true, request: 2 });
	});

	it('sends a request for each list, and keeps the order of the items', async () => {
		const input = items({ id: 5005 }, { id: 5020, list: 302 }, { id: 5007 }, { id: 5005 });
		const result = await run('leadList.addLeads', each(), { items: input });

		expect(wire()).toEqual([
			`POST ${LISTS}/301/add-leads/ {"prospect_ids":[5005,5007]}`,
			`POST ${LISTS}/302/add-leads/ {"prospect_ids":[5020]}`,
		]);
		expect(originsOf(result)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
		expect(result.json.map(({ added_count: count }) => count)).toEqual([2, 1, 2, 2]);
	});

	it('fills batches of the chosen size, without splitting an item', async () => {
		const input = items(
			{ id: '5005,5006' },
			{ id: 5007 },
			{ id: '5008,5009,5010,5011' },
			{ id: 5012 },
		);
		await succeed('leadList.addLeads', each({ batchSize: 3 }), { items: input });

		expect(sentIds()).toEqual([[5005, 5006, 5007], [5008, 5009, 5010, 5011], [5012]]);
	});

	it('fails the items of a refused batch alone, where the node continues', async () => {
		simulator.current.plan({ status: 400, body: { error: 'Not these' }, after: 1 });
		const { json } = await run('leadList.addLeads', each({ batchSize: 2 }), {
			items: items(...[5005, 5006, 5007, 5008, 5009].map((id) => ({ id }))),
			onError: 'continueRegularOutput',
		});

		expect(json.map(({ error }) => error)).toEqual([
			undefined,
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
		expect(json).toHaveLength(4);
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
