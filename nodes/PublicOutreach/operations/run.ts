import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { ApiClient } from '../../shared/api/client';
import { systemClock, type Clock } from '../../shared/clock';
import { beginAttempt, forgetRun, type RunMemory } from './attempts';
import { FileItem } from './files';
import type { CompletedUnit, Operation, Output, PrepareContext, Resource } from './operation';
import { Progress } from './progress';
import { failedItem, outputsOf, sayNothingWritten, sayWrittenBefore, toError } from './results';
import type { Unit } from './unit';
import { inSlices, parametersOf, readUnits } from './units';

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

/** How many reads are started before the event loop gets a turn. One by one, they would take a tenth longer. */
const STARTED_TOGETHER = 25;

/** Calls `work` for every element, at most `width` concurrently; the first error ends it. */
async function forEach<T>(
	elements: T[],
	width: number,
	clock: Clock,
	work: (element: T) => Promise<void>,
): Promise<void> {
	let next = 0;
	let hasFailed = false;
	const worker = async () => {
		for (let element; (element = elements[next++]) !== undefined;) await work(element);
	};
	const workers: Array<Promise<void>> = [];
	while (workers.length < Math.min(width, elements.length) && !hasFailed) {
		const started = worker();
		workers.push(started);
		started.catch(() => (hasFailed = true));
		if (workers.length % STARTED_TOGETHER === 0) await clock.sleep(0);
	}
	await Promise.all(workers);
}

/** The state that the phases of one attempt share. */
interface Attempt {
	context: IExecuteFunctions;
	operation: Operation;
	api: ApiClient;
	clock: Clock;
	memory: RunMemory;
	progress: Progress;
	/** All units of the run. */
	units: Unit[];
	/** The units that failed in this attempt, if the node continues on failure. */
	failures: Map<Unit, Error>;
	/** The units that succeeded in this attempt. */
	done: Array<CompletedUnit<unknown>>;
}

/** Building hints must never fail a run whose requests were sent. */
function hintsOf({ context, operation, done }: Attempt): string[] {
	try {
		return operation.hints?.(done) ?? [];
	} catch (error) {
		context.logger.warn(`Could not build the hints for this run: ${String(error)}`);
		return [];
	}
}

/** Whether an error ends the run: the node stops on failure, or the execution was stopped. */
function endsRun(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal()?.aborted === true || !context.continueOnFail();
}

function contextOf(attempt: Attempt, unit: Unit): PrepareContext {
	const { context, operation, memory } = attempt;
	const [index = 0] = unit.indexes;
	const { writes, timeoutMs } = unit;
	const outputFields = Object.keys(operation.output.shape);
	return {
		api: attempt.api.forItem(index, { writes, timeoutMs, outputFields }),
		entered: parametersOf(context, index, operation),
		run: { memory, unit },
	};
}

/** Keeps the error of a unit that is not sent, or ends the run, before anything is written. */
function failBeforeWrites(attempt: Attempt, unit: Unit, thrown: unknown): void {
	const { context, operation, failures } = attempt;
	const error = toError(context, thrown, unit.indexes[0] ?? 0);
	// If the write may have been carried out in an earlier attempt, the error already says so.
	if (endsRun(context) && unit.writes.isUncertain) throw error;
	if (endsRun(context)) {
		throw sayNothingWritten(error, operation, context.getInputData().length);
	}
	failures.set(unit, error);
}

/** Prepares the units, one after another: of two that exclude each other, the first one is sent. */
async function prepareUnits(attempt: Attempt, units: Unit[]): Promise<void> {
	const { operation, clock } = attempt;
	await inSlices(units, clock, async (unit) => {
		try {
			// This error can no longer end the run.
			if (unit.error) throw unit.error;
			if (!operation.prepare || unit.prepared) return;
			unit.prepared = { value: await operation.prepare(unit.input, contextOf(attempt, unit)) };
		} catch (thrown) {
			failBeforeWrites(attempt, unit, thrown);
		}
	});
}

function converted({ forms }: Operation, { form }: Unit, output: Output): Output {
	if (!forms || !form || output instanceof FileItem) return output;
	const convert = (element: IDataObject) => forms.convert(element, form);
	return Array.isArray(output) ? output.map(convert) : convert(output);
}

/** Sends a unit, and keeps its result. */
async function sendUnit(attempt: Attempt, unit: Unit): Promise<void> {
	const { context, operation, progress, done, failures } = attempt;
	const { indexes, input, writes, prepared } = unit;
	writes.rewind();
	const prepareContext = contextOf(attempt, unit);
	try {
		const { helpers } = context;
		const sendContext = {
			...prepareContext,
			nodeState: () => context.getContext('node'),
			writes,
			storeFile: helpers.prepareBinaryData.bind(helpers),
		};
		const output = await operation.send(input, sendContext, prepared?.value);
		unit.outputs = outputsOf(unit, converted(operation, unit, output));
		const objects = [output instanceof FileItem ? output.json : output].flat();
		const { entered } = prepareContext;
		done.push({ input, output: objects, items: indexes.length, entered });
	} catch (thrown) {
		const error = toError(context, thrown, indexes[0] ?? 0);
		if (writes.isUncertain) unit.error = error;
		if (endsRun(context)) throw sayWrittenBefore(error, operation, attempt.units);
		failures.set(unit, error);
	}
	progress.itemsDone(indexes.length);
}

/**
 * Runs the chosen operation for every input item; the only item loop of the package.
 *
 * No item is written before all have been read and prepared ({@link Definition}). Reads run in parallel,
 * writes one after another; the output keeps the order of the input, and every output item is linked to the
 * one it came from. If the node continues on failure, an item that failed, or is refused before anything is
 * sent, becomes an item with its error; otherwise the first error ends the run. Items that are sent together
 * succeed or fail together. If n8n's Retry On Fail repeats a run, items that succeeded are not repeated, and
 * neither is a write that was, or may have been, carried out.
 *
 * @throws NodeOperationError for bad input, NodeApiError for a request that the service rejected
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][]> {
	try {
		return await runItems(context, chosenOperation(context, resources), clock);
	} catch (thrown) {
		const error = toError(context, thrown, 0);
		if (endsRun(context)) throw error;
		// n8n would pass the items on as if they had succeeded.
		return [context.getInputData().map((_item, index) => failedItem(error, index))];
	}
}

/** Prepares and sends the units that have not been sent yet. */
async function process(attempt: Attempt): Promise<void> {
	const { clock, units, failures, progress } = attempt;
	const open = units.filter(({ outputs }) => outputs === undefined);
	const sent = units.filter(({ outputs }) => outputs !== undefined);
	progress.itemsDone(sent.flatMap(({ indexes }) => indexes).length);
	await prepareUnits(attempt, open);
	const width = units.every(({ isRead }) => isRead) ? PARALLEL_READS : 1;
	await forEach(open, width, clock, async (unit) => {
		if (failures.has(unit)) progress.itemsDone(unit.indexes.length);
		else await sendUnit(attempt, unit);
	});
}

async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
	clock: Clock,
): Promise<INodeExecutionData[][]> {
	const progress = new Progress(context, context.getInputData().length);
	const api = await ApiClient.connect(context, progress);
	const memory = beginAttempt(context);
	const units = (memory.units ??= await readUnits(context, operation, clock));
	const state = { context, operation, api, clock, memory, progress, units };
	const attempt: Attempt = { ...state, failures: new Map(), done: [] };
	try {
		await process(attempt);
	} finally {
		// After a failure, the pending requests of the other units are no longer needed.
		api.end();
	}
	hintsOf(attempt).forEach((text) => api.hint(text));
	progress.finish(api.connection.run.requests);
	const output = outputOfItems(attempt);
	forgetRun(context, output);
	return [output];
}

/** The output of the node, in the order of the input. */
function outputOfItems({ context, units, failures }: Attempt): INodeExecutionData[] {
	const byItem = new Map<number, INodeExecutionData[]>();
	for (const unit of units) {
		const failure = failures.get(unit);
		unit.indexes.forEach((index, place) => {
			const failed = failure && [failedItem(toError(context, failure, index), index)];
			byItem.set(index, unit.outputs?.[place] ?? failed ?? []);
		});
	}
	return context.getInputData().flatMap((_item, index) => byItem.get(index) ?? []);
}
