import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Attempts } from '../../../nodes/shared/operations/attempts';
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

const attempts = new Attempts();
const OUTPUT: INodeExecutionData[] = [{ json: { id: 1 } }];

describe('the memory of a run', () => {
	it('is the same in all its attempts', () => {
		const entry = { node: NODE };
		attempts.memoryOf(contextOf({ entry })).outputs.set(0, OUTPUT);
		const memory = attempts.memoryOf(contextOf({ entry }));

		expect([...memory.outputs]).toEqual([[0, OUTPUT]]);
	});

	it('ends when the run does', () => {
		const context = contextOf({});
		attempts.memoryOf(context).outputs.set(0, OUTPUT);
		attempts.finished(context, OUTPUT);

		expect(attempts.memoryOf(context).outputs.has(0)).toBe(false);
	});

	it('is not kept where n8n will not try again', () => {
		const context = contextOf({ retryOnFail: false });
		attempts.memoryOf(context).outputs.set(0, OUTPUT);

		expect(attempts.memoryOf(context).outputs.has(0)).toBe(false);
	});

	it('is released with the run when no other attempt follows: it was the last, or was stopped', async () => {
		let entry: object | undefined = { node: NODE };
		const memory = new WeakRef(attempts.memoryOf(contextOf({ entry })));
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
		attempts.memoryOf(call(sameArguments)).outputs.set(0, OUTPUT);

		expect(attempts.memoryOf(call()).outputs.has(0)).toBe(false);
		expect(attempts.memoryOf(call(sameArguments)).outputs.has(0)).toBe(true);
	});
});
