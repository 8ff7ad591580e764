import { apiPath } from '../../../shared/api/path';
import { campaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { campaignLocator } from '../../fields/locators';
import { campaignOutput } from '../../fields/outputs';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a campaign',
	description: 'Retrieve one campaign with its status, limits and sending window',
	request: 'GET /api/v1/public/campaigns/{id}/',
	source: 'extended API, 4.4',
	effect: 'read',
	properties: [campaignLocator, ...campaignOutput.properties],
	output: campaign,
	async execute({ api, params }) {
		const shape = campaignOutput.reader(params);
		const path = apiPath`/api/v1/public/campaigns/${params.id('campaignId')}/`;
		return shape(await api.get(path, { unwrap: 'campaign', schema: campaign }));
	},
});
