import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { receivedBy } from '../../../nodes/PublicOutreachTrigger/deduplicate';
import { toOutput } from '../../../nodes/PublicOutreachTrigger/message';
import type { OutputForm } from '../../../nodes/PublicOutreachTrigger/settings';
import { listenerIdOf } from '../../../nodes/PublicOutreachTrigger/registration';
import { triggerNode } from '../../unit/trigger/triggerNode';
import { exampleDelivery } from '../../../dev/exampleDelivery';
import { runTrigger, useUnlockedStores, type TriggerRun } from './triggerEngine';

const stores = useUnlockedStores();
/** Each test has its own workflow, so that the process-wide state of others does not matter. */
let workflowId = '';
let tests = 0;

beforeEach(() => void (workflowId = `workflow ${++tests}`));

/** An item as returned by webhook(). */
function item(
	message_id: string,
	output: OutputForm = 'message',
	lead: IDataObject | null = exampleDelivery.message.lead,
): INodeExecutionData {
	const message = { ...exampleDelivery.message, message_id, lead };
	return { json: toOutput({ ...exampleDelivery, message }, output) };
}

async function run(items: INodeExecutionData[], options: Omit<TriggerRun, 'items'> = {}) {
	return await runTrigger({ workflowId, ...options, items });
}

const OUTPUTS: OutputForm[] = ['message', 'simplified', 'raw'];

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

	it('passes in each of two workflows, also where many come at once', async () => {
		const both = ['a', 'b', 'c', 'd'].flatMap((id) => [
			run([item(id)]),
			run([item(id)], { workflowId: `${workflowId} other` }),
		]);

		expect((await Promise.all(both)).flat()).toHaveLength(8);
	});

	it('is remembered at least within the window', async () => {
		const parameters = { options: { deduplicationWindow: 2 } };
		for (const id of ['a', 'b', 'c']) await run([item(id)], { parameters });

		expect(await run([item('b')], { parameters })).toEqual([]);
		expect(await run([item('c')], { parameters })).toEqual([]);
	});

	it('passes however deeply it nests', async () => {
		let nested: IDataObject = {};
		for (let depth = 0; depth < 50_000; depth++) nested = { nested };

		expect(await run([{ json: nested }])).toHaveLength(1);
	});
});

describe('where only the first message of a lead is asked for', () => {
	const parameters = { options: { firstMessageOnly: true } };
	const of = (lead: number | null, message_id: string, output?: OutputForm) =>
		item(message_id, output, lead === null ? null : { id: lead });

	it.each(OUTPUTS)('further ones are dropped, as %s', async (output) => {
		expect(await run([of(1, 'a', output)], { parameters })).toHaveLength(1);
		expect(await run([of(1, 'b', output)], { parameters })).toEqual([]);
		expect(await run([of(2, 'c', output)], { parameters })).toHaveLength(1);
	});

	it('a message without a lead passes, however many there are', async () => {
		for (const id of ['a', 'b']) {
			expect(await run([of(null, id)], { parameters })).toHaveLength(1);
		}
	});

	it.each([
		['has one', 3],
		['has none', null],
	])('the window counts messages, not leads, where the latest %s', async (_what, lead) => {
		const nodeId = triggerNode('of the workflow').node.id;
		const narrow = { options: { firstMessageOnly: true, deduplicationWindow: 3 } };
		// In the process that takes the deliveries, n8n's store has no more than the window.
		receivedBy(listenerIdOf({ workflowId, nodeId }, false));
		const all = [of(1, 'a'), of(2, 'b'), of(lead, 'c')];
		for (const one of all) await run([one], { parameters: narrow });

		for (const one of all) expect(await run([one], { parameters: narrow })).toEqual([]);
		expect(await run([of(1, 'd')], { parameters: narrow })).toEqual([]);
	});
});

it('passes 100 of 400 concurrent executions of 100 messages, with few calls of the store', async () => {
	const runs = Array.from({ length: 400 }, async (_, n) => await run([item(`${n % 100}`)]));
	const items = (await Promise.all(runs)).flat();

	expect(items).toHaveLength(100);
	expect(stores.current.callsFor(workflowId)).toBeLessThan(100);
});

it.each(['manual', 'retry'] as const)(
	'neither reads nor writes the store in a %s run',
	async (mode) => {
		expect(await run([item('a')], { mode })).toHaveLength(1);
		expect(await run([item('a')], { mode })).toHaveLength(1);

		expect(stores.current.callsFor(workflowId)).toBe(0);
		expect(await run([item('a')])).toHaveLength(1);
	},
);

it.each(['manual', 'webhook'] as const)('passes a pinned item in a %s run', async (mode) => {
	const pinned = { message: 'pinned' };

	expect((await run([{ json: pinned }], { mode })).map(({ json }) => json)).toEqual([pinned]);
});
