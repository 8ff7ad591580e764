import type { IDataObject } from 'n8n-workflow';
import { isDataObject } from '../../../shared/api/answers';
import type { ApiClient } from '../../../shared/api/client';
import { apiPath, type ApiPath } from '../../../shared/api/path';
import { campaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import type { Parameters } from '../../../shared/operations/parameters';
import { campaignSettings } from '../../fields/campaignSettings';
import { campaignLocator } from '../../fields/locators';
import { WEEKDAYS } from '../../fields/sendingWindow';
import { readJson, readRows } from '../../fields/sendingWindowValues';
import { campaignInShort, shortener, simplify } from '../../fields/simplify';
import { readTimeZone } from '../../fields/timeZone';

/** Weekdays that no row lists keep their present setting, so that the window can be sent whole. */
async function mergedRows(api: ApiClient, path: ApiPath, fields: Parameters): Promise<IDataObject> {
	const days = readRows(fields);
	if (WEEKDAYS.every((weekday) => days[weekday])) return { ...days };
	const advice = 'List all seven weekdays, then it need not be read';
	const { sending_window: present } = await api
		.withAdvice(`This was to read the present setting of the other weekdays. ${advice}`)
		.get(path, { unwrap: 'campaign' });
	const window: IDataObject = { ...(isDataObject(present) && present), ...days };
	if (WEEKDAYS.every((weekday) => window[weekday])) return window;
	return fields.refuseRequest('The campaign does not show the sending window to keep', advice);
}

/** Reference, PATCH /api/v1/public/campaigns/{id}/. */
export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a campaign',
	description: 'Change the settings of a campaign; what you do not choose stays as it is',
	effect: 'write',
	properties: [campaignLocator, campaignSettings, simplify],
	output: campaign,
	async execute({ api, params }) {
		const shorten = shortener(params, campaignInShort);
		const path = apiPath`/api/v1/public/campaigns/${params.id('campaignId')}/`;
		const fields = params.collection('updateFields');
		const body = fields.body({
			name: 'text',
			language: 'text',
			emailMaxMessages: 'integer',
			linkedinMaxMessages: 'integer',
			linkedinMaxConnections: 'integer',
		});
		if (fields.has('timezone')) body.timezone = readTimeZone(fields);
		if (fields.has('sendingWindow') && fields.has('sendingWindowJson')) {
			fields.refuseRequest('Choose either Sending Window or Sending Window (JSON), not both');
		}
		if (fields.has('sendingWindowJson')) body.sending_window = readJson(fields);
		if (fields.has('sendingWindow')) body.sending_window = await mergedRows(api, path, fields);
		params.requireAny('updateFields', body);
		const updated = await api.object('PATCH', path, { body, unwrap: 'campaign', schema: campaign });
		return shorten(updated);
	},
});
