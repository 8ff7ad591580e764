import type { IDataObject } from 'n8n-workflow';
import type { Parameters } from './parameters';
import { FOR_ALL } from './refusals';
import { isBlank } from './values';

/** The path of the first filter without a value: `industry.must`; `undefined` when there is none. */
function emptyPlace(value: unknown, place: string): string | undefined {
	if (isBlank(value)) return place;
	if (typeof value !== 'object' || value === null) return undefined;
	const inner = Object.entries(value);
	if (inner.length === 0) return place;
	const innerPlace = (name: string) => (Array.isArray(value) ? place : `${place}.${name}`);
	return inner.flatMap(([name, one]) => emptyPlace(one, innerPlace(name)) ?? [])[0];
}

const EXPECTED = 'a JSON object with at least one filter';

/**
 * Filters as one JSON object. The service ignores a filter without a value, so an expression without a
 * result would match everybody: it is refused by name.
 *
 * @returns `{}` where the field has its default
 */
export function readFilters(params: Parameters, name: string): IDataObject {
	const given = params.value(name);
	const filters = params.json(name, EXPECTED);
	for (const [key, value] of Object.entries(filters)) {
		const place = emptyPlace(value, key);
		if (place !== undefined) {
			params.refuseRequest(
				`${params.label(name)}: "${place}" has no value. Give it one, or remove it`,
			);
		}
	}
	const isNone = Object.keys(filters).length === 0;
	if (isNone && params.isExpression(name) && !params.isFromAi(name)) {
		params.refuseValue(name, given, EXPECTED);
	}
	return filters;
}

/**
 * The filters among the additional fields of a request, as it is sent.
 *
 * @returns `{}` where the field was not added, or a model left it empty
 */
export function chosenFilters(fields: Parameters): IDataObject {
	if (!fields.has('filters')) return {};
	const filters = readFilters(fields, 'filters');
	if (Object.keys(filters).length > 0) return { filters };
	if (fields.isFromAi('filters')) return {};
	const given = fields.value('filters');
	return fields.refuseValue('filters', given, 'at least one filter', FOR_ALL);
}

/** A name without case, underscores and other separators. */
const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The Levenshtein distance of two names. */
function distance(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_cell, place) => place);
	for (let i = 1; i <= one.length; i++) {
		const next = [i];
		for (let j = 1; j <= other.length; j++) {
			const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
			next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[other.length] ?? 0;
}

/** Maximum share of differing letters of a mistyped name. */
const MISTYPED = 1 / 3;

/** Fewer letters begin or end names by accident. */
const MIN_PART = 3;

/**
 * The known name that was probably meant, if any is similar: `location` for `prospect_location`, and
 * `company` for the first of those that begin so.
 */
export function closestName(name: string, known: string[]): string | undefined {
	const part = bare(name);
	const longer = [
		...known.filter((candidate) => bare(candidate).endsWith(part)),
		...known.filter((candidate) => bare(candidate).startsWith(part)),
	];
	if (part.length >= MIN_PART && longer.length > 0) return longer[0];
	const [best] = known
		.map((candidate) => ({ candidate, off: distance(bare(name), bare(candidate)) }))
		.filter(({ candidate, off }) => off < candidate.length * MISTYPED)
		.sort((one, other) => one.off - other.off);
	return best?.candidate;
}
