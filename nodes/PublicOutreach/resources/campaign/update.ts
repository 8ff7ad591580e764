import { isUsed } from '../../fields/filters';
import { campaignLocator } from '../../fields/locators';
import { campaignOutput } from '../../fields/output';
import { readJson, readWholeWindow } from './sendingWindow';
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
	properties: [campaignLocator, campaignSettings, ...campaignOutput.properties],
	output: campaign,
	async execute({ api, params }) {
		const toOutput = campaignOutput.reader(params);
		const campaignId = params.id('campaignId');
		const path = apiPath`/api/v1/public/campaigns/${campaignId}/`;
		const fields = params.collection('updateFields');
		const body = fields.body({
			name: 'text',
			language: 'text',
			emailMaxMessages: 'integer',
			linkedinMaxMessages: 'integer',
			linkedinMaxConnections: 'integer',
		});
		if (isUsed(fields, 'timezone')) body.timezone = readTimeZone(fields);
		if (fields.has('sendingWindow') && isUsed(fields, 'sendingWindowJson')) {
			fields.refuseRequest('Choose either Sending Window or Sending Window (JSON), not both');
		}
		if (isUsed(fields, 'sendingWindowJson')) body.sending_window = readJson(fields);
		if (fields.has('sendingWindow')) {
			body.sending_window = await readWholeWindow(api, campaignId, fields);
		}
		params.requireAny(body);
		const updated = await api.object('PATCH', path, { body, unwrap: 'campaign', schema: campaign });
		return toOutput(updated);
	},
});
