import { campaignLocator } from '../../fields/locators';
import { campaignOutput } from '../../fields/output';
import { apiPath } from '../../../shared/api/path';
import { campaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a campaign',
	description: 'Retrieve one campaign with its status, limits and sending window',
	request: 'GET /api/v1/public/campaigns/{id}/',
	source: 'extended API, 4.4',
	effect: 'read',
	properties: [campaignLocator],
	forms: campaignOutput,
	output: campaign,
	parse(params) {
		return { campaignId: params.id('campaignId') };
	},
	async send({ campaignId }, { api }) {
		const path = apiPath`/api/v1/public/campaigns/${campaignId}/`;
		return await api.object('GET', path, { unwrap: 'campaign', schema: campaign });
	},
});
