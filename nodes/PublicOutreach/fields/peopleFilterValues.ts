import type { IDataObject } from 'n8n-workflow';
import { parseJson } from '../../shared/api/responses/json';
import type { Parameters } from '../../shared/operations/parameters';
import { isBlank, toText } from '../../shared/operations/values';
import { textFilters } from './peopleFilters';

/** Texts from an array, a JSON array as text, or one separated text; `undefined` when one of them is blank. */
function toTexts(value: unknown, separator: RegExp): string[] | undefined {
	const isList = typeof value === 'string' && value.trim().startsWith('[');
	const parsed = isList ? (parseJson(value)?.value ?? value) : value;
	const parts =
		typeof parsed === 'string' ? parsed.split(separator).filter((part) => part.trim()) : parsed;
	const texts = (Array.isArray(parts) ? parts : [parts]).map((part) => toText(part)?.trim() ?? '');
	return texts.length > 0 && texts.every((text) => text !== '') ? texts : undefined;
}

/** Whether a filter is used: added, and not left empty by a model, which has to fill every field. */
function isUsed(fields: Parameters, name: string): boolean {
	if (!fields.has(name)) return false;
	const value = fields.value(name);
	const isEmpty = isBlank(value) || value === 0;
	return !(isEmpty && fields.isFromAi(name));
}

function textsOf(fields: Parameters, name: string, byCommas: boolean): string[] {
	if (!isUsed(fields, name)) return [];
	const value = fields.value(name);
	const texts = toTexts(value, byCommas ? /[,;\n]/ : /[;\n]/);
	const advice = 'To search without it, remove the filter';
	return texts ?? fields.refuseValue(name, value, 'at least one value, without blank ones', advice);
}

/** A range, as documented (extended API, 7). */
function yearsOf(fields: Parameters): string {
	const value = fields.value('yearsExperience');
	const [, from, to] = /^\s*(\d+)\s*[-–]\s*(\d+)\s*$/.exec(toText(value) ?? '') ?? [];
	return from !== undefined && to !== undefined && Number(from) <= Number(to)
		? `${from}-${to}`
		: fields.refuseValue('yearsExperience', value, 'a range such as 5-10');
}

/** The unit is not a filter by itself, and a radius without a unit is undefined. */
function radiusOf(fields: Parameters): IDataObject {
	if (!isUsed(fields, 'locationRadius')) {
		const isAlone = fields.has('locationRadiusUnit') && !fields.isFromAi('locationRadiusUnit');
		if (isAlone) fields.refuseValue('locationRadius', undefined, 'a number beside its unit');
		return {};
	}
	const radius = fields.integer('locationRadius', 1);
	if (!fields.has('locationRadiusUnit')) {
		fields.refuseValue('locationRadiusUnit', undefined, 'km or mi beside Location Radius');
	}
	return { location_radius: radius, location_radius_unit: fields.option('locationRadiusUnit') };
}

/**
 * Reads the filters for people.
 *
 * Texts are sent as a list, which matches any of them, or as `{ must, doesnt }` where some are excluded
 * (extended API, 7).
 */
export function readPeopleFilters(fields: Parameters): IDataObject {
	const filters: IDataObject = {};
	for (const { key, anyOf, noneOf, byCommas } of textFilters) {
		const must = textsOf(fields, anyOf, byCommas);
		const doesnt = textsOf(fields, noneOf, byCommas);
		if (doesnt.length > 0) filters[key] = { ...(must.length > 0 && { must }), doesnt };
		else if (must.length > 0) filters[key] = must;
	}
	if (isUsed(fields, 'jobChangeRangeDays')) {
		filters.job_change_range_days = fields.integer('jobChangeRangeDays', 1);
	}
	if (isUsed(fields, 'yearsExperience')) filters.years_experience = yearsOf(fields);
	return { ...filters, ...radiusOf(fields) };
}
