import type { CompletedUnit, Entered, Grouping, IndexedInput } from '../operations/operation';
import { isExpression, type Expressions } from '../../shared/parameters/expressions';

export const EXECUTE_ONCE_ADVICE =
	'To do it once, turn on Execute Once in the settings of this node';

/**
 * The items that would repeat the request of an earlier one.
 *
 * @param requestOf what is sent for an item; `undefined` for one that repeats nothing
 * @returns their indexes and requests, and how many items have the same
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

/** Hints at several items with the same name: the operation runs once for each input item, which is rarely meant. */
export function sameName(what: string, done: Array<CompletedUnit<{ name: string }>>): string[] {
	const counts = new Map<string, number>();
	for (const { input } of done) counts.set(input.name, (counts.get(input.name) ?? 0) + 1);
	const [most] = [...counts].sort(([, one], [, other]) => other - one);
	if (!most || most[1] < 2) return [];
	const [name, count] = most;
	return [`Each of ${count} items created a ${what} named "${name}". ${EXECUTE_ONCE_ADVICE}`];
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
 *
 * @param idsOf the IDs that the item has in the field
 * @param fieldsOf where the field is
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

/** The same for prospects among the additional fields. */
export function oneProspectHints<Input extends { prospectIds?: number[] }>(
	done: Array<CompletedUnit<Input>>,
): string[] {
	const idsOf = ({ prospectIds = [] }: Input) => prospectIds;
	return oneItemHints(done, 'prospectIds', idsOf, (entered) =>
		entered.collection('additionalFields'),
	);
}

/**
 * Items whose requests would be equal share one. Where it adds or moves a whole list, a second one would
 * do what nobody means: take further people of each company, say (extended API, 6.5).
 */
export function sameRequest(request: unknown): Grouping {
	return { key: JSON.stringify(request), size: 0, limit: 0 };
}

/** Hints at items that shared a request. */
export function sentOnceHints(done: Array<CompletedUnit<unknown>>): string[] {
	const shared = done.filter(({ items }) => items > 1);
	return shared.map(({ items }) => `${items} items made the same request, so it was sent once`);
}
