import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { beginAttempt, forgetRun } from '../../../nodes/PublicOutreach/operations/attempts';
import { collectGarbage } from '../../support/memory';

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

/** Which runs have a memory, and that all attempts share it, is tested in test/engine/operations/retryOnFail.test.ts. */
describe('the memory of a run', () => {
	it('ends when the run does', () => {
		const context = contextOf({});
		beginAttempt(context).units = [];
		forgetRun(context, OUTPUT);

		expect(beginAttempt(context).units).toBeUndefined();
	});

	it('is not kept where n8n will not try again', () => {
		const context = contextOf({ retryOnFail: false });
		beginAttempt(context).units = [];

		expect(beginAttempt(context).units).toBeUndefined();
	});

	it('is released with the run when no other attempt follows: it was the last, or was stopped', async () => {
		let entry: object | undefined = { node: NODE };
		const memory = new WeakRef(beginAttempt(contextOf({ entry })));
		await collectGarbage();
		expect(memory.deref()).toBeDefined();
		entry = undefined;
		await collectGarbage();

		expect(memory.deref()).toBeUndefined();
	});
});
