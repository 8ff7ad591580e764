import { addedToCampaign } from '../../../shared/api/answerSchemas';
import { apiPath } from '../../../shared/api/path';
import { defineOperation } from '../../../shared/operations/operation';
import { addToCampaignOptions } from '../../fields/addToCampaignOptions';
import { campaignLocator, leadListLocator } from '../../fields/locators';

/** Extended API, 6.5: the campaign goes as `campaign`, unlike in 6.6. */
export const addToCampaign = defineOperation({
	name: 'Add to Campaign',
	value: 'addToCampaign',
	action: 'Add the leads of a lead list to a campaign',
	description:
		'Put the prospects of a lead list into a campaign; they stay in the list. By default the service takes one prospect per company, and nobody who is in another campaign.',
	effect: 'write',
	properties: [leadListLocator, campaignLocator, addToCampaignOptions],
	output: addedToCampaign,
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/lead-lists/${params.id('leadListId')}/add-to-campaign/`;
		const body = {
			campaign: params.id('campaignId'),
			...params.collection('additionalFields').body({
				prospectIds: 'ids',
				amount: 'integer',
				allowDuplicates: 'flag',
				prospectsPerCompany: 'integer',
				filters: 'json',
				sortField: 'text',
				sortDirection: 'option',
				activate: 'flag',
			}),
		};
		return await api.object('POST', path, { body, schema: addedToCampaign });
	},
});
