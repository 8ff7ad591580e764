import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import type { Batching, Operation } from './operation';
import { readable, type Parameters } from '../../shared/parameters/parameters';

/** Work that succeeds or fails as a whole: for one item, or for several that are sent together. */
export interface Unit {
	/** The input items that it covers, at least one. */
	indexes: number[];
	/** Of the first of them. */
	params: Parameters;
	/** Of all of them. */
	batch: Parameters[];
	/** Whether each item gets the output; of a write that several share it is one output of all of them. */
	isRead: boolean;
}

/**
 * The items that must not be sent, known before anything is sent: those that cannot be batched because
 * they are invalid, and those that the operation refuses in view of the others.
 *
 * @returns their errors, by the index of the item
 */
export function refusalsOf(
	context: IExecuteFunctions,
	{ batching, check }: Operation,
	items: Parameters[],
): Map<number, unknown> {
	const refusals = new Map<number, unknown>();
	items.forEach((params, index) => {
		try {
			batching?.(params);
		} catch (error) {
			refusals.set(index, error);
		}
	});
	for (const { index, message, advice } of check?.(items, context.getContext('node')) ?? []) {
		// Without an index, which the editor would add to the message: it is about several items.
		const error = new NodeOperationError(context.getNode(), message, { description: advice });
		refusals.set(index, error);
	}
	return refusals;
}

/** Whether the request of an item changes nothing; an invalid item fails before it is sent. */
function isReadOf({ effect, isRead }: Operation, params: Parameters): boolean {
	return effect === 'read' || (readable(params, (valid) => isRead?.(valid)) ?? false);
}

/** Items with the same values in these fields read the same: one request serves them all. */
function sameRead(names: string[], params: Parameters): Batching {
	// What cannot be read has no value.
	const values = names.map((name) => readable(params, (valid) => valid.value(name)) ?? null);
	return { key: JSON.stringify(values), size: 0, limit: 0 };
}

/** The units of a run, in the order of their first items: batches as full as the limit allows, and single items. */
export function unitsOf(
	operation: Operation,
	items: Parameters[],
	refusals: ReadonlyMap<number, unknown>,
): Unit[] {
	const open = new Map<string, Unit & { size: number }>();
	// n8n keeps no value of a field that is not shown, and an error for each item takes longer than all else.
	const isShown = (name: string) => items[0]?.expressions.saved(name) !== undefined;
	const names = operation.properties.map(({ name }) => name).filter(isShown);
	const units: Unit[] = [];
	items.forEach((params, index) => {
		const isRead = isReadOf(operation, params);
		const batching = isRead ? sameRead(names, params) : undefined;
		const share = refusals.has(index) ? undefined : (batching ?? operation.batching?.(params));
		const current = share && open.get(share.key);
		if (share && current && current.size + share.size <= share.limit) {
			current.indexes.push(index);
			current.batch.push(params);
			current.size += share.size;
			return;
		}
		const unit = { indexes: [index], params, batch: [params], isRead, size: share?.size ?? 0 };
		units.push(unit);
		if (share) open.set(share.key, unit);
	});
	return units;
}
