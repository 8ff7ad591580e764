import type { CompletedItem } from '../../shared/operations/operation';

/**
 * Hints at an only item that took one ID of a node with several items. n8n inserts such an expression
 * when an ID is dragged, and a node between them may have made one item of several.
 */
export function oneItemHints(done: CompletedItem[], name: 'prospectIds' | 'companyIds'): string[] {
	const [only] = done;
	if (!only || done.length > 1) return [];
	const source = only.params.sourceOfOneItem(name);
	if (!source || source.count < 2 || only.params.ids(name).length > 1) return [];
	const { quotedNode, count, all } = source;
	return [
		`${only.params.label(name)}: this used only one of the ${count} items of ${quotedNode}. To use all of them, enter ${all}`,
	];
}
