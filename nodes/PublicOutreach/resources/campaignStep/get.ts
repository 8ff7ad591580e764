import { apiPath } from '../../../shared/api/path';
import { campaignStep, stepOfCampaign } from '../../../shared/api/schemas';
import { withParentIds } from '../../fields/shapes';
import { defineOperation } from '../../operations/operation';
import { campaignLocator, stepLocator } from '../../fields/locators';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a campaign step',
	description: 'Retrieve one step of a campaign, with its message templates',
	request: 'GET /api/v1/public/campaigns/{id}/steps/{step_id}/',
	source: 'reference, GET /api/v1/public/campaigns/{id}/steps/{step_id}/',
	effect: 'read',
	properties: [campaignLocator, stepLocator],
	output: stepOfCampaign,
	parse(params) {
		return { campaignId: params.id('campaignId'), stepId: params.id('stepId') };
	},
	async send({ campaignId, stepId }, { api }) {
		const path = apiPath`/api/v1/public/campaigns/${campaignId}/steps/${stepId}/`;
		const step = await api.object('GET', path, { unwrap: 'step', schema: campaignStep });
		return withParentIds(step, { campaign_id: campaignId });
	},
});
