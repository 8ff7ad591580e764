import type { INodeExecutionData } from 'n8n-workflow';
import { until } from '../../../dev/until';
import type { EngineResult } from '../../support/engine';
import { callTools } from './agent';
import { respondWith, byId, items, parametersOf, run, simulator, wire } from './support';

const people = items(...['A', 'B', 'C', 'D', 'E'].map((name) => ({ name })));

/** Creates a list for each item: a write whose repetition is visible. */
const create = async (
	input: INodeExecutionData[],
	options: Parameters<typeof run>[2] = {},
): Promise<EngineResult> =>
	await run(
		'leadList.create',
		{ name: '={{ $json.name }}' },
		{ items: input, maxTries: 3, ...options },
	);

/** The names of the lists that were asked for, in a row. */
const sent = () =>
	wire()
		.flatMap((line) => /"name":"(.*?)"/.exec(line)?.[1] ?? [])
		.join('');
const created = ({ json }: EngineResult) => json.map(({ name }) => name);
const expectAll = (result: EngineResult) => {
	expect(created(result)).toEqual(['A', 'B', 'C', 'D', 'E']);
	expect(result.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
		people.map((_item, item) => ({ item })),
	);
};

const REJECTED = { status: 422, body: { success: false, error: 'Not today' } };
const onError = 'continueRegularOutput';

describe('a write under Retry On Fail', () => {
	it('is not sent again when a later item was rejected', async () => {
		simulator.current.plan({ ...REJECTED, after: 2 });
		expectAll(await create(people));

		expect(sent()).toBe('ABCCDE');
	});

	it('is sent again alone where it was rejected, and the node continues', async () => {
		// n8n tries again only where the first item has failed.
		simulator.current.plan({ ...REJECTED, times: 1 });
		simulator.current.plan({ ...REJECTED, after: 1, times: 1 });
		expectAll(await create(people, { onError }));

		expect(sent()).toBe('ABCDEAC');
	});

	it.each([
		['a lost response', { kind: 'resetAfter' as const }],
		['a 500', { status: 500 }],
		['a 408', { status: 408 }],
	])('is sent once after %s, and fails with the same words', async (_what, fault) => {
		simulator.current.plan({ ...fault, after: 1 });
		const once = await create(people.slice(0, 3), { maxTries: undefined });
		simulator.current.plan({ ...fault, after: 1 });
		const retried = await create(people.slice(0, 3));

		expect(sent()).toBe('ABAB');
		for (const key of ['message', 'description', 'httpCode', 'context'] as const) {
			expect([key, retried.error?.[key]]).toEqual([key, once.error?.[key]]);
		}
		expect(retried.error?.description).toMatch(/may happen twice/);
	});

	it('that may have happened is put out as failed with the same words, where the node continues', async () => {
		simulator.current.plan({ kind: 'resetAfter' });
		const once = await create(people.slice(0, 2), { onError, maxTries: undefined });
		simulator.current.plan({ kind: 'resetAfter' });
		const retried = await create(people.slice(0, 2), { onError });

		expect(sent()).toBe('ABAB');
		expect(retried.json[0]).toEqual(once.json[0]);
		expect(created(retried)).toEqual([undefined, 'B']);
	});

	it('is sent again as often as n8n tries, as long as it is rejected, and when the node runs anew', async () => {
		simulator.current.plan({ ...REJECTED, after: 1, times: 4 });
		const { error } = await create(people.slice(0, 2), { maxTries: 4 });
		expect(error?.message).toBe('Not today');
		await create(people.slice(0, 2));

		expect(sent()).toBe('ABBBBAB');
	});

	it('is not sent again where n8n takes a field "error" of its response for a failure', async () => {
		respondWith({ lead_list: { id: 1, name: 'A', error: 'none' } });
		const { json } = await create(people.slice(0, 1));

		expect(sent()).toBe('A');
		expect(json).toMatchObject([{ id: 1, error: 'none' }]);
	});

	it('is not sent after a stop', async () => {
		simulator.current.plan({ kind: 'delay', ms: 10_000, after: 1 });
		const { error } = await create(people, {
			onStart: (stop) => {
				void until('the second write', () => sent().length > 1 || undefined).then(stop);
			},
		});

		expect(error?.message).toMatch(/canceled/);
		expect(sent()).toBe('AB');
	});

	it('is sent in the next run of a loop', async () => {
		simulator.current.plan({ ...REJECTED, after: 1, times: 1 });
		const two = people.slice(0, 2);
		const { run: execution } = await create(two, { loops: [two, two] });

		expect(sent()).toBe('ABBABAB');
		expect(execution.data.resultData.runData['Public Outreach']).toHaveLength(3);
	});

	it('is sent by each of two executions at the same time', async () => {
		simulator.current.plan({ ...REJECTED, times: 2 });
		for (const result of await Promise.all([create(people), create(people)])) expectAll(result);

		expect(sent()).toHaveLength(2 * 5 + 2);
	});
});

describe('Retry On Fail of a write that reads first', () => {
	const [GET, PATCH] = ['GET', 'PATCH'];
	const monday = { weekdays: ['monday'], enabled: true, start: '09:00', end: '12:00' };
	const update = async (...ids: number[]) => {
		const updateFields = { sendingWindow: { days: [monday] } };
		const fields = { campaignId: byId('={{ $json.id }}'), updateFields };
		const input = items(...ids.map((id) => ({ id })));
		return await run('campaign.update', fields, { maxTries: 3, items: input });
	};
	const methods = () => wire().map((line) => line.split(' ')[0]);

	it.each([
		['the reading was refused', { method: GET }, [103], [GET, GET, PATCH]],
		['another was', { method: PATCH, after: 1 }, [103, 102], [GET, PATCH, GET, PATCH, GET, PATCH]],
	])('writes each item once when %s', async (_what, fault, ids, expected) => {
		simulator.current.plan({ ...REJECTED, ...fault });
		const { json } = await update(...ids);

		expect(json.map(({ id }) => id)).toEqual(ids);
		expect(methods()).toEqual(expected);
	});

	it('writes once when the response to the writing is lost', async () => {
		simulator.current.plan({ kind: 'resetAfter', method: PATCH });
		const { error } = await update(103);

		expect(error?.message).toMatch(/connection broke/);
		expect(methods().filter((method) => method === PATCH)).toHaveLength(1);
	});
});

it('Retry On Fail says the same of a message that may have been sent, whatever the chats show by then', async () => {
	const chat = { prospect_id: 5001, lead: { email: 'a@b.example' } };
	respondWith({ chats: [chat] });
	respondWith({ error: 'Bad gateway' }, 502);
	respondWith({ chats: [] });
	const prospectId = { __rl: true, mode: 'email', value: 'a@b.example' };
	const { error } = await run('chat.sendMessage', { prospectId, message: 'Hi' }, { maxTries: 2 });

	expect(error?.message).toBe('Bad gateway');
	expect(wire()).toHaveLength(2);
});

it('Retry On Fail of reads repeats what failed', async () => {
	const campaignId = byId('={{ $json.id }}');
	simulator.current.plan({ ...REJECTED, path: '/api/v1/public/campaigns/102/' });
	const input = items({ id: 101 }, { id: 102 }, { id: 103 });
	const { json } = await run('campaign.get', { campaignId }, { items: input, maxTries: 2 });

	expect(json.map(({ id }) => id)).toEqual([101, 102, 103]);
	expect(wire().filter((line) => line.includes('/102/'))).toHaveLength(2);
});

describe('a tool with Retry On Fail', () => {
	const tool = parametersOf('leadList.create', {
		name: "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Name', ``, 'string') }}",
	});
	const [A, B] = [{ Name: 'A' }, { Name: 'B' }];

	it('does each call of the model, also two that are the same', async () => {
		const { results } = await callTools(tool, [[A, B, A]], 3);

		expect([...sent()].sort().join('')).toBe('AAB');
		expect(new Set(results).size).toBe(3);
	});

	it.each([
		['does a call after a lost response', { kind: 'resetAfter' as const }, [A, B, A], 'ABA'],
		['sends a rejected write again', REJECTED, [A], 'AA'],
	])('%s', async (_what, fault, calls, expected) => {
		simulator.current.plan(fault);
		const rounds = calls.map((call) => [call]);
		const { error } = await callTools(tool, rounds, 3);

		expect(error?.message).toEqual(
			fault === REJECTED ? undefined : expect.stringMatching(/may happen twice/),
		);
		expect(sent()).toBe(expected);
	});
});
