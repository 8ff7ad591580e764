import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { toEnvelope } from '../../../nodes/PublicOutreachTrigger/envelope';
import { exampleDelivery } from '../../../nodes/PublicOutreachTrigger/example';
import { runTrigger, UnlockedStore, useUnlockedStore, type TriggerRun } from './triggerEngine';

let store: { current: UnlockedStore };
/** Each test has a workflow of its own: what the process remembers of others does not matter. */
let workflowId = '';
let tests = 0;

beforeAll(async () => {
	store = await useUnlockedStore();
});
beforeEach(() => {
	store.current = new UnlockedStore();
	workflowId = `workflow ${++tests}`;
});

/** What webhook() hands over for a delivery. */
function delivered(identity: string, body: IDataObject = exampleDelivery): INodeExecutionData {
	return { json: toEnvelope(identity, body) };
}

async function run(items: INodeExecutionData[], options: Omit<TriggerRun, 'items'> = {}) {
	return await runTrigger({ workflowId, ...options, items });
}

const messages = (items: INodeExecutionData[]) => items.map(({ json }) => json);

describe('a delivery', () => {
	it('becomes one item, the message as it came', async () => {
		expect(messages(await run([delivered('a')]))).toEqual([exampleDelivery.message]);
	});

	it.each(['raw', 'simplified'])('becomes the %s form of it', async (output) => {
		const [item] = await run([delivered('a')], { parameters: { output } });

		if (output === 'raw') expect(item?.json).toEqual(exampleDelivery);
		else expect(item?.json).toMatchObject({ lead_name: 'Ada Berg', campaign_id: 1042 });
	});

	it('becomes none when its message was put out before', async () => {
		await run([delivered('a')]);

		expect(await run([delivered('a')])).toEqual([]);
		expect(await run([delivered('b')])).toHaveLength(1);
	});

	it('becomes an item again when n8n runs the very execution again, as after the death of a worker', async () => {
		await run([delivered('a')], { executionId: 'stalled' });

		expect(await run([delivered('a')], { executionId: 'stalled' })).toHaveLength(1);
		expect(await run([delivered('a')], { executionId: 'another' })).toEqual([]);
	});

	it('becomes an item in each of two workflows', async () => {
		await run([delivered('a')]);

		expect(await run([delivered('a')], { workflowId: 'another workflow' })).toHaveLength(1);
	});

	it('is remembered among as many others as the window says', async () => {
		const parameters = { options: { deduplicationWindow: 2 } };
		for (const identity of ['a', 'b', 'c']) await run([delivered(identity)], { parameters });

		expect(await run([delivered('c')], { parameters })).toEqual([]);
		expect(await run([delivered('a')], { parameters })).toHaveLength(1);
	});
});

it('makes 100 items of 400 executions of 100 messages at once, in few calls of the store', async () => {
	const runs = Array.from({ length: 400 }, async (_, n) => await run([delivered(`${n % 100}`)]));
	const items = (await Promise.all(runs)).flat();

	expect(items).toHaveLength(100);
	expect(store.current.calls).toBeLessThan(100);
});

describe('the store', () => {
	it('lets the message pass when it fails', async () => {
		store.current.failing = true;

		expect(await run([delivered('a')])).toHaveLength(1);
		expect(await run([delivered('a')])).toHaveLength(1);
	});

	it.each(['manual', 'retry'] as const)('is neither asked nor told in a %s run', async (mode) => {
		expect(await run([delivered('a')], { mode })).toHaveLength(1);
		expect(await run([delivered('a')], { mode })).toHaveLength(1);

		expect(store.current.calls).toBe(0);
		expect(await run([delivered('a')])).toHaveLength(1);
	});
});

it('passes on an item that did not come from a delivery', async () => {
	const pinned = { json: { message: 'pinned' } };

	expect(messages(await run([pinned]))).toEqual([pinned.json]);
});
