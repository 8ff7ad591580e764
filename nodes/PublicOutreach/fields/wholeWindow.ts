import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { isDataObject } from '../../shared/api/responses/json';
import type { ApiClient } from '../../shared/api/client';
import { apiPath } from '../../shared/api/path';
import type { Parameters } from '../../shared/operations/parameters';
import { WEEKDAYS } from './sendingWindow';
import { readRows, type Day, type SetDays } from './sendingWindowValues';

const isWhole = (day: unknown): boolean =>
	isDataObject(day) && day.start !== undefined && day.end !== undefined;

const ADVICE =
	'To change it without reading it first, list all seven weekdays with their times, or give it as Sending Window (JSON)';

/** Failures that reading the list would have too: a bad key, the rate limit, a timeout. */
const FAILS_FOR_LIST_TOO = ['401', '408', '429'];

/** A weekday with the values of its row; its other fields keep their values. */
function merged(current: unknown, set: Day | undefined): IDataObject {
	return { ...(isDataObject(current) && current), ...set };
}

/** A campaign's window with the values of the rows; `undefined` where a weekday is then incomplete. */
function wholeWindow(campaign: IDataObject | undefined, days: SetDays): IDataObject | undefined {
	const read = campaign?.sending_window;
	const current = isDataObject(read) ? read : {};
	const window: IDataObject = { ...current };
	for (const weekday of WEEKDAYS) window[weekday] = merged(current[weekday], days[weekday]);
	return WEEKDAYS.every((weekday) => isWhole(window[weekday])) ? window : undefined;
}

function refusalIn(error: unknown): NodeApiError {
	const isAnswer = error instanceof NodeApiError && /^\d{3}$/.test(error.httpCode ?? '');
	if (isAnswer && !FAILS_FOR_LIST_TOO.includes(error.httpCode ?? '')) return error;
	throw error;
}

async function campaignInList(api: ApiClient, id: number): Promise<IDataObject | undefined> {
	const list = api.list(apiPath`/api/v1/public/campaigns/`, { key: 'campaigns' });
	const campaigns = await list.catch((error: unknown) => {
		if (error instanceof NodeApiError) return [];
		throw error;
	});
	return campaigns.find((campaign) => String(campaign.id) === String(id));
}

/**
 * The sending window of the rows, completed, as the service requires: missing values are read from the
 * campaign, and where that cannot be read alone (extended API, 4.4: the reference has no such request),
 * from the list.
 */
export async function readWholeWindow(
	api: ApiClient,
	campaignId: number,
	fields: Parameters,
): Promise<IDataObject> {
	const days = readRows(fields);
	if (WEEKDAYS.every((weekday) => isWhole(days[weekday]))) return { ...days };
	const alone = await api
		.withAdvice(`The current sending window was to be read here. ${ADVICE}`)
		.get(apiPath`/api/v1/public/campaigns/${campaignId}/`, { unwrap: 'campaign' })
		.catch(refusalIn);
	const isRefused = alone instanceof NodeApiError;
	const window =
		(isRefused ? undefined : wholeWindow(alone, days)) ??
		wholeWindow(await campaignInList(api, campaignId), days);
	if (window) return window;
	if (isRefused) throw alone;
	return fields.refuseRequest('The campaign does not show the sending window to keep', ADVICE);
}
