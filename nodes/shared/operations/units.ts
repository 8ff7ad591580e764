import { NodeOperationError } from 'n8n-workflow';
import type { ApiClient } from '../api/client';
import type { Files } from './files';
import type { Operation, Output, Batching } from './operation';
import type { Parameters } from './parameters';

/** Work that succeeds or fails as a whole: for one item, or for several that are sent together. */
export interface Unit {
	/** The input items that it covers, at least one. */
	indexes: number[];
	/** Of the first of them. */
	params: Parameters;
	/** Of all of them. */
	batch: Parameters[];
	execute(api: ApiClient): Promise<Output>;
}

export interface UnitOptions {
	/** The parameters of every input item, in their order. */
	items: Parameters[];
	/** The state that the node keeps during one execution of the workflow. */
	memory: () => Record<string, unknown>;
	/** The files of an input item. */
	filesOf: (index: number) => Files;
}

interface Batch {
	indexes: number[];
	size: number;
}

/** How an item may be batched; an invalid item is sent alone, and fails alone. */
function batchingOf(operation: Operation, params: Parameters): Batching | undefined {
	try {
		return operation.batching?.(params);
	} catch {
		return undefined;
	}
}

/** Groups items into batches, in their order, as full as the limit allows. */
function batchesOf(operation: Operation, { items }: UnitOptions): number[][] {
	const open = new Map<string, Batch>();
	const batches: Batch[] = [];
	items.forEach((params, index) => {
		const share = batchingOf(operation, params);
		const current = share && open.get(share.key);
		if (share && current && current.size + share.size <= share.limit) {
			current.indexes.push(index);
			current.size += share.size;
			return;
		}
		const batch = { indexes: [index], size: share?.size ?? 0 };
		batches.push(batch);
		if (share) open.set(share.key, batch);
	});
	return batches.map(({ indexes }) => indexes);
}

/** The units of a run: single items, or batches where the operation supports them. */
export function unitsOf(operation: Operation, options: UnitOptions): Unit[] {
	return batchesOf(operation, options).flatMap((indexes) => {
		const batch = indexes.flatMap((index) => options.items[index] ?? []);
		const [params] = batch;
		const [first] = indexes;
		if (!params || first === undefined) return [];
		const { memory, filesOf } = options;
		const execute = async (api: ApiClient) =>
			await operation.execute({ api, params, batch, memory, files: filesOf(first) });
		return [{ indexes, params, batch, execute }];
	});
}

/** The editor adds the number of the item to a message; an error about several has none. */
function aboutAllItems(error: unknown): unknown {
	if (error instanceof NodeOperationError) delete error.context.itemIndex;
	return error;
}

/**
 * Checks all units before anything is sent: that every item to be batched is valid, and the operation's
 * own check.
 *
 * @returns the error; `undefined` when there is none
 */
export function preflightErrorOf(
	operation: Operation,
	{ memory }: UnitOptions,
	units: Unit[],
	lenient: boolean,
): unknown {
	const items = units.flatMap(({ batch }) => batch);
	try {
		// Where failures are allowed, an invalid item fails alone.
		if (!lenient) items.forEach((params) => operation.batching?.(params));
	} catch (error) {
		return error;
	}
	try {
		operation.check?.(items, memory);
		return undefined;
	} catch (error) {
		return aboutAllItems(error);
	}
}
