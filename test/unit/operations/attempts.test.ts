import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { finished, runMemoryOf } from '../../../nodes/shared/operations/attempts';
import { collectGarbage } from '../../engine/faults/memory';

interface Run {
	retryOnFail?: boolean;
	/** What n8n hands to each attempt of it. */
	entry?: object;
	items?: INodeExecutionData[];
}

const NODE = { name: 'Public Outreach' };

function contextOf({ retryOnFail = true, entry = { node: NODE }, items = [] }: Run) {
	return {
		getNode: () => ({ ...NODE, retryOnFail }),
		getExecuteData: () => entry,
		getInputData: () => items,
	} as unknown as IExecuteFunctions;
}

const OUTPUT: INodeExecutionData[] = [{ json: { id: 1 } }];

describe('the memory of a run', () => {
	it('is the same in all its attempts', () => {
		const entry = { node: NODE };
		runMemoryOf(contextOf({ entry })).outputs.set(0, OUTPUT);
		const memory = runMemoryOf(contextOf({ entry }));

		expect([...memory.outputs]).toEqual([[0, OUTPUT]]);
	});

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

	it('belongs to the arguments of the call where the node is a tool', () => {
		const entry = { node: { name: 'Agent' } };
		const call = (json = {}) => contextOf({ entry, items: [{ json }] });
		const sameArguments = {};
		runMemoryOf(call(sameArguments)).outputs.set(0, OUTPUT);

		expect(runMemoryOf(call()).outputs.has(0)).toBe(false);
		expect(runMemoryOf(call(sameArguments)).outputs.has(0)).toBe(true);
	});
});
