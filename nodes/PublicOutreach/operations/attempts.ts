import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Unit } from './unit';

/** What one run of the node has done so far, over all its attempts. */
export class RunMemory {
	/** How often n8n has begun the run. */
	attempt = 0;

	/** The units of the run with their results; `undefined` until the items have been read. */
	units?: Unit[];
}

/**
 * The memories of runs, for n8n's Retry On Fail, which calls `execute` again for all items. All attempts of a
 * run happen in the same process.
 *
 * A run is identified by an object that n8n (2.41, workflow-execute.js and get-input-connection-data.js)
 * hands to each of its attempts, and to nothing else: the entry of the execution stack, or the
 * arguments of a tool call. Execution ID, node and run index are not enough: the attempts of a tool
 * call differ in the run index, and tool calls have the execution in common. The memory is released
 * together with that object, so nothing is left of an execution that is stopped between attempts.
 */
const memories = new WeakMap<object, RunMemory>();

/** The memory of this run for its next attempt; empty if n8n will not call it again. */
export function beginAttempt(context: IExecuteFunctions): RunMemory {
	const run = runOf(context);
	const memory = (run && memories.get(run)) ?? new RunMemory();
	memory.attempt += 1;
	if (run && context.getNode().retryOnFail === true) memories.set(run, memory);
	return memory;
}

/** Forgets a run unless its output makes n8n call it again. */
export function forgetRun(context: IExecuteFunctions, output: INodeExecutionData[]): void {
	const run = runOf(context);
	// n8n also repeats a successful run if its first item has a field of this name.
	const looksFailed = output[0]?.json.error !== undefined;
	if (run && !looksFailed) memories.delete(run);
}

function runOf(context: IExecuteFunctions): object | undefined {
	const entry = context.getExecuteData();
	// A tool gets the entry of its agent, which is the same for all calls.
	const isOwn = entry?.node.name === context.getNode().name;
	return isOwn ? entry : context.getInputData()[0]?.json;
}
