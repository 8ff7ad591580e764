import { oneProspectHints, sameRequest, sentOnceHints } from '../../fields/items';
import { campaignLocator, leadListLocator } from '../../fields/locators';
import { ID_FORMS, idFormat, isTextFormat, prospectIds } from '../../fields/prospects';
import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import type { Parameters } from '../../../shared/parameters/parameters';
import { notice } from '../../../shared/parameters/fields';
import { WHOLE_LIST } from '../../operations/timeout';

/** The campaign is sent as `campaign_id`, unlike in extended API, 6.5. Only the path says that prospects leave the list. */
export const moveToCampaign = defineOperation({
	name: 'Move to Campaign',
	value: 'moveToCampaign',
	action: 'Move a lead list to a campaign',
	description:
		'Put the people of a list into a campaign with an undocumented request. It is unknown whether they leave the list.',
	request: 'POST /api/v1/public/lead-lists/{id}/move-to-campaign/',
	source: 'extended API, 6.6',
	effect: 'write',
	words: {
		nouns: ['lead list', 'lead lists'],
		done: 'moved',
		again: 'moves {them} again',
	},
	timeout: WHOLE_LIST,
	properties: [
		notice(
			'moveNotice',
			'This request is not documented. Prefer Add to Campaign, which is documented.',
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
					description: `Numeric IDs of the prospects to move, ${ID_FORMS} Leave empty to move the whole list.`,
				},
			],
		},
	],
	options: [idFormat],
	output: anyObject,
	parse(params) {
		return readMove(params);
	},
	group(input) {
		return sameRequest(input);
	},
	async send({ leadListId, body }, { api }) {
		const path = apiPath`/api/v1/public/lead-lists/${leadListId}/move-to-campaign/`;
		return await api.object('POST', path, { body });
	},
	hints(done) {
		return [...sentOnceHints(done), ...oneProspectHints(done)];
	},
});

/** As text, IDs are sent as in extended API, 6.6: all of them as an empty text. */
function readMove(params: Parameters) {
	const leadListId = params.id('leadListId');
	const campaignId = params.id('campaignId');
	const fields = params.collection('additionalFields');
	const chosen = fields.body({ prospectIds: 'ids' });
	const ids = fields.has('prospectIds') ? fields.ids('prospectIds') : [];
	const body = isTextFormat(params)
		? { campaign_id: String(campaignId), prospect_ids: ids.join(',') }
		: { campaign_id: campaignId, ...chosen };
	return { leadListId, body, prospectIds: ids };
}
