import { oneProspectHints, sameRequest, sentOnceHints } from '../../fields/items';
import { campaignLocator, leadListLocator } from '../../fields/locators';
import {
	explainCompanies,
	idFormat,
	NOBODY_CHOSEN,
	nobodyChosenHints,
} from '../../fields/prospects';
import { moveFields, readMove } from './moveToCampaignFields';
import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { notice } from '../../../shared/parameters/fields';
import { WHOLE_LIST } from '../../operations/timeout';

/** The campaign is sent as `campaign_id`, unlike in extended API, 6.5. Only the path says that prospects leave the list. */
export const moveToCampaign = defineOperation({
	name: 'Move to Campaign',
	value: 'moveToCampaign',
	action: 'Move a lead list to a campaign',
	description:
		'Put the leads of a list into a campaign with an undocumented request. It is unknown whether they leave the list.',
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
		moveFields,
	],
	options: [idFormat],
	output: anyObject,
	parse(params) {
		return readMove(params);
	},
	group(input) {
		return input.prospectIds?.length === 0 ? undefined : sameRequest(input);
	},
	async send({ leadListId, body, prospectIds: chosen }, { api }) {
		if (chosen?.length === 0) return { ...NOBODY_CHOSEN };
		const path = apiPath`/api/v1/public/lead-lists/${leadListId}/move-to-campaign/`;
		return await api.object('POST', path, { body }).catch(explainCompanies);
	},
	hints(done) {
		return [...sentOnceHints(done), ...oneProspectHints(done), ...nobodyChosenHints(done)];
	},
});
