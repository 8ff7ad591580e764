import { readBatching } from '../resources/leadList/addLeadsOptions';
import type { Batching, CompletedItem } from '../operations/operation';
import { isExpression, type Expressions } from '../../shared/parameters/expressions';
import { readable, type Parameters } from '../../shared/parameters/parameters';

export const ONCE = 'To do it once, turn on Execute Once in the settings of this node';

/**
 * The items that would repeat the request of an earlier one.
 *
 * @param read what is sent for an item
 * @returns their indexes and requests, and how many items have the same
 */
export function repeatedRequests<T>(
	items: Parameters[],
	read: (params: Parameters) => T,
): Array<{ index: number; request: T; count: number }> {
	const groups = new Map<string, { request: T; indexes: number[] }>();
	items.forEach((params, index) => {
		const request = readable(params, read);
		if (request === undefined) return;
		const key = JSON.stringify(request);
		const group = groups.get(key) ?? { request, indexes: [] };
		group.indexes.push(index);
		groups.set(key, group);
	});
	return [...groups.values()].flatMap(({ request, indexes }) =>
		indexes.slice(1).map((index) => ({ index, request, count: indexes.length })),
	);
}

/** Hints at several items with the same name: the operation runs once for each input item, which is rarely meant. */
export function sameName(what: string, done: CompletedItem[]): string[] {
	const counts = new Map<string, number>();
	for (const { params } of done) {
		const name = params.text('name');
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const [most] = [...counts].sort(([, one], [, other]) => other - one);
	if (!most || most[1] < 2) return [];
	const [name, count] = most;
	return [`Each of ${count} items created a ${what} named "${name}". ${ONCE}`];
}

/** What n8n inserts for a dragged field: a node's name in quotes, and the path of the field. */
const ONE_ITEM =
	/^=\{\{\s*\$\(('(?:[^'\\]|\\.)+'|"(?:[^"\\]|\\.)+")\)\.item\.json((?:\.\w+)+)\s*\}\}$/;

/** An earlier node of which an expression reads one item. */
interface ItemSource {
	/** Its name as the expression quotes it. */
	quotedNode: string;
	/** How many items it has. */
	count: number;
	/** The expression for all of them. */
	all: string;
}

/**
 * The earlier node of which a field's expression reads one item, such as `{{ $('Search').item.json.id }}`,
 * which n8n inserts when a field is dragged.
 *
 * @returns `undefined` where that is not known, for this serves a hint, which must not fail what has been
 * sent
 */
export function sourceOfOneItem(expressions: Expressions, name: string): ItemSource | undefined {
	const saved = expressions.saved(name);
	const [, quotedNode, field] = (isExpression(saved) ? ONE_ITEM.exec(saved) : undefined) ?? [];
	if (quotedNode === undefined || field === undefined) return undefined;
	const all = `{{ $(${quotedNode}).all().map((item) => item.json${field}) }}`;
	try {
		const count = Number(expressions.evaluate(`={{ $(${quotedNode}).all().length }}`));
		return { quotedNode, count, all };
	} catch {
		return undefined;
	}
}

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
	const source = sourceOfOneItem(fields.expressions, name);
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

/**
 * Items whose requests would be equal share one. Where it adds or moves a whole list, a second one would
 * do what nobody means: take further people of each company, say (extended API, 6.5).
 */
export function sameRequest(request: unknown): Batching {
	return { key: JSON.stringify(request), size: 0, limit: 0 };
}

/** Hints at items that shared a request. */
export function sentOnceHints(done: CompletedItem[]): string[] {
	const shared = done.filter(({ items }) => items > 1);
	return shared.map(({ items }) => `${items} items made the same request, so it was sent once`);
}
