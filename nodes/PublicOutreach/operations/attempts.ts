import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { WriteLog } from '../../shared/api/http/writeLog';

/** What one run of the node has done so far, over all its attempts. */
export class RunMemory {
	/** The output of the items that succeeded, by the item's index. */
	readonly outputs = new Map<number, INodeExecutionData[]>();

	/**
	 * The errors of the items that must not be sent, by the item's index; `undefined` until the first
	 * attempt has checked them. A later attempt must not check again: what it would count as spent, or
	 * miss as sent already, depends on what the first has done.
	 */
	refusals?: ReadonlyMap<number, unknown>;

	/**
	 * The errors of the items that may have been carried out, by the index of the first of them. What a later
	 * attempt reads may be what they have changed, so it says the same without reading anything.
	 */
	readonly uncertain = new Map<number, unknown>();

	private readonly logs = new Map<string, WriteLog>();

	/** The items that were the first to do what a key names, by their index. */
	private readonly firsts = new Map<string, number>();

	/** The writes of the items that are processed together, rewound to the first. */
	writesOf(indexes: number[]): WriteLog {
		const key = indexes.join();
		const log = this.logs.get(key) ?? new WriteLog();
		this.logs.set(key, log);
		log.rewind();
		return log;
	}

	/** Whether no other item has come before this one, in any attempt, to do what the key names. */
	isFirst(key: string, index: number): boolean {
		const first = this.firsts.get(key) ?? index;
		this.firsts.set(key, first);
		return first === index;
	}
}

/**
 * What runs have done, for n8n's Retry On Fail: it calls `execute` again, for all items. Per process: all
 * attempts of a run happen in the same one.
 *
 * A run is identified by an object that n8n (2.41, workflow-execute.js and get-input-connection-data.js)
 * hands to each of its attempts, and to nothing else: the entry of the execution stack, or the
 * arguments of a tool call. Execution ID, node and run index are not enough: the attempts of a tool
 * call differ in the run index, and tool calls have the execution in common. The memory is released
 * together with that object, so nothing is left of an execution that is stopped between attempts.
 */
const memories = new WeakMap<object, RunMemory>();

/** The memory of this run; empty where n8n will not call it again. */
export function runMemoryOf(context: IExecuteFunctions): RunMemory {
	const run = runOf(context);
	const memory = (run && memories.get(run)) ?? new RunMemory();
	if (run && context.getNode().retryOnFail === true) memories.set(run, memory);
	return memory;
}

/** Forgets a run that n8n will not call again, depending on its output. */
export function finished(context: IExecuteFunctions, output: INodeExecutionData[]): void {
	const run = runOf(context);
	// n8n also repeats a successful run if the first item has a field of this name.
	const looksFailed = output[0]?.json.error !== undefined;
	if (run && !looksFailed) memories.delete(run);
}

function runOf(context: IExecuteFunctions): object | undefined {
	const entry = context.getExecuteData();
	// A tool gets the entry of its agent, the same for all calls.
	const isOwn = entry?.node.name === context.getNode().name;
	return isOwn ? entry : context.getInputData()[0]?.json;
}
