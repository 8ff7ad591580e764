import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { WHOLE_LIST } from '../../../shared/operations/timeout';
import { actionResult } from '../../../shared/operations/actionResult';
import { repeatedListHints } from '../../fields/addedHints';
import { ID_FORMS, prospectIds } from '../../fields/ids';
import { notice } from '../../fields/notice';
import { oneProspectHints } from '../../fields/oneItemHints';
import { campaignLocator, leadListLocator } from '../../fields/locators';

/** The campaign is sent as `campaign_id`, unlike in extended API, 6.5. Only the path says that prospects leave the list. */
export const moveToCampaign = defineOperation({
	name: 'Move to Campaign',
	value: 'moveToCampaign',
	action: 'Move a lead list to a campaign',
	description:
		'Put the prospects of a lead list of people into a campaign. The service does not document this; it documents Add to Campaign.',
	request: 'POST /api/v1/public/lead-lists/{id}/move-to-campaign/',
	source: 'extended API, 6.6',
	effect: 'write',
	timeout: WHOLE_LIST,
	properties: [
		notice(
			'moveNotice',
			'The service does not document this operation. Prefer Add to Campaign, which is documented.',
		),
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
					description: `Numeric IDs of the prospects to move, ${ID_FORMS} Without IDs, the whole list is moved.`,
				},
			],
		},
	],
	output: anyObject,
	hints: (done) => [...repeatedListHints(done, 'move'), ...oneProspectHints(done)],
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/lead-lists/${params.id('leadListId')}/move-to-campaign/`;
		const body = {
			campaign_id: params.id('campaignId'),
			...params.collection('additionalFields').body({ prospectIds: 'ids' }),
		};
		return actionResult(await api.raw('POST', path, { body }));
	},
});
