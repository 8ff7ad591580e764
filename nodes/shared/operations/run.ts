import {
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';
import { ApiClient } from '../api/client';
import { attempts, type RunMemory } from './attempts';
import { expressionsOfItem } from './expressions';
import { filesOf } from './files';
import type { CompletedItem, Operation, Resource } from './operation';
import { Parameters } from './parameters';
import { Progress } from './progress';
import { timeoutMsOf } from './timeout';
import { Results, toError } from './results';
import { preflightErrorOf, unitsOf, type Unit, type UnitOptions } from './units';

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
	const read = (name: string) =>
		context.getNodeParameter(name, itemIndex, undefined, { extractValue: true });
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

/** What an operation may use of all items of a run. */
function optionsOf(context: IExecuteFunctions, { properties }: Operation): UnitOptions {
	const items = context
		.getInputData()
		.map((_item, index) => parametersOf(context, index, properties));
	return {
		items,
		memory: () => context.getContext('node'),
		filesOf: (index: number) => filesOf(context, index),
	};
}

/** What the units of one run share. */
interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	api: ApiClient;
	attempt: RunMemory;
	progress: Progress;
	results: Results;
	/** Why nothing new may be sent; writes of an earlier attempt are still settled. */
	preflightError: unknown;
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

/** Executes one unit of work, and keeps its result. */
async function runUnit(run: Run, unit: Unit): Promise<void> {
	const { context, operation, api, attempt, progress, results, preflightError } = run;
	const [first = 0] = unit.indexes;
	progress.unitStarted();
	try {
		const writes = attempt.writesOf(unit.indexes);
		if (preflightError && !writes.isRepeated) throw preflightError;
		const timeoutMs = timeoutMsOf(unit.params, operation.timeout);
		results.succeeded(unit, await unit.execute(api.forItem(first, { writes, timeoutMs })));
	} catch (thrown) {
		const error = toError(context, thrown, first);
		const stopped = context.getExecutionCancelSignal()?.aborted ?? false;
		if (stopped || !context.continueOnFail()) throw error;
		results.failed(unit, error);
	}
	progress.itemsDone(unit.indexes.length);
}

/**
 * Runs the chosen operation for every input item; the only item loop of the package.
 *
 * Reads run in parallel, writes one after another; the output keeps the order of the input, and
 * every item names the one it came from. When the node is set to continue on failure, an item that
 * failed becomes an item with its error; otherwise the first error ends the run. Items that are sent
 * together succeed or fail together. When n8n's Retry On Fail repeats a run, items that succeeded are
 * not done again, and no write is sent again that was, or may have been, carried out.
 *
 * @throws NodeOperationError for bad input, NodeApiError for what the service refused
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context, resources);
	const options = optionsOf(context, operation);
	const progress = new Progress(context, options.items.length);
	const api = await ApiClient.connect(context, progress);
	const attempt = attempts.memoryOf(context);
	const results = new Results(attempt);
	const units = unitsOf(operation, options).filter((unit) => !results.have(unit));
	// What an earlier attempt has sent was checked then.
	const fresh = units.filter(({ indexes }) => !attempt.writesOf(indexes).isRepeated);
	const preflightError = preflightErrorOf(operation, options, fresh, context.continueOnFail());
	const shared = { context, operation, api, attempt, progress, results, preflightError };
	progress.itemsDone(attempt.outputs.size);
	if (!preflightError) progress.start(api.connection, units.length);

	try {
		const width = operation.effect === 'read' ? PARALLEL_READS : 1;
		await forEach(units, width, async (unit) => await runUnit(shared, unit));
	} finally {
		// After a failure, the pending requests of the other units are not needed.
		api.end();
	}

	hintsOf(context, operation, results.done).forEach((text) => api.hint(text));
	progress.finish();
	attempts.finished(context, results.inOrder());
	return [results.inOrder()];
}
