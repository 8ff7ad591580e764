import type { CompletedUnit, Entered, Grouping, IndexedInput } from '../operations/operation';
import { isExpression, type Expressions } from '../../shared/parameters/expressions';

export const EXECUTE_ONCE_ADVICE =
	'To do it once, turn on Execute Once in the settings of this node';

/**
 * The items that would repeat the request of an earlier item.
 *
 * @param requestOf the request of an item; `undefined` for an item that repeats none
 * @returns their indexes and requests, and how many items have the same request
 */
export function repeatedRequests<Input, Request>(
	items: Array<IndexedInput<Input>>,
	requestOf: (input: Input) => Request | undefined,
): Array<{ index: number; request: Request; count: number }> {
	const groups = new Map<string, { request: Request; indexes: number[] }>();
	for (const { index, input } of items) {
		const request = requestOf(input);
		if (request === undefined) continue;
		const key = JSON.stringify(request);
		const group = groups.get(key) ?? { request, indexes: [] };
		group.indexes.push(index);
		groups.set(key, group);
	}
	return [...groups.values()].flatMap(({ request, indexes }) =>
		indexes.slice(1).map((index) => ({ index, request, count: indexes.length })),
	);
}

/**
 * A hint about several items with the same name: the operation runs once for each input item, which is rarely
 * intended.
 */
export function sameName(what: string, done: Array<CompletedUnit<{ name: string }>>): string[] {
	const counts = new Map<string, number>();
	for (const { input } of done) counts.set(input.name, (counts.get(input.name) ?? 0) + 1);
	const [most] = [...counts].sort(([, one], [, other]) => other - one);
	if (!most || most[1] < 2) return [];
	const [name, count] = most;
	return [`Each of ${count} items created a ${what} named "${name}". ${EXECUTE_ONCE_ADVICE}`];
}

/** The expression that n8n inserts for a dragged field, with a node's name in quotes and the path of the field. */
const ONE_ITEM =
	/^=\{\{\s*\$\(('(?:[^'\\]|\\.)+'|"(?:[^"\\]|\\.)+")\)\.item\.json((?:\.\w+)+)\s*\}\}$/;

/** An earlier node from which an expression reads one item. */
interface ItemSource {
	/** The node's name as the expression quotes it. */
	quotedNode: string;
	/** How many items it has. */
	count: number;
	/** The expression for all of them. */
	all: string;
}

/**
 * The earlier node from which a field's expression reads one item, such as `{{ $('Search').item.json.id }}`,
 * which n8n inserts if a field is dragged.
 *
 * @returns `undefined` if that is not known: this is for a hint, which must not fail a request that was sent
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
 * A hint about a single item that used one ID of a node with several items. n8n inserts such an expression if
 * an ID is dragged, and a node between them may have made one item out of several.
 *
 * @param idsOf the IDs that the item has in the field
 * @param fieldsOf the fields that contain it
 */
export function oneItemHints<Input>(
	done: Array<CompletedUnit<Input>>,
	name: 'prospectIds' | 'companyIds',
	idsOf: (input: Input) => number[],
	fieldsOf = (entered: Entered) => entered,
): string[] {
	const [only] = done;
	if (!only || only.items > 1 || done.length > 1 || idsOf(only.input).length > 1) return [];
	const fields = fieldsOf(only.entered);
	const source = sourceOfOneItem(fields.expressions, name);
	if (!source || source.count < 2) return [];
	const { quotedNode, count, all } = source;
	return [
		`${fields.label(name)}: this used only one of the ${count} items of ${quotedNode}. To use all of them, enter ${all}`,
	];
}

/** The same hint for the prospect IDs among the additional fields. */
export function oneProspectHints<Input extends { prospectIds?: number[] }>(
	done: Array<CompletedUnit<Input>>,
): string[] {
	const idsOf = ({ prospectIds = [] }: Input) => prospectIds;
	return oneItemHints(done, 'prospectIds', idsOf, (entered) =>
		entered.collection('additionalFields'),
	);
}

/**
 * Items with equal requests share one. If that adds or moves a whole list, a second request would do what no
 * one intends, such as take further people of each company (extended API, 6.5).
 */
export function sameRequest(request: unknown): Grouping {
	return { key: JSON.stringify(request), size: 0, limit: 0 };
}

/** Hints about items that shared a request. */
export function sentOnceHints(done: Array<CompletedUnit<unknown>>): string[] {
	const shared = done.filter(({ items }) => items > 1);
	return shared.map(({ items }) => `${items} items made the same request, so it was sent once`);
}
