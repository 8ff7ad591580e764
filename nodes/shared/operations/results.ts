import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import type { RunMemory } from './attempts';
import { FileItem } from './files';
import type { CompletedItem, Output } from './operation';
import type { Unit } from './units';

type NodeError = NodeApiError | NodeOperationError;

/** Output items, linked to the input item that they came from. */
export function toItems(output: Output, item: number): INodeExecutionData[] {
	if (output instanceof FileItem) {
		return [{ json: output.json, binary: { data: output.file }, pairedItem: { item } }];
	}
	const elements = Array.isArray(output) ? output : [output];
	return elements.map((json) => ({ json, pairedItem: { item } }));
}

/** A thrown value as an error that names the item; errors of n8n already do. */
export function toError(
	context: IExecuteFunctions,
	thrown: unknown,
	itemIndex: number | undefined,
): NodeError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const error = thrown instanceof Error ? thrown : new Error(String(thrown));
	return new NodeOperationError(context.getNode(), error, { itemIndex });
}

/**
 * The output of a failed item when the node continues on failure: n8n sends an object of just `error`
 * and `details` to the error output unchanged. With an `error` beside `json`, the engine would reduce
 * it to the message.
 */
export function failedItem(error: NodeError, item: number): INodeExecutionData {
	const httpCode = error instanceof NodeApiError ? error.httpCode : null;
	const details = {
		...(error.description && { description: error.description }),
		...(httpCode && { httpCode }),
	};
	return { json: { error: error.message, details }, pairedItem: { item } };
}

/** The results of the items of a run. */
export class Results {
	/** The items that succeeded in this attempt; of a batch, the first. */
	readonly done: CompletedItem[] = [];

	private readonly outputs: Map<number, INodeExecutionData[]>;

	constructor(private readonly attempt: RunMemory) {
		this.outputs = new Map(attempt.outputs);
	}

	/** Whether its items succeeded in an earlier attempt. */
	have({ indexes }: Unit): boolean {
		return indexes.every((index) => this.attempt.outputs.has(index));
	}

	succeeded({ indexes, params }: Unit, output: Output): void {
		for (const index of indexes) {
			const items = toItems(output, index);
			this.outputs.set(index, items);
			this.attempt.outputs.set(index, items);
		}
		const objects = output instanceof FileItem ? output.json : output;
		this.done.push({ params, output: [objects].flat() });
	}

	failed({ indexes }: Unit, error: NodeError): void {
		for (const index of indexes) this.outputs.set(index, [failedItem(error, index)]);
	}

	/** The output, in the order of the input. */
	inOrder(): INodeExecutionData[] {
		const sorted = [...this.outputs].sort(([one], [other]) => one - other);
		return sorted.flatMap(([, items]) => items);
	}
}
