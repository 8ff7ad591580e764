import { type INodeProperties, type IDataObject, NodeApiError } from 'n8n-workflow';
import { z } from 'zod';
import { titleOf } from '../../fields/output';
import type { ApiClient } from '../../../shared/api/client';
import { apiPath } from '../../../shared/api/path';
import { isDataObject } from '../../../shared/json';
import { trimmed } from '../../../shared/normalize';
import type { Entered } from '../../operations/operation';
import type { Parameters } from '../../../shared/parameters/parameters';
import { toFlag, toNames, toText } from '../../../shared/parameters/values';

/** The seven keys of a `sending_window` (reference, Campaign). */
const WEEKDAYS = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
] as const;

/** The field for the window as rows. */
const ROWS = 'sendingWindow';

export const sendingWindow: INodeProperties = {
	displayName: 'Sending Window',
	name: ROWS,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Days' },
	default: {},
	placeholder: 'Add Days',
	description: "When the campaign sends. Weekdays that you don't list keep their current setting.",
	options: [
		{
			displayName: 'Days',
			name: 'days',
			values: [
				{
					displayName: 'Weekdays',
					name: 'weekdays',
					type: 'multiOptions',
					options: WEEKDAYS.map((value) => ({ name: titleOf(value), value })),
					default: [],
					description: 'The weekdays to set',
					hint: 'Weekdays that no row lists keep their current setting',
				},
				{
					displayName: 'Sending Allowed',
					name: 'enabled',
					type: 'boolean',
					default: true,
					description:
						'Whether the campaign sends on these weekdays. If off, their times stay unchanged.',
				},
				{
					displayName: 'Start',
					name: 'start',
					type: 'string',
					default: '',
					placeholder: 'e.g. 09:00',
					displayOptions: { show: { enabled: [true] } },
					description: 'Time of day as HH:MM (24-hour). The time zone is not documented.',
				},
				{
					displayName: 'End',
					name: 'end',
					type: 'string',
					default: '',
					placeholder: 'e.g. 17:00',
					displayOptions: { show: { enabled: [true] } },
					description: 'Time of day as HH:MM (24-hour). The time zone is not documented.',
				},
			],
		},
	],
};

/** The initial JSON, with a line for each weekday: an example to change, on from Monday to Friday. */
const WORKING_WEEK = `{\n${WEEKDAYS.map((day, place) => {
	const isOn = place < 5;
	return `  "${day}": {"enabled": ${isOn}, "start": "09:00", "end": "17:00"}`;
}).join(',\n')}\n}`;

export const sendingWindowJson: INodeProperties = {
	displayName: 'Sending Window (JSON)',
	name: 'sendingWindowJson',
	type: 'json',
	default: WORKING_WEEK,
	description:
		'The whole sending window as one object with all seven weekdays; replaces the current one',
};

type Weekday = (typeof WEEKDAYS)[number];

/** One weekday of a sending window (reference, Campaign). Without times it keeps its current ones. */
type Day = { enabled: boolean; start?: string; end?: string };

/** The weekdays that the rows set; the others keep their current setting. */
type SetDays = Partial<Record<Weekday, Day>>;

const TIME = /^(\d|[01]\d|2[0-3]):[0-5]\d$/;

const rows = z.object({ days: z.array(z.record(z.string(), z.unknown())).default([]) });

/** A time of day in the service's format: 9:00 as 09:00. */
function time(fields: Parameters, which: string, value: unknown): string {
	const text = trimmed(toText(value) ?? '');
	if (TIME.test(text)) return text.padStart(5, '0');
	if (text === '')
		fields.refuseRequest(
			`${fields.label(ROWS)}: ${which} is empty. Enter a time as HH:MM (24-hour), such as 09:30`,
		);
	return fields.refuseValue(ROWS, value, `${which} as HH:MM (24-hour), such as 09:30`);
}

function weekday(fields: Parameters, value: string): Weekday {
	const found = WEEKDAYS.find((day) => day === value.toLowerCase());
	return found ?? fields.refuseValue(ROWS, value, `a weekday, one of ${WEEKDAYS.join(', ')}`);
}

/** A row's setting. If sending is not allowed, the form has no times, so they keep their values. */
function rowDay(fields: Parameters, given: Record<string, unknown>): Day {
	const enabled =
		toFlag(given.enabled) ??
		fields.refuseValue(ROWS, given.enabled, 'true or false for Sending Allowed');
	if (!enabled) return { enabled };
	const start = time(fields, 'Start', given.start);
	const end = time(fields, 'End', given.end);
	// Otherwise a typing error would stop the campaign. Times as HH:MM compare as text.
	if (end > start) return { enabled, start, end };
	return fields.refuseRequest(
		`${fields.label(ROWS)}: End (${end}) is not later than Start (${start})`,
		'For a window that spans midnight, enter the whole window in Sending Window (JSON)',
	);
}

/** Reads the rows of the fixed collection; a weekday may be in one row only. */
export function readRows(fields: Parameters): SetDays {
	const given = fields.value(ROWS);
	const parsed = rows.safeParse(given);
	if (!parsed.success) return fields.refuseValue(ROWS, given, 'rows of weekdays');
	const days: SetDays = {};
	for (const { weekdays, ...row } of parsed.data.days) {
		// Chosen from the list, or given as text by an AI model.
		const named =
			toNames(weekdays) ??
			fields.refuseValue(ROWS, weekdays, 'at least one weekday, such as monday, in each row');
		for (const name of named.map((value) => weekday(fields, value))) {
			if (days[name]) {
				fields.refuseRequest(`${fields.label(ROWS)}: ${titleOf(name)} is listed twice`);
			}
			days[name] = rowDay(fields, row);
		}
	}
	if (Object.keys(days).length === 0) fields.refuseValue(ROWS, given, 'at least one weekday');
	return days;
}

/** Reads the whole window given as JSON, which is sent as it is: an object for each weekday. */
export function readJson(fields: Parameters): IDataObject {
	const field = 'sendingWindowJson';
	const given = fields.json(field);
	const missing = WEEKDAYS.filter((name) => !(name in given));
	if (missing.length > 0) {
		fields.refuseValue(field, given, `all seven weekdays (missing: ${missing.join(', ')})`);
	}
	if (!WEEKDAYS.every((name) => isDataObject(given[name]))) {
		fields.refuseValue(field, given, 'an object for each weekday');
	}
	return given;
}

const isWhole = (day: unknown): day is IDataObject =>
	isDataObject(day) && day.start !== undefined && day.end !== undefined;

const SET_WITHOUT_READING_ADVICE =
	'To set it without reading it first, list all seven weekdays, those that are off too, or use Sending Window (JSON)';

/** Statuses of failures that reading the list would have too: a bad key, the rate limit, a timeout. */
const FAILS_FOR_LIST_TOO = ['401', '408', '429'];

/**
 * A campaign's window with the values of the rows. A day that is off needs times as well, but the form has no
 * fields for them: if the campaign has none either, the day takes those of another one.
 *
 * @returns `undefined` if a weekday is then incomplete
 */
function wholeWindow(campaign: IDataObject | undefined, days: SetDays): IDataObject | undefined {
	const read = campaign?.sending_window;
	const current = isDataObject(read) ? read : {};
	// Only null and an empty object say that the campaign has no window; without the field it may have one.
	const hasNone = read === null || (isDataObject(read) && Object.keys(read).length === 0);
	const { start, end } = [...Object.values(days), ...Object.values(current)].find(isWhole) ?? {};
	const window: IDataObject = { ...current };
	for (const weekday of WEEKDAYS) {
		const day = current[weekday];
		const known = { ...(isDataObject(day) && day), ...days[weekday] };
		const isOff = known.enabled === false || (hasNone && days[weekday] === undefined);
		window[weekday] = isOff ? { enabled: false, start, end, ...known } : known;
	}
	return WEEKDAYS.every((weekday) => isWhole(window[weekday])) ? window : undefined;
}

/** Hints at weekdays that are on although no row lists them. */
export function staysOnHints(days: SetDays, window: IDataObject): string[] {
	const others = WEEKDAYS.filter((weekday) => {
		const day = window[weekday];
		return !days[weekday] && isDataObject(day) && day.enabled === true;
	});
	const names = others.map(titleOf);
	const last = names.pop();
	if (last === undefined) return [];
	const stay = names.length > 0 ? `${names.join(', ')} and ${last} stay` : `${last} stays`;
	return [`${stay} on: weekdays that no row lists keep their current setting`];
}

function rejectionIn(error: unknown): NodeApiError {
	const isAnswer = error instanceof NodeApiError && /^\d{3}$/.test(error.httpCode ?? '');
	if (isAnswer && !FAILS_FOR_LIST_TOO.includes(error.httpCode ?? '')) return error;
	throw error;
}

async function campaignInList(api: ApiClient, id: number): Promise<IDataObject | undefined> {
	const options = { key: 'campaigns', mayBeMissing: true };
	const campaigns = await api.list(apiPath`/api/v1/public/campaigns/`, options);
	return campaigns.find((campaign) => String(campaign.id) === String(id));
}

/**
 * The sending window of the rows, completed, as the service requires: missing values are read from the
 * campaign, or from the list if the campaign cannot be read alone (extended API, 4.4: the reference has no
 * such request). If neither shows the window, the rows have to list all seven weekdays.
 */
export async function mergedWindow(
	api: ApiClient,
	campaignId: number,
	days: SetDays,
	entered: Entered,
): Promise<IDataObject> {
	if (WEEKDAYS.every((weekday) => isWhole(days[weekday]))) return { ...days };
	const alone = await api
		.with({
			advice: `This request reads the current sending window. ${SET_WITHOUT_READING_ADVICE}`,
		})
		.object('GET', apiPath`/api/v1/public/campaigns/${campaignId}/`, { unwrap: 'campaign' })
		.catch(rejectionIn);
	const isRejected = alone instanceof NodeApiError;
	const window =
		(isRejected ? undefined : wholeWindow(alone, days)) ??
		wholeWindow(await campaignInList(api, campaignId), days) ??
		wholeWindow(undefined, days);
	if (window) return window;
	if (isRejected) throw alone;
	return entered.refuseRequest(
		'The current sending window of the campaign could not be read',
		SET_WITHOUT_READING_ADVICE,
	);
}
