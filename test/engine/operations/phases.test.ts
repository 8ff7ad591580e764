import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { operations, type NamedOperation } from '../../../dev/generated/operations';
import { systemClock } from '../../../nodes/shared/clock';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { run as runOperation } from '../../../nodes/PublicOutreach/operations/run';
import type { Unit } from '../../../nodes/PublicOutreach/operations/unit';
import { readUnits } from '../../../nodes/PublicOutreach/operations/units';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { cases } from './cases';
import { byId, items, run, simulator, wire } from './support';

/** An expression that is bad for the items with the index, and right for the others. */
type Bad = (index: number) => INodeParameters;
const either = (index: number, bad: string, good: string) =>
	`={{ $itemIndex === ${index} ? ${bad} : ${good} }}`;
const badId =
	(name: string, good: string): Bad =>
	(index) => ({ [name]: byId(either(index, "'none'", good)) });
/** The form of these IDs is not known: nearly any text may be one. */
const badKey: Bad = (index) => ({ apiKeyId: byId(either(index, "'..'", '90002')) });
const badLimit: Bad = (index) => ({ limit: either(index, '0', '50') });

/** A value of each operation that is bad; the options of those that have no other value. */
const BAD: Record<string, Bad> = {
	'apiEndpoint.call': (index) => ({
		method: 'POST',
		path: either(index, "'/admin/'", "'/api/v1/api-keys/'"),
	}),
	'apiKey.create': (index) => ({ body: either(index, '""', "'{}'") }),
	'apiKey.getAll': badLimit,
	'apiKey.revoke': badKey,
	'apiKey.rotate': badKey,
	'campaign.create': (index) => ({ name: either(index, '""', "'Autumn'") }),
	'campaign.get': badId('campaignId', '101'),
	'campaign.getAll': badLimit,
	'campaign.getAnalytics': badId('campaignId', '101'),
	'campaign.getManyAnalytics': badLimit,
	'campaign.update': (index) => ({
		updateFields: { emailMaxMessages: either(index, '"many"', '5') },
	}),
	'campaignStep.delete': badId('stepId', '10301 + $itemIndex'),
	'campaignStep.get': badId('stepId', '10302'),
	'campaignStep.getAll': badLimit,
	'campaignStep.update': (index) => ({
		updateFields: { delayInHours: either(index, '"soon"', '48') },
	}),
	'chat.getAll': badLimit,
	'chat.sendMessage': (index) => ({ message: either(index, '""', "'Hi ' + $itemIndex") }),
	'leadList.addLeads': (index) => ({ prospectIds: either(index, '"x"', '5005 + $itemIndex') }),
	'leadList.addToCampaign': badId('leadListId', '301 + $itemIndex'),
	'leadList.create': (index) => ({ name: either(index, '""', "'List ' + $itemIndex") }),
	'leadList.enrich': badId('leadListId', '301 + $itemIndex'),
	'leadList.getAll': badLimit,
	'leadList.getLeads': badId('leadListId', '301'),
	'leadList.moveToCampaign': badId('leadListId', '301 + $itemIndex'),
	'prospect.search': badLimit,
	'webhook.disable': (index) => ({ options: { timeout: either(index, '0', '60 + $itemIndex') } }),
	'webhook.set': (index) => ({ webhookUrl: either(index, '"/in"', "'https://a.example/in'") }),
};

const THREE = items({}, {}, {});
const onError = 'continueRegularOutput';
/** Fields of the operation's case, of which the item with the index has a bad one; equal reads differ in the timeout. */
function withBad(name: string, index: number): INodeParameters {
	const { [name]: bad } = BAD;
	if (!bad) throw new Error(`Add a bad value of ${name} to BAD in phases.test.ts`);
	const options = { timeout: '={{ 50 + $itemIndex }}' };
	return { ...cases[name]?.fields, options, ...bad(index) };
}

describe.each(operations.map(({ id }) => id))('%s', (name) => {
	it('sends nothing where the third item is bad, and says so', async () => {
		const { error } = await run(name, withBad(name, 2), { items: THREE });

		expect(wire()).toEqual([]);
		expect(error?.context).toMatchObject({ itemIndex: 2 });
		expect(error?.description).toMatch(/^Item 3 of 3 failed, and nothing was [a-z]+/);
	});

	it('sends the others where the first is bad and the node continues', async () => {
		const { outputs, error } = await run(name, withBad(name, 0), { items: THREE, onError });

		expect(error).toBeUndefined();
		expect(wire()).toHaveLength(2);
		const [first, ...others] = outputs[0] ?? [];
		expect(first).toMatchObject({ json: { error: expect.any(String) }, pairedItem: { item: 0 } });
		expect(JSON.stringify(first?.json)).not.toContain('nothing was');
		const sources = others.map(({ json, pairedItem }) => [json.error, pairedItem]);
		const expected = [1, 2].map((item) => [undefined, { item }]);
		expect(sources.filter(([, source], place) => source !== sources[place - 1]?.[1])).toEqual(
			expect.arrayContaining(expected),
		);
		expect(sources.map(([failure]) => failure)).toEqual(others.map(() => undefined));
	});

	it('reads its fields without any request', async () => {
		const units = await readWithout(name, cases[name]?.fields);

		expect(units.map(({ error }) => error?.message)).toEqual([undefined]);
		expect(wire()).toEqual([]);
	});
});

/** The units of an operation, read by a node that can do nothing but read fields. */
async function readWithout(name: string, fields: INodeParameters = {}): Promise<Unit[]> {
	const [operation] = operations.filter(({ id }) => id === name);
	let units: Unit[] = [];
	const nodeType = nodeThat(async (context) => {
		units = await readUnits(fieldsOnly(context), assertFound(operation), systemClock);
	});
	const { error } = await run(name, fields, { nodeType });
	expect(error?.message).toBeUndefined();
	return units;
}

function assertFound(operation?: NamedOperation): NamedOperation {
	if (!operation) throw new Error('No such operation');
	return operation;
}

/** The node with another `execute`. */
function nodeThat(execute: (context: IExecuteFunctions) => Promise<void>): INodeType {
	return Object.assign(new PublicOutreach(), {
		async execute(this: IExecuteFunctions) {
			await execute(this);
			return [[]];
		},
	});
}

function fieldsOnly(context: IExecuteFunctions): IExecuteFunctions {
	// What an execution has spent is part of its memory.
	const fieldsAlone = ['getInputData', 'getNode', 'getNodeParameter', 'evaluateExpression'];
	const allowed = [...fieldsAlone, 'getContext'];
	return new Proxy(context, {
		get(target, property) {
			if (!allowed.includes(String(property))) throw new Error(`${String(property)} was used`);
			const method: unknown = Reflect.get(target, property);
			return typeof method === 'function' ? method.bind(target) : method;
		},
	});
}

const writes = operations.filter(({ effect }) => effect === 'write');
const REFUSAL = { status: 400, body: { error: 'Planned refusal' } };

describe.each(writes)('$id that is refused in the middle', ({ id, words }) => {
	it.each([
		[1, 'was', 'it'],
		[2, 'were', 'them'],
	])('says what was written before, and what running the node again does: %d', async (...row) => {
		const [count, was, them] = row;
		simulator.current.plan({ ...REFUSAL, after: count });
		const { error } = await run(id, withBad(id, -1), { items: THREE });

		const { nouns = [], done, again = '' } = words ?? {};
		const before = `${count} of 3 ${nouns[1]} ${was} ${done} before this one`;
		const rerun = `running the node again ${again.replaceAll('{them}', them)}`;
		expect(error?.message).toBe('Planned refusal');
		expect(error?.description).toMatch(new RegExp(`${before}; ${rerun}$`));
	});
});

type Value = string | number | number[] | undefined;

describe('what had nothing to write is not counted as written', () => {
	const described = async (name: string, fields: INodeParameters, values: Value[]) => {
		const input = items(...values.map((value) => ({ value })));
		return (await run(name, fields, { items: input })).error?.description;
	};
	const BEFORE = /before this one/;

	it('such as lists that are reused', async () => {
		const [first, second] = simulator.current.state.leadLists;
		const fields = { name: '={{ $json.value }}', options: { reuseExisting: true } };
		simulator.current.plan({ ...REFUSAL, method: 'POST' });
		expect(
			await described('leadList.create', fields, [first?.name, second?.name, 'New']),
		).not.toMatch(BEFORE);

		simulator.current.plan({ ...REFUSAL, method: 'POST', after: 1 });
		expect(await described('leadList.create', fields, ['A', 'A', 'B'])).toMatch(
			/1 of 3 lead lists was created before this one$/,
		);
	});

	it('such as leads that are in the list', async () => {
		const fields = {
			leadListId: byId(301),
			prospectIds: '={{ $json.value }}',
			combineItems: false,
			options: { skipExisting: true },
		};
		simulator.current.plan({ ...REFUSAL, method: 'POST', after: 1 });
		expect(await described('leadList.addLeads', fields, [5001, 5002, 5006, 5007])).toMatch(
			/1 of 4 groups of leads was added before this one$/,
		);
	});

	it('such as an empty list of people', async () => {
		const fields = {
			leadListId: byId(301),
			campaignId: byId(103),
			additionalFields: { prospectIds: '={{ $json.value }}' },
		};
		simulator.current.plan({ ...REFUSAL, method: 'POST' });
		expect(await described('leadList.addToCampaign', fields, [[], [5001]])).not.toMatch(BEFORE);
	});
});

it('says nothing of earlier writes where there were none', async () => {
	simulator.current.plan(REFUSAL);
	const { error } = await run('campaign.create', { name: '=A {{ $itemIndex }}' }, { items: THREE });

	expect(error?.description).not.toMatch(/before this one/);
});

describe('a message', () => {
	const fields = {
		prospectId: { __rl: true, mode: 'email', value: '={{ $json.email }}' },
		message: 'Hi',
	};
	const to = (...numbers: number[]) => items(...numbers.map((n) => ({ email: `p${n}@x.example` })));
	const sentTo = () => wire().flatMap((line) => /chats\/(\d+)\/send/.exec(line)?.[1] ?? []);

	beforeEach(() => {
		const chats = [5001, 5003].map((id) => ({ prospect_id: id, email: `p${id}@x.example` }));
		simulator.current.plan({ path: /chats$/, status: 200, body: { chats } });
	});

	it('is not sent to the first where the second is not found', async () => {
		const { error } = await run('chat.sendMessage', fields, { items: to(5001, 9, 5003) });

		expect(wire()).toEqual(['GET /api/v1/public/chats']);
		expect(error?.message).toMatch(/^Prospect: no one in your chats matches "p9@x.example"/);
		expect(error?.description).toMatch(/^Item 2 of 3 failed, and nothing was sent\. To search/);
	});

	it('is sent to the others where the node continues', async () => {
		const { json } = await run('chat.sendMessage', fields, { items: to(5001, 9, 5003), onError });

		expect(sentTo()).toEqual(['5001', '5003']);
		expect(json.map(({ error }) => error === undefined)).toEqual([true, false, true]);
		expect(json[1]?.message).not.toMatch(/nothing was sent/);
	});

	it('goes to those who are left when n8n tries again, without another reading', async () => {
		simulator.current.plan({ ...REFUSAL, method: 'POST', after: 1 });
		const options = { items: to(5001, 5003), maxTries: 2 };
		const { json, error } = await run('chat.sendMessage', fields, options);

		expect(error).toBeUndefined();
		expect(sentTo()).toEqual(['5001', '5003', '5003']);
		expect(json).toHaveLength(2);
		expect(wire().filter((line) => line.startsWith('GET'))).toHaveLength(1);
	});
});

it('Retry On Fail reads again what could not be read, and sends each message once', async () => {
	const [chat] = simulator.current.state.chats;
	const lead = simulator.current.state.leads.find(({ id }) => id === chat?.prospect_id);
	simulator.current.plan({ ...REFUSAL, times: 1 });
	const prospectId = { __rl: true, mode: 'email', value: lead?.email ?? '' };
	const fields = { prospectId, message: '=Hi {{ $itemIndex }}' };
	const { error } = await run('chat.sendMessage', fields, { items: THREE, maxTries: 2 });

	expect(error).toBeUndefined();
	const [read, again, ...sent] = wire();
	expect([read, again]).toEqual(['GET /api/v1/public/chats', 'GET /api/v1/public/chats']);
	expect(sent).toHaveLength(3);
});

it("says the same of a bad item at each of n8n's tries", async () => {
	const fields = withBad('campaign.create', 2);
	const { error } = await run('campaign.create', fields, { items: THREE, maxTries: 3 });

	expect(error?.description?.toString().match(/Item 3/g)).toHaveLength(1);
	expect(wire()).toEqual([]);
});

describe('the state of the node', () => {
	const contextsOf = async (name: string) => {
		const { run: execution } = await run(name, cases[name]?.fields);
		return execution.data.executionData?.contextData;
	};

	it.each(operations.map(({ id }) => id).filter((id) => id !== 'leadList.enrich'))(
		'is not stored for %s',
		async (name) => {
			expect(await contextsOf(name)).toEqual({});
		},
	);

	it('has the credits of leadList.enrich', async () => {
		expect(await contextsOf('leadList.enrich')).toEqual({
			'node:Public Outreach': { enrichmentCredits: 6 },
		});
	});
});

it('lets the event loop have a turn at least every 100 ms while 5,000 items are read', async () => {
	// An item takes a millisecond, so that nothing depends on the machine.
	let now = 0;
	let lastTurn = 0;
	let longest = 0;
	let turns = 0;
	const clock = {
		...systemClock,
		now: () => (now += 1),
		sleep: async () => {
			turns += 1;
			longest = Math.max(longest, now - lastTurn);
			lastTurn = now;
		},
	};
	const nodeType = Object.assign(new PublicOutreach(), {
		async execute(this: IExecuteFunctions) {
			return await runOperation(this, resources, clock);
		},
	});
	const input = items(...Array.from({ length: 5_000 }, (_one, index) => ({ index })));
	const prospectIds = '={{ $itemIndex === 4999 ? "none" : 5001 }}';
	const fields = { leadListId: byId('301'), prospectIds };
	const { error } = await run('leadList.addLeads', fields, { nodeType, items: input });

	expect(error?.context).toMatchObject({ itemIndex: 4_999 });
	expect(turns).toBeGreaterThanOrEqual(5_000 / 100);
	expect(Math.max(longest, now - lastTurn)).toBeLessThanOrEqual(100);
});

it('lets the event loop have a turn while reads are started', async () => {
	let turns = 0;
	// Without slices by time.
	const clock = { ...systemClock, now: () => 0, sleep: async () => void (turns += 1) };
	const nodeType = Object.assign(new PublicOutreach(), {
		async execute(this: IExecuteFunctions) {
			return await runOperation(this, resources, clock);
		},
	});
	const input = items(...Array.from({ length: 50 }, () => ({})));
	const fields = { campaignId: byId('101'), options: { timeout: '={{ 60 + $itemIndex }}' } };
	await run('campaign.get', fields, { nodeType, items: input });

	expect(wire()).toHaveLength(50);
	expect(turns).toBe(2);
});
