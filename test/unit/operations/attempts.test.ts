import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { finished, runMemoryOf } from '../../../nodes/PublicOutreach/operations/attempts';
import { collectGarbage } from '../../engine/faults/memory';

interface Run {
	retryOnFail?: boolean;
	/** What n8n hands to each attempt of it. */
	entry?: object;
}

const NODE = { name: 'Public Outreach' };

function contextOf({ retryOnFail = true, entry = { node: NODE } }: Run) {
	return {
		getNode: () => ({ ...NODE, retryOnFail }),
		getExecuteData: () => entry,
	} as unknown as IExecuteFunctions;
}

const OUTPUT: INodeExecutionData[] = [{ json: { id: 1 } }];

/** That it is shared by all attempts, and who has one, is tested in test/engine/operations/retryOnFail.test.ts. */
describe('the memory of a run', () => {
	it('ends when the run does', () => {
		const context = contextOf({});
		runMemoryOf(context).outputs.set(0, OUTPUT);
		finished(context, OUTPUT);

		expect(runMemoryOf(context).outputs.has(0)).toBe(false);
	});

	it('is not kept where n8n will not try again', () => {
		const context = contextOf({ retryOnFail: false });
		runMemoryOf(context).outputs.set(0, OUTPUT);

		expect(runMemoryOf(context).outputs.has(0)).toBe(false);
	});

	it('is released with the run when no other attempt follows: it was the last, or was stopped', async () => {
		let entry: object | undefined = { node: NODE };
		const memory = new WeakRef(runMemoryOf(contextOf({ entry })));
		memory.deref()?.outputs.set(0, OUTPUT);
		await collectGarbage();
		expect(memory.deref()).toBeDefined();
		entry = undefined;
		await collectGarbage();

		expect(memory.deref()).toBeUndefined();
	});
});
