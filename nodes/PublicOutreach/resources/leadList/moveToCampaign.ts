import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { outcomeOf } from '../../../shared/operations/outcome';
import { prospectIds } from '../../fields/ids';
import { campaignLocator, leadListLocator } from '../../fields/locators';

/** Extended API, 6.6: the campaign goes as `campaign_id`, unlike in 6.5. */
export const moveToCampaign = defineOperation({
	name: 'Move to Campaign',
	value: 'moveToCampaign',
	action: 'Move the leads of a lead list to a campaign',
	description:
		'Move prospects out of a lead list of people into a campaign. Where they may stay in the list, use Add to Campaign, which the service documents.',
	effect: 'write',
	properties: [
		leadListLocator,
		campaignLocator,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					...prospectIds,
					description: `${prospectIds.description}; without them, all of the list are moved`,
				},
			],
		},
	],
	output: anyObject,
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/lead-lists/${params.id('leadListId')}/move-to-campaign/`;
		const body = {
			campaign_id: params.id('campaignId'),
			...params.collection('additionalFields').body({ prospectIds: 'ids' }),
		};
		return outcomeOf(await api.raw('POST', path, { body, emptyAllowed: true }));
	},
});
