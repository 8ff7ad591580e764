import type { GenericValue, IDataObject } from 'n8n-workflow';
import { isDataObject } from '../../json';

export interface ListPage {
	elements: IDataObject[];
	/** The objects around the list, the innermost first; empty for a bare list. */
	envelopes: IDataObject[];
	/** The key of the list in the innermost object. */
	key?: string;
	/** Whether no list was found, so that the only element is the whole response. */
	whole: boolean;
}

/** Names that services commonly give to any list; the reference shows none (Endpoints: not shown). */
const COMMON_KEYS = ['results', 'data', 'items'];

const isJson = (value: unknown): value is GenericValue => typeof value !== 'function';

/**
 * The elements as items. An element that is not an object, such as a number or text, is put into one, as an
 * item needs.
 */
function toItems(list: unknown[]): IDataObject[] {
	return list.filter(isJson).map((value) => (isDataObject(value) ? value : { value }));
}

/**
 * The lists in an object, and in the objects in it, as deep as `{ data: { leads: { edges: […] } } }`. An object
 * under a number is an element, by its ID.
 */
function listsIn(object: IDataObject, around: IDataObject[] = []): ListPage[] {
	const envelopes = [object, ...around];
	return Object.entries(object).flatMap(([key, value]) => {
		const isElement = around.length >= 2 || /^\d+$/.test(key);
		if (isDataObject(value)) return isElement ? [] : listsIn(value, envelopes);
		const elements = Array.isArray(value) ? toItems(value) : [];
		return typeof value === 'object' ? [{ elements, envelopes, key, whole: false }] : [];
	});
}

const isArray = ({ envelopes: [object], key = '' }: ListPage) => Array.isArray(object?.[key]);

/** A list that stands under a key, or is the one in the object there. */
interface Found {
	list: ListPage;
	/** How many objects are around the key. */
	depth: number;
}

/** Among the outermost lists, the first one with elements. */
function firstOf(found: Found[]): ListPage | undefined {
	const arrays = found.filter(({ list }) => isArray(list));
	const outermost = Math.min(...arrays.map(({ depth }) => depth));
	const lists = arrays.flatMap(({ list, depth }) => (depth === outermost ? [list] : []));
	return lists.find(({ elements }) => elements.length > 0) ?? lists[0] ?? found[0]?.list;
}

const under = (key: string, lists: ListPage[]): Found[] =>
	lists.filter((list) => list.key === key).map((list) => ({ list, depth: list.envelopes.length }));

/** The objects under a key that have lists in them. */
const objectsUnder = (key: string, lists: ListPage[]): IDataObject[] => {
	const isThere = (object: IDataObject, place: number, around: IDataObject[]) =>
		around[place + 1]?.[key] === object;
	return [...new Set(lists.flatMap(({ envelopes }) => envelopes.filter(isThere)))];
};

/** The list in an object under an expected key: `{ leads: { results: […] } }`. */
function foundIn(object: IDataObject, lists: ListPage[]): Found[] {
	const inside = lists.filter(({ envelopes }) => envelopes.includes(object));
	const own = inside.filter(({ envelopes: [around] }) => around === object);
	const list =
		firstOf(COMMON_KEYS.flatMap((key) => under(key, inside))) ??
		onlyArray(own, (elements) => elements.some(isDataObject)) ??
		onlyArray(own, () => true);
	if (!list) return [];
	return [{ list, depth: list.envelopes.length - list.envelopes.indexOf(object) - 1 }];
}

/** The first array that is wanted, unless there is another beside it. */
function onlyArray(lists: ListPage[], isWanted: (list: unknown[]) => boolean) {
	const [first, second] = lists.filter(({ envelopes: [object], key = '' }) => {
		const value = object?.[key];
		return Array.isArray(value) && isWanted(value) && !/(link|error|warning)s?$/i.test(key);
	});
	return first?.envelopes === second?.envelopes ? undefined : first;
}

/**
 * Finds the elements of a list, whose shape is not shown (reference, Endpoints): a bare array; else, in the
 * object or the objects in it, the array under the expected key, or in the object there, under a common key,
 * or the only array of objects; else the object itself is the only element. An object with an ID is an
 * element, whatever lists it has.
 *
 * @param keys the keys that this list is expected under; `null` there means a list without elements
 */
export function readList(body: unknown, ...keys: string[]): ListPage {
	// "No content", or null instead of a list, has no elements.
	if (body === null || body === undefined) return { elements: [], envelopes: [], whole: false };
	if (Array.isArray(body)) return { elements: toItems(body), envelopes: [], whole: false };
	const lists = isDataObject(body) ? listsIn(body) : [];
	lists.sort((one, other) => one.envelopes.length - other.envelopes.length);
	const others = lists.filter(({ envelopes }) => envelopes.every(({ id }) => id == null));
	const found = keys.flatMap((key) => [
		...under(key, lists),
		...objectsUnder(key, others).flatMap((object) => foundIn(object, others)),
	]);
	// A list in an object under an expected key, which is not found there, is part of an element.
	const expected = keys.flatMap((key) => objectsUnder(key, lists));
	const elsewhere = others.filter(
		({ envelopes }) => !expected.some((one) => envelopes.includes(one)),
	);
	return (
		firstOf(found) ??
		firstOf(COMMON_KEYS.flatMap((key) => under(key, elsewhere))) ??
		onlyArray(elsewhere, (list) => list.some(isDataObject)) ??
		onlyArray(elsewhere, () => true) ?? { elements: toItems([body]), envelopes: [], whole: true }
	);
}
