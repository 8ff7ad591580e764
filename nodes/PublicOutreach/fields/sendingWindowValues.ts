import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isDataObject } from '../../shared/api/answers';
import type { Parameters } from '../../shared/operations/parameters';
import { toFlag, toText } from '../../shared/operations/values';
import { WEEKDAYS } from './sendingWindow';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TIME_EXPECTED = 'a time of day as HH:MM in 24 hours, such as 09:30';

const rows = z.object({ days: z.array(z.record(z.string(), z.unknown())).default([]) });

/** The weekdays that rows set; the others keep their present setting. */
export type SetDays = Partial<Record<(typeof WEEKDAYS)[number], IDataObject>>;

function time(fields: Parameters, field: string, value: unknown): string {
	return typeof value === 'string' && TIME.test(value)
		? value
		: fields.refuseValue(field, value, TIME_EXPECTED);
}

function weekday(fields: Parameters, field: string, value: unknown) {
	const name = toText(value)?.trim().toLowerCase();
	const found = WEEKDAYS.find((day) => day === name);
	return found ?? fields.refuseValue(field, value, `a weekday, one of ${WEEKDAYS.join(', ')}`);
}

function day(fields: Parameters, field: string, given: Record<string, unknown>): IDataObject {
	const { start, end } = given;
	const enabled =
		toFlag(given.enabled) ??
		fields.refuseValue(field, given.enabled, 'enabled to be true or false');
	return { enabled, start: time(fields, field, start), end: time(fields, field, end) };
}

/** The weekdays of one row: chosen from the list, or as text, which is what a model writes. */
function weekdaysOf(value: unknown): unknown[] {
	return Array.isArray(value)
		? value
		: (toText(value) ?? '').split(',').filter((day) => day.trim());
}

/** Reads the rows of the fixed collection; a weekday may stand in one row only. */
export function readRows(fields: Parameters): SetDays {
	const field = 'sendingWindow';
	const given = fields.value(field);
	const parsed = rows.safeParse(given);
	if (!parsed.success) return fields.refuseValue(field, given, 'rows of weekdays');
	const days: SetDays = {};
	for (const { weekdays, enabled, start, end } of parsed.data.days) {
		const named = weekdaysOf(weekdays);
		if (named.length === 0) fields.refuseValue(field, weekdays, 'at least one weekday in each row');
		for (const name of named.map((value) => weekday(fields, field, value))) {
			if (days[name]) fields.refuseValue(field, name, 'each weekday in one row only');
			days[name] = day(fields, field, { enabled, start, end });
		}
	}
	if (Object.keys(days).length === 0) fields.refuseValue(field, given, 'at least one weekday');
	return days;
}

/** Reads the whole window given as JSON: every weekday it names must be complete. */
export function readJson(fields: Parameters): IDataObject {
	const field = 'sendingWindowJson';
	const given = fields.json(field);
	const days = Object.entries(given).map(([name, value]): [string, IDataObject] => [
		weekday(fields, field, name),
		dayOf(fields, field, value),
	]);
	const names = days.map(([name]) => name);
	const missing = WEEKDAYS.filter((name) => !names.includes(name));
	if (missing.length > 0) {
		fields.refuseValue(field, given, `all seven weekdays (missing: ${missing.join(', ')})`);
	}
	return Object.fromEntries(days);
}

function dayOf(fields: Parameters, field: string, value: unknown): IDataObject {
	if (!isDataObject(value)) return fields.refuseValue(field, value, 'an object for each weekday');
	return { ...value, ...day(fields, field, value) };
}
