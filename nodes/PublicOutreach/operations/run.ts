import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';
import { ApiClient } from '../../shared/api/client';
import { finished, runMemoryOf, type RunMemory } from './attempts';
import { expressionsOfItem } from '../../shared/parameters/expressions';
import { FileItem, filesOf } from './files';
import type { CompletedItem, Operation, OperationContext, Resource } from './operation';
import { Parameters } from '../../shared/parameters/parameters';
import { Progress } from './progress';
import { timeoutMsOf } from './timeout';
import { failedItem, outputsOf, toError } from './results';
import { refusalsOf, unitsOf, type Unit } from './units';

/**
 * Concurrent reads of one run; the key's limit applies as well. Fewer would make a run slower without
 * reducing the load on the service: n8n's HTTP Request node has no bound at all.
 */
const PARALLEL_READS = 500;

function chosenOperation(context: IExecuteFunctions, resources: Resource[]): Operation {
	const resource = String(context.getNodeParameter('resource', 0));
	const operation = String(context.getNodeParameter('operation', 0));
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (found) return found;
	throw new NodeOperationError(
		context.getNode(),
		`This node has no operation "${operation}" for the resource "${resource}"`,
		{
			description: 'Choose a resource and an operation from the lists, or update the package',
			failure: { cause: 'configuration-invalid' },
		},
	);
}

/** The values of an operation's fields for one item. */
function parametersOf(
	context: IExecuteFunctions,
	itemIndex: number,
	fields: INodeProperties[],
): Parameters {
	const values = new Map<string, unknown>();
	// Once: n8n evaluates the expressions anew for each call, which takes longer than all else.
	const read = (name: string) => {
		if (!values.has(name)) {
			const options = { extractValue: true };
			values.set(name, context.getNodeParameter(name, itemIndex, undefined, options));
		}
		return values.get(name);
	};
	const refuse = (message: string, description?: string): never => {
		throw new NodeOperationError(context.getNode(), message, { description, itemIndex });
	};
	return new Parameters(read, fields, refuse, expressionsOfItem(context, itemIndex));
}

/** Calls `work` for every element, at most `width` concurrently; the first error ends it. */
async function forEach<T>(
	elements: T[],
	width: number,
	work: (element: T) => Promise<void>,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		for (let element; (element = elements[next++]) !== undefined;) await work(element);
	};
	await Promise.all(Array.from({ length: Math.min(width, elements.length) }, worker));
}

/** What the units of one run share. */
interface RunState {
	context: IExecuteFunctions;
	operation: Operation;
	api: ApiClient;
	attempt: RunMemory;
	progress: Progress;
	/** The items that succeeded in this attempt; of a batch, the first. */
	done: CompletedItem[];
	/** The outputs of those that failed in it, by the index of the item. */
	failures: Map<number, INodeExecutionData[]>;
	once: OperationContext['once'];
}

/** See {@link OperationContext.once}. */
function listsOfRun(): OperationContext['once'] {
	const lists = new Map<string, Promise<IDataObject[]>>();
	return async (key, read) => {
		const list = lists.get(key) ?? read();
		lists.set(key, list);
		return await list;
	};
}

/** What has been sent stays a success, whatever a hint about it cannot read. */
function hintsOf({ logger }: IExecuteFunctions, { hints }: Operation, done: CompletedItem[]) {
	try {
		return hints?.(done) ?? [];
	} catch (error) {
		logger.warn(`No hints about this run: ${String(error)}`);
		return [];
	}
}

/** Whether an error ends the run: the node is to stop on failure, or somebody has stopped the execution. */
function endsRun(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal()?.aborted === true || !context.continueOnFail();
}

/** Executes one unit of work, and keeps its result. */
async function runUnit(run: RunState, unit: Unit): Promise<void> {
	const { context, operation, attempt, progress, done, failures, once } = run;
	const { indexes, params } = unit;
	const [first = 0] = indexes;
	const writes = attempt.writesOf(indexes);
	progress.unitStarted();
	try {
		for (const errors of [attempt.refusals, attempt.uncertain]) {
			if (errors?.has(first)) throw errors.get(first);
		}
		const timeoutMs = timeoutMsOf(params, operation.timeout);
		const api = run.api.forItem(first, { writes, timeoutMs });
		const nodeState = () => context.getContext('node');
		const files = filesOf(context, first);
		const isFirst = (key: string) => attempt.isFirst(key, first);
		const item = { ...unit, api, nodeState, files, writes, once, isFirst };
		const output = await operation.execute(item);
		const outputs = outputsOf(unit, output);
		indexes.forEach((index, place) => attempt.outputs.set(index, outputs[place] ?? []));
		const objects = [output instanceof FileItem ? output.json : output].flat();
		done.push({ params, output: objects, items: indexes.length });
	} catch (thrown) {
		const error = toError(context, thrown, first);
		if (writes.isUncertain) attempt.uncertain.set(first, error);
		if (endsRun(context)) throw error;
		indexes.forEach((index) => failures.set(index, [failedItem(error, index)]));
	}
	progress.itemsDone(indexes.length);
}

/**
 * Runs the chosen operation for every input item; the only item loop of the package.
 *
 * Reads run in parallel, writes one after another; the output keeps the order of the input, and
 * every item names the one it came from. When the node is set to continue on failure, an item that
 * failed, or is refused before anything is sent, becomes an item with its error; otherwise the first
 * error ends the run. Items that are sent together succeed or fail together. When n8n's Retry On Fail
 * repeats a run, items that succeeded are not done again, and no write is sent again that was, or may
 * have been, carried out.
 *
 * @throws NodeOperationError for bad input, NodeApiError for what the service refused
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	try {
		return await runItems(context, chosenOperation(context, resources));
	} catch (thrown) {
		const error = toError(context, thrown, 0);
		if (endsRun(context)) throw error;
		// n8n would pass the items on as if they had succeeded.
		return [context.getInputData().map((_item, index) => failedItem(error, index))];
	}
}

async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const items = context
		.getInputData()
		.map((_item, index) => parametersOf(context, index, operation.properties));
	const progress = new Progress(context, items.length);
	const api = await ApiClient.connect(context, progress);
	const attempt = runMemoryOf(context);
	const refusals = (attempt.refusals ??= refusalsOf(context, operation, items));
	const units = unitsOf(operation, items, refusals).filter(
		({ indexes }) => !indexes.every((index) => attempt.outputs.has(index)),
	);
	const failures: RunState['failures'] = new Map();
	const done: CompletedItem[] = [];
	const shared = { context, operation, api, attempt, progress, done, failures, once: listsOfRun() };
	progress.itemsDone(attempt.outputs.size);

	try {
		const [refusal] = refusals.values();
		if (refusal && !context.continueOnFail()) throw refusal;
		progress.start(api.connection, units.length);
		const width = units.every(({ isRead }) => isRead) ? PARALLEL_READS : 1;
		await forEach(units, width, async (unit) => await runUnit(shared, unit));
	} finally {
		// After a failure, the pending requests of the other units are not needed.
		api.end();
	}

	hintsOf(context, operation, done).forEach((text) => api.hint(text));
	progress.finish();
	const output = items.flatMap(
		(_params, index) => attempt.outputs.get(index) ?? failures.get(index) ?? [],
	);
	finished(context, output);
	return [output];
}
