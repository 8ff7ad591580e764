import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { shape, type Output } from '../../../nodes/PublicOutreachTrigger/delivery/outputs';
import { exampleDelivery } from '../../../dev/exampleDelivery';
import { runTrigger, useUnlockedStore, type TriggerRun } from './triggerEngine';

const store = useUnlockedStore();
/** Each test has its own workflow, so that the process-wide state of others does not matter. */
let workflowId = '';
let tests = 0;

beforeEach(() => void (workflowId = `workflow ${++tests}`));

/** An item as returned by webhook(). */
function item(message_id: string, output: Output = 'message'): INodeExecutionData {
	const message = { ...exampleDelivery.message, message_id };
	return { json: shape({ ...exampleDelivery, message }, output) };
}

async function run(items: INodeExecutionData[], options: Omit<TriggerRun, 'items'> = {}) {
	return await runTrigger({ workflowId, ...options, items });
}

const OUTPUTS: Output[] = ['message', 'simplified', 'raw'];

describe('an item of a delivery', () => {
	it.each(OUTPUTS)('passes as it is, as %s', async (output) => {
		const given = item('a', output);
		const before = structuredClone(given.json);
		const [passed] = await run([given], { parameters: { output } });

		expect(passed?.json).toEqual(before);
	});

	it.each(OUTPUTS)('is dropped when its message was put out before, as %s', async (output) => {
		await run([item('a')]);

		expect(await run([item('a', output)])).toEqual([]);
		expect(await run([item('b', output)])).toHaveLength(1);
	});

	it('passes again when n8n runs the same execution again, as after a worker was killed', async () => {
		await run([item('a')], { executionId: 'stalled' });

		expect(await run([item('a')], { executionId: 'stalled' })).toHaveLength(1);
		expect(await run([item('a')], { executionId: 'another' })).toEqual([]);
	});

	it('passes in each of two workflows', async () => {
		await run([item('a')]);

		expect(await run([item('a')], { workflowId: 'another workflow' })).toHaveLength(1);
	});

	it('is remembered within the window', async () => {
		const parameters = { options: { deduplicationWindow: 2 } };
		for (const id of ['a', 'b', 'c']) await run([item(id)], { parameters });

		expect(await run([item('c')], { parameters })).toEqual([]);
		expect(await run([item('a')], { parameters })).toHaveLength(1);
	});

	it('without an identifier is identified by its whole content', async () => {
		const anonymous = (message: string) => ({ json: { message, sent_at: 'today' } });
		await run([anonymous('Hello')]);

		expect(await run([anonymous('Hello')])).toEqual([]);
		expect(await run([anonymous('Hello again')])).toHaveLength(1);
	});

	it('passes however deeply it nests', async () => {
		let nested: IDataObject = {};
		for (let depth = 0; depth < 50_000; depth++) nested = { nested };

		expect(await run([{ json: nested }])).toHaveLength(1);
	});
});

it('passes 100 of 400 concurrent executions of 100 messages, with few calls of the store', async () => {
	const runs = Array.from({ length: 400 }, async (_, n) => await run([item(`${n % 100}`)]));
	const items = (await Promise.all(runs)).flat();

	expect(items).toHaveLength(100);
	expect(store.current.calls).toBeLessThan(100);
});

describe('the store', () => {
	it('lets the message pass when it fails', async () => {
		store.current.failing = true;

		expect(await run([item('a')])).toHaveLength(1);
		expect(await run([item('a')])).toHaveLength(1);
	});

	it.each(['manual', 'retry'] as const)('is neither read nor written in a %s run', async (mode) => {
		expect(await run([item('a')], { mode })).toHaveLength(1);
		expect(await run([item('a')], { mode })).toHaveLength(1);

		expect(store.current.calls).toBe(0);
		expect(await run([item('a')])).toHaveLength(1);
	});
});

it.each(['manual', 'webhook'] as const)('passes a pinned item in a %s run', async (mode) => {
	const pinned = { message: 'pinned' };

	expect((await run([{ json: pinned }], { mode })).map(({ json }) => json)).toEqual([pinned]);
});
