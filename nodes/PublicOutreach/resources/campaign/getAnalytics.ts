import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { campaignLocator } from '../../fields/locators';

/** Extended API, 4.6: which numbers there are is not known. */
export const getAnalytics = defineOperation({
	name: 'Get Analytics',
	value: 'getAnalytics',
	action: 'Get the analytics of a campaign',
	description:
		'Retrieve how a campaign performs: its numbers of messages sent, replies and the like',
	effect: 'read',
	properties: [campaignLocator],
	output: anyObject,
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/campaigns/${params.id('campaignId')}/analytics/`;
		return await api.get(path, { unwrap: 'analytics', schema: anyObject });
	},
});
