import { apiPath } from '../../../shared/api/path';
import { campaignStep } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { campaignLocator, stepLocator } from '../../fields/locators';

/** Reference, GET /api/v1/public/campaigns/{id}/steps/{step_id}/. */
export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a campaign step',
	description: 'Retrieve one step of a campaign, with its message templates',
	effect: 'read',
	properties: [campaignLocator, stepLocator],
	output: campaignStep,
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/campaigns/${params.id('campaignId')}/steps/${params.id('stepId')}/`;
		return await api.get(path, { unwrap: 'step', schema: campaignStep });
	},
});
