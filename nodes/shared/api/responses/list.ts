import type { GenericValue, IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isDataObject } from './json';

const list = z.array(z.unknown()).catch([]);

/** Keys under which lists come, in the order in which they are tried (reference, Endpoints: not shown). */
const LIST_KEYS = [
	'campaigns',
	'steps',
	'lead_lists',
	'chats',
	'leads',
	'prospects',
	'companies',
	'api_keys',
	'results',
	'data',
	'items',
];

export interface ListPage {
	elements: IDataObject[];
	/** The objects around the list, the outermost first; empty for a bare list. */
	envelopes: IDataObject[];
	/** Whether no list was found, so that the only element is the whole response. */
	whole: boolean;
}

interface Found {
	list: unknown[];
	envelopes: IDataObject[];
}

/** The list under the first of the keys that has one; `null` there is a list without elements. */
function listBelow(body: IDataObject, keys: string[]): unknown[] | undefined {
	const values = keys.map((key) => body[key]);
	const found = values.find(Array.isArray);
	return found ?? (values.includes(null) ? [] : undefined);
}

/** The list under one of the keys, or one envelope deeper (`{ data: { leads: […] } }`). */
function findBelow(body: IDataObject, keys: string[]): Found | undefined {
	const direct = listBelow(body, keys);
	if (direct) return { list: direct, envelopes: [body] };
	for (const inner of LIST_KEYS.map((key) => body[key]).filter(isDataObject)) {
		const found = listBelow(inner, keys);
		if (found) return { list: found, envelopes: [body, inner] };
	}
	return undefined;
}

function findList(body: unknown, keys: string[]): Found | undefined {
	if (Array.isArray(body)) return { list: list.parse(body), envelopes: [] };
	if (!isDataObject(body)) return undefined;
	const known = findBelow(body, keys) ?? findBelow(body, LIST_KEYS);
	if (known) return known;
	const [only, another] = Object.values(body).filter(Array.isArray);
	return only && !another ? { list: only, envelopes: [body] } : undefined;
}

/**
 * Finds the elements of a list, whose shape is not shown (reference, Endpoints): a bare array, the
 * expected key, one of the known keys, else the only array in the object, else the object itself.
 *
 * @param keys the keys that this very list is expected under; they go before all others
 */
export function readList(body: unknown, ...keys: string[]): ListPage {
	const found = findList(body, keys);
	if (!found) {
		return { elements: [isDataObject(body) ? body : wrap(body)], envelopes: [], whole: true };
	}
	const elements = found.list.map((value) => (isDataObject(value) ? value : wrap(value)));
	return { elements, envelopes: found.envelopes, whole: false };
}

/** A response of unknown shape as items: an object is one item, a list gives one for each element. */
export function asItems(body: unknown): IDataObject | IDataObject[] {
	return isDataObject(body) ? body : readList(body).elements;
}

function isPlainValue(value: unknown): value is GenericValue {
	return !['function', 'symbol', 'bigint'].includes(typeof value);
}

/** Gives an element that is no object (a number, a text) the object that an item needs. */
function wrap(value: unknown): IDataObject {
	return { value: isPlainValue(value) ? value : String(value) };
}
