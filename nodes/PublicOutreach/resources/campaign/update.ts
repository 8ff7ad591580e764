import { campaignLocator } from '../../fields/locators';
import { campaignOutput } from '../../fields/output';
import { mergedWindow, readJson, readRows, staysOnHints } from './sendingWindow';
import { campaignSettings } from './settings';
import { readTimeZone } from './timeZone';
import { apiPath } from '../../../shared/api/path';
import { campaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a campaign',
	description: "Change the settings of a campaign. Fields that you don't add keep their values.",
	request: 'PATCH /api/v1/public/campaigns/{id}/',
	source: 'reference, PATCH /api/v1/public/campaigns/{id}/',
	effect: 'write',
	words: {
		nouns: ['campaign', 'campaigns'],
		done: 'changed',
		again: 'changes {them} again',
	},
	properties: [campaignLocator, campaignSettings],
	forms: campaignOutput,
	output: campaign,
	parse(params) {
		const campaignId = params.id('campaignId');
		const fields = params.collection('updateFields');
		const body = fields.body({
			name: 'text',
			language: 'text',
			emailMaxMessages: 'integer',
			linkedinMaxMessages: 'integer',
			linkedinMaxConnections: 'integer',
		});
		if (fields.isSet('timezone')) body.timezone = readTimeZone(fields);
		if (fields.has('sendingWindow') && fields.isSet('sendingWindowJson')) {
			fields.refuseRequest('Choose either Sending Window or Sending Window (JSON), not both');
		}
		if (fields.isSet('sendingWindowJson')) body.sending_window = readJson(fields);
		const days = fields.has('sendingWindow') ? readRows(fields) : undefined;
		params.requireAny({ ...body, ...days });
		return { campaignId, body, days };
	},
	async send({ campaignId, body, days }, { api, entered }) {
		const path = apiPath`/api/v1/public/campaigns/${campaignId}/`;
		// Read right before the write, so that no change in between is undone.
		const sendingWindow = days && (await mergedWindow(api, campaignId, days, entered));
		const changes = { ...body, ...(sendingWindow && { sending_window: sendingWindow }) };
		const options = { body: changes, unwrap: 'campaign', schema: campaign };
		const updated = await api.object('PATCH', path, options);
		if (days && sendingWindow) staysOnHints(days, sendingWindow).forEach((text) => api.hint(text));
		return updated;
	},
});
