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
	properties: [campaignLocator, ...campaignOutput.properties],
	output: campaign,
	async execute({ api, params }) {
		const toOutput = campaignOutput.reader(params);
		const path = apiPath`/api/v1/public/campaigns/${params.id('campaignId')}/`;
		return toOutput(await api.object('GET', path, { unwrap: 'campaign', schema: campaign }));
	},
});
