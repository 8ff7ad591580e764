import type { INodeExecutionData } from 'n8n-workflow';
import { until } from '../../../dev/until';
import type { EngineResult } from '../engine';
import { callTools } from './agent';
import { answerWith, byId, items, parametersOf, run, simulator, wire } from './support';

const NAME = '={{ $json.name }}';
const people = items(...['A', 'B', 'C', 'D', 'E'].map((name) => ({ name })));

/** Creates a list for each item: a write whose repetition is visible. */
const create = async (
	input: INodeExecutionData[],
	options: Parameters<typeof run>[2] = {},
): Promise<EngineResult> =>
	await run('leadList.create', { name: NAME }, { items: input, maxTries: 3, ...options });

const sent = () => wire().map((line) => /"name":"(.*?)"/.exec(line)?.[1]);
const created = ({ json }: EngineResult) => json.map(({ name }) => name);
const origins = ({ outputs }: EngineResult) => outputs[0]?.map(({ pairedItem }) => pairedItem);

const REJECTED = { status: 422, body: { success: false, error: 'Not today' } };

describe('a write under Retry On Fail', () => {
	it('is not sent again when a later item was rejected', async () => {
		simulator.current.plan({ ...REJECTED, after: 2 });
		const result = await create(people);

		expect(sent()).toEqual(['A', 'B', 'C', 'C', 'D', 'E']);
		expect(created(result)).toEqual(['A', 'B', 'C', 'D', 'E']);
		expect(origins(result)).toEqual([0, 1, 2, 3, 4].map((item) => ({ item })));
	});

	it.each([
		['a lost answer', { kind: 'resetAfter' as const }],
		['a 500', { status: 500 }],
		['a 408', { status: 408 }],
	])('is sent once after %s, and fails with the same words', async (_what, fault) => {
		simulator.current.plan({ ...fault, after: 1 });
		const once = await create(people.slice(0, 3), { maxTries: undefined });
		const requests = sent();
		simulator.current.plan({ ...fault, after: 1 });
		const retried = await create(people.slice(0, 3));

		expect(requests).toEqual(['A', 'B']);
		expect(sent()).toEqual(['A', 'B', 'A', 'B']);
		for (const key of ['message', 'description', 'httpCode', 'context'] as const) {
			expect([key, retried.error?.[key]]).toEqual([key, once.error?.[key]]);
		}
		expect(retried.error?.description).toMatch(/may happen twice/);
	});

	it('is sent again as often as n8n tries, as long as it is rejected', async () => {
		simulator.current.plan({ ...REJECTED, after: 1, times: 10 });
		const { error } = await create(people.slice(0, 3), { maxTries: 4 });

		expect(error?.message).toBe('Not today');
		expect(sent()).toEqual(['A', 'B', 'B', 'B', 'B']);
	});

	it('is sent once more when the node runs anew', async () => {
		simulator.current.plan({ ...REJECTED, after: 1, times: 2 });
		await create(people.slice(0, 2), { maxTries: 2 });
		await create(people.slice(0, 2));

		expect(sent()).toEqual(['A', 'B', 'B', 'A', 'B']);
	});
});

describe('Retry On Fail of a node that continues on failure', () => {
	const onError = 'continueRegularOutput';

	it('repeats what was rejected, and keeps the rest', async () => {
		// n8n tries again only where the first item has failed.
		simulator.current.plan({ ...REJECTED, times: 1 });
		simulator.current.plan({ ...REJECTED, after: 1, times: 1 });
		const result = await create(people, { onError });

		expect(sent()).toEqual(['A', 'B', 'C', 'D', 'E', 'A', 'C']);
		expect(created(result)).toEqual(['A', 'B', 'C', 'D', 'E']);
		expect(origins(result)).toEqual([0, 1, 2, 3, 4].map((item) => ({ item })));
	});

	it('puts out what may have happened as failed, with the same words each time', async () => {
		simulator.current.plan({ kind: 'resetAfter' });
		const once = await create(people.slice(0, 2), { onError, maxTries: undefined });
		simulator.current.plan({ kind: 'resetAfter' });
		const retried = await create(people.slice(0, 2), { onError });

		expect(sent()).toEqual(['A', 'B', 'A', 'B']);
		expect(retried.json[0]).toEqual(once.json[0]);
		expect(created(retried)).toEqual([undefined, 'B']);
	});
});

describe('Retry On Fail of a write that succeeded', () => {
	it('sends nothing again where n8n takes a field "error" of the answer for a failure', async () => {
		answerWith({ lead_list: { id: 1, name: 'A', error: 'none' } });
		const { json } = await create(people.slice(0, 1));

		expect(sent()).toEqual(['A']);
		expect(json).toMatchObject([{ id: 1, error: 'none' }]);
	});
});

describe('Retry On Fail of a write that reads first', () => {
	const monday = { weekdays: ['monday'], enabled: true, start: '09:00', end: '12:00' };
	const update = async (...ids: number[]) =>
		await run(
			'campaign.update',
			{ campaignId: byId('={{ $json.id }}'), updateFields: { sendingWindow: { days: [monday] } } },
			{ maxTries: 3, items: items(...ids.map((id) => ({ id }))) },
		);
	const methods = () => wire().map((line) => line.split(' ')[0]);

	it('writes once when the reading was refused', async () => {
		simulator.current.plan({ ...REJECTED, method: 'GET' });
		const { error } = await update(103);

		expect(error?.message).toBeUndefined();
		expect(methods()).toEqual(['GET', 'GET', 'PATCH']);
	});

	it('does not read again for an item that is done', async () => {
		simulator.current.plan({ ...REJECTED, method: 'PATCH', after: 1 });
		const { json } = await update(103, 102);

		expect(json.map(({ id }) => id)).toEqual([103, 102]);
		expect(methods()).toEqual(['GET', 'PATCH', 'GET', 'PATCH', 'GET', 'PATCH']);
	});

	it('writes once when the answer to the writing is lost', async () => {
		simulator.current.plan({ kind: 'resetAfter', method: 'PATCH' });
		const { error } = await update(103);

		expect(error?.message).toMatch(/connection broke/);
		expect(methods().filter((method) => method === 'PATCH')).toHaveLength(1);
	});
});

describe('Retry On Fail of a run that is stopped', () => {
	it('sends nothing after the stop', async () => {
		simulator.current.plan({ kind: 'delay', ms: 10_000, after: 1 });
		const { error } = await create(people, {
			onStart: (stop) => {
				void until('the second write', () => sent().length > 1 || undefined).then(stop);
			},
		});

		expect(error?.message).toMatch(/canceled/);
		expect(sent()).toEqual(['A', 'B']);
	});
});

describe('Retry On Fail of reads', () => {
	it('repeats what failed', async () => {
		const campaignId = byId('={{ $json.id }}');
		simulator.current.plan({ ...REJECTED, path: '/api/v1/public/campaigns/102/' });
		const input = items({ id: 101 }, { id: 102 }, { id: 103 });
		const { json } = await run('campaign.get', { campaignId }, { items: input, maxTries: 2 });

		expect(json.map(({ id }) => id)).toEqual([101, 102, 103]);
		expect(wire().filter((line) => line.includes('/102/'))).toHaveLength(2);
	});
});

describe('what one run remembers', () => {
	it('does not affect the next run of a loop', async () => {
		simulator.current.plan({ ...REJECTED, after: 1, times: 1 });
		const two = people.slice(0, 2);
		const { run: execution } = await create(two, { loops: [two, two] });

		expect(sent()).toEqual(['A', 'B', 'B', 'A', 'B', 'A', 'B']);
		expect(execution.data.resultData.runData['Public Outreach']).toHaveLength(3);
	});

	it('does not affect another execution at the same time', async () => {
		simulator.current.plan({ ...REJECTED, times: 2 });
		const results = await Promise.all([create(people), create(people)]);

		for (const result of results) expect(created(result)).toEqual(['A', 'B', 'C', 'D', 'E']);
		expect(sent()).toHaveLength(2 * 5 + 2);
	});
});

describe('a tool with Retry On Fail', () => {
	const tool = parametersOf('leadList.create', {
		name: "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Name', ``, 'string') }}",
	});

	it('does each call of the model, also two that are the same', async () => {
		const { answers } = await callTools(tool, [[{ Name: 'A' }, { Name: 'B' }, { Name: 'A' }]], 3);

		expect(sent().sort()).toEqual(['A', 'A', 'B']);
		expect(new Set(answers).size).toBe(3);
	});

	it('does a call after one whose answer was lost', async () => {
		simulator.current.plan({ kind: 'resetAfter' });
		const { error } = await callTools(tool, [[{ Name: 'A' }], [{ Name: 'B' }], [{ Name: 'A' }]], 3);

		expect(error?.message).toMatch(/may happen twice/);
		expect(sent()).toEqual(['A', 'B', 'A']);
	});

	it('sends a rejected write again', async () => {
		simulator.current.plan(REJECTED);
		const { error } = await callTools(tool, [[{ Name: 'A' }]], 3);

		expect(error?.message).toBeUndefined();
		expect(sent()).toEqual(['A', 'A']);
	});
});
