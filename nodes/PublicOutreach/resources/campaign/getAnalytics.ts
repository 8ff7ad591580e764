import { apiPath } from '../../../shared/api/path';
import { analyticsOfCampaign, anyObject } from '../../../shared/api/schemas';
import { withParentIds } from '../../fields/shapes';
import { defineOperation } from '../../operations/operation';
import { campaignLocator } from '../../fields/locators';

/** The fields of the response are not known. */
export const getAnalytics = defineOperation({
	name: 'Get Analytics',
	value: 'getAnalytics',
	action: 'Get campaign analytics',
	description: 'Retrieve the analytics of one campaign, such as messages sent and replies',
	request: 'GET /api/v1/public/campaigns/{id}/analytics/',
	source: 'extended API, 4.6',
	effect: 'read',
	properties: [campaignLocator],
	output: analyticsOfCampaign,
	parse(params) {
		return { campaignId: params.id('campaignId') };
	},
	async send({ campaignId }, { api }) {
		const path = apiPath`/api/v1/public/campaigns/${campaignId}/analytics/`;
		const numbers = await api.object('GET', path, { unwrap: 'analytics', schema: anyObject });
		return withParentIds(numbers, { campaign_id: campaignId });
	},
});
