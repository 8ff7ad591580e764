import type { IDataObject } from 'n8n-workflow';
import type { Parameters } from '../../shared/parameters/parameters';
import { ALL_LEADS_ADVICE } from '../../shared/parameters/invalidValue';
import { isBlank, isNothingOfModel } from '../../shared/parameters/values';

/** The path of the first filter without a value, such as `industry.must`; `undefined` if all have one. */
function emptyPlace(
	value: unknown,
	place: string,
	isNothing: (value: unknown) => boolean,
): string | undefined {
	if (isNothing(value)) return place;
	if (typeof value !== 'object' || value === null) return undefined;
	const inner = Object.entries(value);
	if (inner.length === 0) return place;
	const innerPlace = (name: string) => (Array.isArray(value) ? place : `${place}.${name}`);
	return inner.flatMap(([name, one]) => emptyPlace(one, innerPlace(name), isNothing) ?? [])[0];
}

const EXPECTED = 'a JSON object with at least one filter';

/**
 * Filters as one JSON object. The service ignores a filter without a value, so an expression without a result
 * would match everyone: it is refused by name.
 *
 * @returns `{}` if the field has its default
 */
export function readFilters(params: Parameters, name: string): IDataObject {
	const given = params.value(name);
	const filters = params.json(name, EXPECTED);
	const isNothing = params.isFromAi(name) ? isNothingOfModel : isBlank;
	for (const [key, value] of Object.entries(filters)) {
		const place = emptyPlace(value, key, isNothing);
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
 * @returns `{}` if the field was not added, or an AI model left it empty
 */
export function chosenFilters(fields: Parameters): IDataObject {
	if (!fields.has('filters')) return {};
	const filters = readFilters(fields, 'filters');
	if (Object.keys(filters).length > 0) return { filters };
	if (fields.isFromAi('filters')) return {};
	const given = fields.value('filters');
	return fields.refuseValue('filters', given, 'at least one filter', ALL_LEADS_ADVICE);
}
