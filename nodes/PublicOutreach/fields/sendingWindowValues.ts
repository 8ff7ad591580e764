import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isDataObject } from '../../shared/api/responses/json';
import type { Parameters } from '../../shared/operations/parameters';
import { toFlag, toText } from '../../shared/operations/values';
import { WEEKDAYS } from './sendingWindow';

export type Weekday = (typeof WEEKDAYS)[number];

/** One weekday of a sending window (reference, Campaign); without times it keeps its current ones. */
export type Day = { enabled: boolean; start?: string; end?: string };

/** The weekdays set by rows; the others keep their current setting. */
export type SetDays = Partial<Record<Weekday, Day>>;

const TIME = /^(\d|[01]\d|2[0-3]):[0-5]\d$/;

const rows = z.object({ days: z.array(z.record(z.string(), z.unknown())).default([]) });

/** A time of day in the service's format: 9:00 as 09:00. */
function time(fields: Parameters, field: string, which: string, value: unknown): string {
	const text = toText(value)?.trim() ?? '';
	if (TIME.test(text)) return text.padStart(5, '0');
	if (text === '')
		fields.refuseRequest(
			`${fields.label(field)}: ${which} is empty. It needs HH:MM in 24 hours, such as 09:30`,
		);
	return fields.refuseValue(field, value, `${which} as HH:MM in 24 hours, such as 09:30`);
}

function times(fields: Parameters, field: string, given: Record<string, unknown>) {
	const start = time(fields, field, 'Start', given.start);
	const end = time(fields, field, 'End', given.end);
	return { start, end };
}

/** Times as HH:MM compare as text. */
function refuseEmptySpan(
	fields: Parameters,
	field: string,
	{ start, end }: Record<string, string>,
) {
	if (`${end}` <= `${start}`)
		fields.refuseValue(field, end, `End to be later than Start (${start})`);
}

function weekday(fields: Parameters, field: string, value: unknown): Weekday {
	const name = toText(value)?.trim().toLowerCase();
	const found = WEEKDAYS.find((day) => day === name);
	return found ?? fields.refuseValue(field, value, `a weekday, one of ${WEEKDAYS.join(', ')}`);
}

function isEnabled(fields: Parameters, field: string, value: unknown): boolean {
	return toFlag(value) ?? fields.refuseValue(field, value, 'true or false for Sending Allowed');
}

/** A row's setting: where sending is not allowed the form has no times, so they keep their values. */
function rowDay(fields: Parameters, field: string, given: Record<string, unknown>): Day {
	if (!isEnabled(fields, field, given.enabled)) return { enabled: false };
	const span = times(fields, field, given);
	refuseEmptySpan(fields, field, span);
	return { enabled: true, ...span };
}

/** The weekdays of one row: chosen from the list, or as text from a model. */
function weekdaysOf(value: unknown): unknown[] {
	return Array.isArray(value)
		? value
		: (toText(value) ?? '').split(',').filter((day) => day.trim());
}

/** Reads the rows of the fixed collection; a weekday may be in one row only. */
export function readRows(fields: Parameters): SetDays {
	const field = 'sendingWindow';
	const given = fields.value(field);
	const parsed = rows.safeParse(given);
	if (!parsed.success) return fields.refuseValue(field, given, 'rows of weekdays');
	const days: SetDays = {};
	for (const { weekdays, ...row } of parsed.data.days) {
		const named = weekdaysOf(weekdays);
		if (named.length === 0) fields.refuseValue(field, weekdays, 'at least one weekday in each row');
		for (const name of named.map((value) => weekday(fields, field, value))) {
			if (days[name]) fields.refuseValue(field, name, 'each weekday only once');
			days[name] = rowDay(fields, field, row);
		}
	}
	if (Object.keys(days).length === 0) fields.refuseValue(field, given, 'at least one weekday');
	return days;
}

/** Reads the whole window given as JSON: every weekday must be complete. */
export function readJson(fields: Parameters): IDataObject {
	const field = 'sendingWindowJson';
	const given = fields.json(field);
	const days = Object.entries(given).map(([name, value]): [string, IDataObject] => [
		weekday(fields, field, name),
		jsonDay(fields, field, value),
	]);
	const names = days.map(([name]) => name);
	const missing = WEEKDAYS.filter((name) => !names.includes(name));
	if (missing.length > 0) {
		fields.refuseValue(field, given, `all seven weekdays (missing: ${missing.join(', ')})`);
	}
	return Object.fromEntries(days);
}

function jsonDay(fields: Parameters, field: string, value: unknown): IDataObject {
	if (!isDataObject(value)) return fields.refuseValue(field, value, 'an object for each weekday');
	const enabled = isEnabled(fields, field, value.enabled);
	const span = times(fields, field, value);
	if (enabled) refuseEmptySpan(fields, field, span);
	return { ...value, enabled, ...span };
}
