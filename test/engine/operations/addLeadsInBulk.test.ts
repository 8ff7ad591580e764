import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { EngineRun } from '../../support/engine';
import { respondWith, byId, items, run, simulator, succeed, wire } from './support';

const PATH = '/api/v1/public/lead-lists/301';
const ADD = 'leadList.addLeads';
const range = (from: number, count: number) =>
	Array.from({ length: count }, (_one, index) => from + index);
const each = (...ids: Array<number | string>) => items(...ids.map((id) => ({ id })));
const originsOf = (output: INodeExecutionData[] = []) => output.map(({ pairedItem }) => pairedItem);

const fields = (options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters => ({
	leadListId: byId('={{ $json.list ?? 301 }}'),
	prospectIds: '={{ $json.id }}',
	options,
	...more,
});

const bodies = () =>
	wire()
		.filter((line) => line.startsWith('POST'))
		.map((line): Record<string, number[]> => JSON.parse(line.slice(line.indexOf('{'))));
const sentIds = () => bodies().map((body) => body.prospect_ids);
const sizes = (name = 'prospect_ids') => bodies().map((body) => body[name]?.length);
/** The output for IDs that were added, and for those that were not sent. */
const added = (ids: number[], skipped: number[] = []) => ({
	success: true,
	added_count: ids.length,
	skipped: skipped.length,
	added_ids: ids,
	skipped_ids: skipped,
	lead_list: expect.objectContaining({ id: 301 }),
});
/** Has the service take so many requests, whatever IDs they have. */
const takeAll = (count: number) => {
	for (const request of range(0, count)) respondWith({ success: true, request });
};

describe('leadList.addLeads with combined items', () => {
	const combined = async (
		input: INodeExecutionData[],
		options: INodeParameters = {},
		more: Partial<EngineRun> = {},
	) => await run(ADD, fields(options), { items: input, ...more });
	const onError = 'continueRegularOutput';

	it('sends 1,000 IDs in 10 requests, and gives an item for each request, paired with all its items', async () => {
		takeAll(10);
		const { json, outputs } = await combined(each(...range(90_001, 1_000)));

		expect(sizes()).toEqual(range(0, 10).map(() => 100));
		expect(sentIds().flat()).toEqual(range(90_001, 1_000));
		expect(originsOf(outputs[0])).toEqual(
			range(0, 10).map((request) => range(request * 100, 100).map((item) => ({ item }))),
		);
		expect(json[2]).toEqual({ ...added(range(90_201, 100)), request: 2 });
	});

	it('sends a request for each list, and keeps the order of the items', async () => {
		const input = items({ id: 5005 }, { id: 5020, list: 302 }, { id: 5007 }, { id: 5005 });
		const { json, outputs } = await combined(input);

		expect(wire()).toEqual([
			`POST ${PATH}/add-leads/ {"prospect_ids":[5005,5007]}`,
			'POST /api/v1/public/lead-lists/302/add-leads/ {"prospect_ids":[5020]}',
		]);
		expect(originsOf(outputs[0])).toEqual([[{ item: 0 }, { item: 2 }, { item: 3 }], { item: 1 }]);
		expect(json.map(({ added_count: count }) => count)).toEqual([2, 1]);
	});

	it('fills batches of the chosen size, and splits only an item that is larger', async () => {
		const { error } = await combined(each('5005,5006', 5007, '5008,5009,5010,5011', 5012), {
			batchSize: 3,
		});

		expect(error).toBeUndefined();
		expect(sentIds()).toEqual([[5005, 5006, 5007], [5008, 5009, 5010], [5011], [5012]]);
	});

	const ids = range(5005, 5);

	it.each<[string, INodeExecutionData[], INodeParameters, number[][], Array<RegExp | undefined>]>([
		[
			'whose batch is refused',
			each(...ids),
			{ batchSize: 2 },
			[[5005, 5006], [5007, 5008], [5009]],
			[undefined, /^Not these$/, /^Not these$/, undefined],
		],
		[
			'that cannot be read',
			each(5005, 'none', 5006),
			{},
			[[5005, 5006]],
			[undefined, /^Prospect IDs: .* got "none"/],
		],
		[
			'whose options cannot be read',
			items({ id: 5005, as: 'array' }, { id: 5006 }, { id: 5007, as: 'array' }),
			{ idFormat: '={{ $json.as }}' },
			[[5005, 5007]],
			[undefined, /^ID Format.* one of array, text/],
		],
	])('fails the items alone %s, where the node continues', async (_what, ...row) => {
		const [input, options, sent, errors] = row;
		simulator.current.plan({ status: 400, body: { error: 'Not these' }, after: 1 });
		const { json } = await combined(input, options, { onError });

		expect(sentIds()).toEqual(sent);
		expect(json.map(({ error }) => error)).toEqual(
			errors.map((words) => words && expect.stringMatching(words)),
		);
	});

	it('reads every item before it sends anything', async () => {
		const { error } = await combined(each(5005, 5006, 'none'), { batchSize: 1 });

		expect(error?.message).toMatch(/^Prospect IDs: .* got "none"/);
		expect(error?.context).toMatchObject({ itemIndex: 2 });
		expect(wire()).toEqual([]);
	});

	it('sends no batch again when n8n retries the node, and the same batch where it failed', async () => {
		simulator.current.plan({ status: 400, body: { error: 'Not now' }, after: 1 });
		const { json } = await combined(each(...range(5005, 4)), { batchSize: 2 }, { maxTries: 2 });

		expect(sentIds()).toEqual([
			[5005, 5006],
			[5007, 5008],
			[5007, 5008],
		]);
		expect(json).toHaveLength(2);
	});
});

describe('leadList.addLeads with more IDs than fit in a request', () => {
	const input = items({ id: range(90_001, 250), companies: range(70_001, 130) });
	const add = async (options: Partial<EngineRun> = {}) =>
		await run(ADD, fields(), { items: input, ...options });

	it.each([
		[{}, [100, 100, 50]],
		[{ batchSize: 200 }, [200, 50]],
		[{ batchSize: 250 }, [250]],
	])('sends with %j so many at once: %j', async (options, expected) => {
		takeAll(expected.length);
		await succeed(ADD, fields(options), { items: input });

		expect(sizes()).toEqual(expected);
		expect(sentIds().flat()).toEqual(range(90_001, 250));
	});

	it('splits companies alike, and both together', async () => {
		takeAll(6);
		const companyIds = '={{ $json.companies }}';
		await succeed(ADD, fields({}, { prospectIds: '', companyIds }), { items: input });
		await succeed(ADD, fields({}, { companyIds }), { items: input });

		expect(sizes('company_ids')).toEqual([100, 30, undefined, undefined, 50, 80]);
		expect(sizes()).toEqual([undefined, undefined, 100, 100, 50, undefined]);
	});

	it('splits IDs that are sent as text', async () => {
		takeAll(2);
		await succeed(ADD, fields({ idFormat: 'text', batchSize: 2 }, { prospectIds: '1,2,3' }));

		expect(bodies()).toEqual([
			{ prospect_ids: '1,2', company_ids: '' },
			{ prospect_ids: '3', company_ids: '' },
		]);
	});

	it('gives one item, with what the service said of each request', async () => {
		const responses = [100, 98, 50].map((count) => ({ success: true, list: { id: 301 }, count }));
		for (const response of responses) respondWith(response);
		const { json, outputs } = await add();

		expect(json).toEqual([{ ...added(range(90_001, 250)), responses }]);
		expect(originsOf(outputs[0])).toEqual([{ item: 0 }]);
	});

	it.each([
		[1, /Of 250 IDs, 100 were added before this request/],
		[0, /^(?!.*were added)/],
	])('says how many were added before a refusal, after %d requests', async (before, words) => {
		takeAll(before);
		respondWith({ error: 'Too many' }, 400);
		const { error } = await add();

		expect(error?.message).toBe('Too many');
		expect(error?.description).toMatch(words);
		expect(bodies()).toHaveLength(before + 1);
	});

	it('goes on where it was refused when n8n tries again', async () => {
		takeAll(1);
		respondWith({ error: 'Not now' }, 422);
		takeAll(2);
		const { json } = await add({ maxTries: 2 });

		expect(sentIds().map((ids) => ids?.[0])).toEqual([90_001, 90_101, 90_101, 90_201]);
		expect(json[0]?.responses).toEqual([0, 0, 1].map((request) => ({ success: true, request })));
	});

	it('sends nothing again that may have been carried out', async () => {
		takeAll(1);
		simulator.current.plan({ kind: 'resetAfter' });
		const { error } = await add({ maxTries: 3 });

		expect(sizes()).toEqual([100, 100]);
		expect(error?.description).toMatch(/may happen twice.*Of 250 IDs, 100 were added before/s);
	});
});

describe('leadList.addLeads that skips the leads in the list', () => {
	const add = async (prospectIds: string, options: INodeParameters = {}, more = {}) =>
		await run(ADD, fields({ skipExisting: true, ...options }, { prospectIds }), more);
	const READ = `GET ${PATH}/leads/`;

	it('sends only the IDs that the list does not hold, with one reading for all items', async () => {
		const input = { items: each(5001, 5005, 5006) };
		const { hints } = await add('={{ $json.id }}', {}, input);

		expect(wire()).toEqual([READ, `POST ${PATH}/add-leads/ {"prospect_ids":[5005,5006]}`]);
		expect(hints).toEqual(['Skipped because they are already in the list: 1']);
	});

	it('sends all IDs of the items that do not skip any, also where items are combined', async () => {
		const input = { items: items({ id: 5001, skip: true }, { id: 5002, skip: false }) };
		await add('={{ $json.id }}', { skipExisting: '={{ $json.skip }}' }, input);

		expect(wire()).toEqual([READ, `POST ${PATH}/add-leads/ {"prospect_ids":[5002]}`]);
	});

	it('knows people by the prospect ID where the list shows one', async () => {
		respondWith({
			leads: [{ id: 1, prospect_id: '5001' }, { id: 2, prospect: { id: 5002 } }, { id: 3 }],
		});
		await add('5001, 5002, 1, 2, 3');

		expect(sentIds()).toEqual([[1, 2]]);
	});

	it('sends nothing where the list holds all of them, as on the next day', async () => {
		expect((await add('5001, 5002')).json).toEqual([added([], [5001, 5002])]);
		expect(wire()).toEqual([READ]);
	});

	it('sends all of them where the list does not tell', async () => {
		respondWith({ leads: [{ name: 'Without an ID' }] });
		await add('5001');

		expect(sentIds()).toEqual([[5001]]);
	});

	it.each([
		['no list', { message: 'Being prepared' }, 'the response contains no list'],
		['an incomplete one', { leads: [{ id: 5001 }], total: 9 }, 'the service reports 9 elements'],
	])('sends nothing that it may hold where the service gives %s', async (_what, body, reason) => {
		for (let read = 0; read < 2; read += 1) {
			respondWith(body);
			if ('total' in body) respondWith({ detail: 'Invalid page.' }, 404);
		}
		const { error } = await add('5001, 5002');

		expect(error?.message).toContain(`The lead list could not be read completely: ${reason}`);
		expect(error?.description).toMatch(/^Nothing was added\. .*turn off Skip Leads in the List/);
		expect(sentIds()).toEqual([]);
		if ('total' in body) expect((await add('5001')).json).toEqual([added([], [5001])]);
	});

	it('sends the same IDs of several items once, and tries what failed again for each', async () => {
		const body = { error: 'Not now' };
		simulator.current.plan({ status: 400, body, after: 1, times: 2, method: 'POST' });
		const input = { items: items({}, {}), onError: 'continueRegularOutput', maxTries: 2 } as const;
		const each = fields({ skipExisting: true, batchSize: 2 }, { combineItems: false });
		const prospectIds = '5005, 5006, 5007';
		const { json } = await run(ADD, { ...each, prospectIds }, input);

		expect(sentIds()).toEqual([[5005, 5006], [5007], [5007], [5007]]);
		expect(json[1]).toEqual(added([], [5005, 5006, 5007]));
	});

	it('leaves nobody out when n8n tries again after a request of several failed', async () => {
		simulator.current.plan({ status: 400, body: { error: 'Not now' }, after: 1, method: 'POST' });
		await add('5001, 5005, 5006, 5007', { batchSize: 2 }, { maxTries: 2 });

		expect(sentIds()).toEqual([[5005, 5006], [5007], [5007]]);
		const list = simulator.current.state.leadLists.find(({ id }) => id === 301);
		expect(list?.member_ids).toEqual(expect.arrayContaining([5005, 5006, 5007]));
	});

	it.each([
		['prospect as a number', { id: 11, prospect: 5001 }],
		['prospect as text', { id: 5002, prospect: '5001' }],
		['prospect_id as text', { id: 5002, prospect_id: ' 5001' }],
		['the lead in it', { id: 5002, lead: { id: 7, prospect: 5001 } }],
		['prospectId', { id: 5002, prospectId: 5001 }],
		['the address of the prospect', { id: 5002, prospect: '/api/v1/prospects/5001/' }],
		['an object with prospect_id', { id: 5002, prospect: { prospect_id: 5001 } }],
		['an object in the lead in it', { id: 5002, lead: { prospect: { id: 5001 } } }],
		['prospect_id, and not its own ID', { id: 5002, prospect: null, prospect_id: 5001 }],
	])('knows a member by %s', async (_what, member) => {
		respondWith({ leads: [member] });
		await add('5001, 5002');

		expect(sentIds()).toEqual([[5002]]);
	});

	it('takes no row for a prospect that names none', async () => {
		respondWith({
			leads: [
				{ id: 5001, prospect: null },
				{ id: 5001, prospect: 'Jane Doe' },
			],
		});
		await add('5001');

		expect(sentIds()).toEqual([[5001]]);
	});
});

describe('the output of leadList.addLeads', () => {
	const outputOf = async (options: Partial<EngineRun>, more: INodeParameters = {}) =>
		(await run(ADD, fields({}, more), { items: each(5005, 5006), ...options })).json;

	it('has one form, and passes on what else the service says', async () => {
		respondWith({ added_count: 1, note: 'One was there', lead_list: { id: '301', name: 'A' } });

		expect(await outputOf({})).toEqual([
			{
				...added([5005, 5006]),
				added_count: 1,
				note: 'One was there',
				lead_list: { id: '301', name: 'A' },
			},
		]);
	});

	it.each<[IDataObject, number[], number[], number]>([
		[
			{ added_ids: [5005], skipped_ids: [5006], skipped: [5006], added_count: 1 },
			[5005],
			[5006],
			1,
		],
		[{ added_ids: ['5005'], skipped: 1 }, [5005], [], 1],
		[{ skipped: [{ id: 5006 }] }, [5005], [5006], 1],
		[{ added: 1 }, [5005, 5006], [], 1],
		[{ added_ids: [900, 901] }, [5005, 5006], [], 2],
		[{ added_ids: [] }, [5005, 5006], [], 2],
	])('has what the service says of the IDs: %j', async (said, ids, skipped, count) => {
		respondWith({ success: true, ...said });
		const [output] = await outputOf({});

		expect(output).toMatchObject({ added_ids: ids, skipped_ids: skipped, added_count: count });
		expect(output?.skipped).toBe(said.skipped === 1 ? 1 : skipped.length);
	});

	it('has the same form where the service says nothing', async () => {
		simulator.current.plan({ kind: 'empty' });

		expect(await outputOf({})).toEqual([{ ...added([5005, 5006]), lead_list: { id: 301 } }]);
	});

	it('adds up what several requests did, and lifts nothing else out of them', async () => {
		for (const added_count of [2, 1])
			respondWith({ success: true, added_count, added: 2, total: 9 });
		const [output] = await outputOf(
			{ items: items({ id: range(5005, 4) }) },
			{ options: { batchSize: 2 } },
		);

		expect(output).toMatchObject({ added_count: 3, added_ids: range(5005, 4) });
		expect(output).not.toHaveProperty('added');
		expect(output).not.toHaveProperty('total');
	});

	it('counts IDs where one response does not', async () => {
		respondWith({ success: true, added_count: 2 });
		respondWith({ success: true });
		const [output] = await outputOf(
			{ items: items({ id: range(5005, 3) }) },
			{ options: { batchSize: 2 } },
		);

		expect(output).toMatchObject({ added_count: 3 });
	});
});

describe('an ID that several items of leadList.addLeads have', () => {
	it.each([
		['in one batch', {}, [[5005, 5006]]],
		['in several batches', { options: { batchSize: 2 } }, [[5005, 5006], [5007]]],
		['without combined items', { combineItems: false }, [[5005], [5006], [5007]]],
	] as const)('is sent once for each list, %s', async (_where, more, sent) => {
		const ids = sent.flat().length === 2 ? [5005, 5006, 5005] : [5005, 5006, 5005, 5007, 5006];
		const { json } = await run(ADD, fields({}, more), { items: each(...ids) });

		expect(sentIds()).toEqual(sent);
		expect(json.flatMap(({ added_ids: one }) => one)).toEqual([...new Set(ids)]);
	});

	it('is sent to each of two lists, and as a prospect and as a company', async () => {
		takeAll(3);
		const input = items({ id: 7001 }, { id: 7001, list: 302 }, { company: 7001 });
		const more = { prospectIds: '={{ $json.id ?? [] }}', companyIds: '={{ $json.company ?? [] }}' };
		await succeed(ADD, fields({}, more), { items: input });

		expect(bodies()).toEqual([
			{ prospect_ids: [7001] },
			{ prospect_ids: [7001] },
			{ company_ids: [7001] },
		]);
	});

	it('is sent for the second where it was refused for the first', async () => {
		simulator.current.plan({ status: 400, body: { error: 'Not now' }, times: 1 });
		const options = { items: each(5005, 5005), onError: 'continueRegularOutput' } as const;
		const { json } = await run(ADD, fields({}, { combineItems: false }), options);

		expect(sentIds()).toEqual([[5005], [5005]]);
		expect(json.map(({ error }) => error)).toEqual(['Not now', undefined]);
	});
});
