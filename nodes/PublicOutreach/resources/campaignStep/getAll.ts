import { apiPath } from '../../../shared/api/path';
import { campaignStep } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { listing } from '../../fields/listing';
import { campaignLocator } from '../../fields/locators';

/** Extended API, 5.1. */
export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many campaign steps',
	description: 'List the steps of a campaign in their order, with their IDs and message templates',
	effect: 'read',
	properties: [campaignLocator, ...listing],
	output: campaignStep,
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/campaigns/${params.id('campaignId')}/steps/`;
		return await api.list(path, { limit: params.limit(), schema: campaignStep });
	},
});
