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

/** The lists in an object, and in the objects in it, as deep as `{ data: { leads: { edges: […] } } }`. */
function listsIn(object: IDataObject, around: IDataObject[] = []): ListPage[] {
	const envelopes = [object, ...around];
	return Object.entries(object).flatMap(([key, value]) => {
		if (isDataObject(value)) return around.length < 2 ? listsIn(value, envelopes) : [];
		const elements = Array.isArray(value) ? toItems(value) : [];
		return typeof value === 'object' ? [{ elements, envelopes, key, whole: false }] : [];
	});
}

const isArray = ({ envelopes: [object], key = '' }: ListPage) => Array.isArray(object?.[key]);

/** Among the outermost lists under the keys, the first one with elements, in the order of the keys. */
function listUnder(keys: string[], lists: ListPage[]): ListPage | undefined {
	const found = keys.flatMap((wanted) => lists.filter(({ key }) => key === wanted));
	const arrays = found.filter(isArray);
	const depth = Math.min(...arrays.map(({ envelopes }) => envelopes.length));
	const outermost = arrays.filter(({ envelopes }) => envelopes.length === depth);
	return outermost.find(({ elements }) => elements.length > 0) ?? outermost[0] ?? found[0];
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
 * object or the objects in it, the array under the expected key, under a common key, or the only array of
 * objects; else the object itself is the only element. An object with an ID is an element, whatever lists it
 * has.
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
	return (
		listUnder(keys, lists) ??
		listUnder(COMMON_KEYS, others) ??
		onlyArray(others, (list) => list.some(isDataObject)) ??
		onlyArray(others, () => true) ?? { elements: toItems([body]), envelopes: [], whole: true }
	);
}
