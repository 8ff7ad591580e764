import { listing, queryParameters, readListing } from '../../fields/listing';
import { campaignLocator } from '../../fields/locators';
import { stepOutput } from '../../fields/output';
import { apiPath } from '../../../shared/api/path';
import { campaignStep, stepOfCampaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { withParentIds } from '../../fields/shapes';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many campaign steps',
	description: 'List the steps of a campaign in order, with their IDs and message templates',
	request: 'GET /api/v1/public/campaigns/{id}/steps/',
	source: 'extended API, 5.1',
	effect: 'read',
	properties: [campaignLocator, ...listing],
	forms: stepOutput,
	options: [queryParameters],
	output: stepOfCampaign,
	parse(params) {
		return { campaignId: params.id('campaignId'), ...readListing(params) };
	},
	async send({ campaignId, limit, query }, { api }) {
		const path = apiPath`/api/v1/public/campaigns/${campaignId}/steps/`;
		const steps = await api.list(path, { limit, query, key: 'steps', schema: campaignStep });
		return steps.map((step) => withParentIds(step, { campaign_id: campaignId }));
	},
});
