import type { CompletedItem } from '../../shared/operations/operation';
import type { Parameters } from '../../shared/operations/parameters';
import { readBatching } from './addLeadsOptions';

/**
 * Hints at an only item that took one ID of a node with several items. n8n inserts such an expression
 * when an ID is dragged, and a node between them may have made one item of several.
 */
export function oneItemHints(
	done: CompletedItem[],
	name: 'prospectIds' | 'companyIds',
	fieldsOf = (params: Parameters) => params,
): string[] {
	const [only] = done;
	if (!only || done.length > 1) return [];
	const fields = fieldsOf(only.params);
	const source = fields.sourceOfOneItem(name);
	if (!source || source.count < 2 || fields.ids(name).length > 1) return [];
	const { quotedNode, count, all } = source;
	return [
		`${fields.label(name)}: this used only one of the ${count} items of ${quotedNode}. To use all of them, enter ${all}`,
	];
}

/** The same for prospects among the additional fields. */
export function oneProspectHints(done: CompletedItem[]): string[] {
	return oneItemHints(done, 'prospectIds', (params) => params.collection('additionalFields'));
}

/** Hints at items that each put one prospect into a list of its own, as when each item made a list. */
export function onePerListHints(done: CompletedItem[]): string[] {
	if (done.length < 2) return [];
	const lists = new Set(done.map(({ params }) => params.id('leadListId')));
	const isOneEach = done.every(
		({ params }) => !readBatching(params) && params.ids('prospectIds').length === 1,
	);
	if (lists.size < done.length || !isOneEach) return [];
	return [
		`Each of ${done.length} items added one prospect to a lead list of its own. If they belong in one list, turn on Execute Once in the settings of the node that creates it`,
	];
}
