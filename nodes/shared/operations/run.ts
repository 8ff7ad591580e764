import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';
import { ApiClient } from '../api/client';
import { expressionsOfItem } from './expressions';
import type { Operation, Resource } from './operation';
import { Parameters } from './parameters';
import { Progress } from './progress';

/**
 * Reads under way at the same time, in one run; the key's limit comes on top. Fewer would make a
 * run slower without sparing the service anything: n8n's HTTP Request node knows no bound at all.
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
		{ description: 'Choose a resource and an operation from the lists, or update the package' },
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

function toItems(output: IDataObject | IDataObject[], item: number): INodeExecutionData[] {
	const elements = Array.isArray(output) ? output : [output];
	return elements.map((json) => ({ json, pairedItem: { item } }));
}

function toError(context: IExecuteFunctions, thrown: unknown, itemIndex: number) {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const error = thrown instanceof Error ? thrown : new Error(String(thrown));
	return new NodeOperationError(context.getNode(), error, { itemIndex });
}

/**
 * What an item that failed looks like downstream when the node continues on failure: n8n sends an
 * object of just `error` and `details` to the error output, and keeps it as it is. With an `error`
 * beside `json`, the engine would reduce it to the message.
 */
function failedItem(error: NodeApiError | NodeOperationError, item: number): INodeExecutionData {
	const httpCode = error instanceof NodeApiError ? error.httpCode : null;
	const details = {
		...(error.description && { description: error.description }),
		...(httpCode && { httpCode }),
	};
	return { json: { error: error.message, details }, pairedItem: { item } };
}

/** Does `work` for every index, at most `width` at a time; the first that throws ends it. */
async function forEachIndex(
	count: number,
	width: number,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < count) await work(next++);
	};
	await Promise.all(Array.from({ length: Math.min(width, count) }, worker));
}

/**
 * Runs the chosen operation for every input item; the only item loop of the package.
 *
 * Reads run side by side, writes one after another; the output keeps the order of the input, and
 * every item names the one it came from. When the node is set to continue on failure, an item that
 * failed becomes an item with its error; otherwise the first error ends the run.
 *
 * @throws NodeOperationError for bad input, NodeApiError for what the service refused
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context, resources);
	const count = context.getInputData().length;
	const progress = new Progress(context, count);
	const api = await ApiClient.connect(context, progress);
	const results: INodeExecutionData[][] = [];
	const width = operation.effect === 'read' ? PARALLEL_READS : 1;

	try {
		await forEachIndex(count, width, async (index) => {
			try {
				const params = parametersOf(context, index, operation.properties);
				const output = await operation.execute({ api: api.forItem(index), params });
				results[index] = toItems(output, index);
			} catch (thrown) {
				const error = toError(context, thrown, index);
				const stopped = context.getExecutionCancelSignal()?.aborted ?? false;
				if (stopped || !context.continueOnFail()) throw error;
				results[index] = [failedItem(error, index)];
			}
			progress.itemDone();
		});
	} finally {
		// After a failure nobody needs what the others are still waiting for.
		api.end();
	}

	progress.finish();
	return [results.flat()];
}
