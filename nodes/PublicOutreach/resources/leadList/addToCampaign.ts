import { oneProspectHints, sameRequest, sentOnceHints } from '../../fields/items';
import { explainCompanies, NOBODY_CHOSEN, nobodyChosenHints } from '../../fields/prospects';
import { campaignLocator, leadListLocator } from '../../fields/locators';
import { addedHints, addToCampaignFields, readAddition } from './addToCampaignFields';
import { apiPath } from '../../../shared/api/path';
import { addedToCampaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { notice } from '../../../shared/parameters/fields';
import { WHOLE_LIST } from '../../operations/timeout';

const NOTICE = notice(
	'addToCampaignNotice',
	'Adds the whole list unless you enter prospect IDs: by default one lead per company, and no one from another campaign',
);

export const addToCampaign = defineOperation({
	name: 'Add to Campaign',
	value: 'addToCampaign',
	action: 'Add a lead list to a campaign',
	description:
		'Add leads of a lead list to a campaign, by default one per company and no one who is in another campaign. Companies cannot be added.',
	request: 'POST /api/v1/public/lead-lists/{id}/add-to-campaign/',
	source: 'extended API, 6.5',
	effect: 'write',
	words: {
		nouns: ['lead list', 'lead lists'],
		done: 'added',
		again: 'adds {them} again',
	},
	timeout: WHOLE_LIST,
	properties: [NOTICE, leadListLocator, campaignLocator, ...addToCampaignFields],
	output: addedToCampaign,
	parse(params) {
		return readAddition(params);
	},
	group(input) {
		return input.prospectIds?.length === 0 ? undefined : sameRequest(input);
	},
	async send({ leadListId, body, prospectIds, includesProspects }, { api }) {
		if (prospectIds?.length === 0) {
			return { ...NOBODY_CHOSEN, ...(includesProspects && { prospects: [] }) };
		}
		const path = apiPath`/api/v1/public/lead-lists/${leadListId}/add-to-campaign/`;
		const options = { body, schema: addedToCampaign };
		const added = await api.object('POST', path, options).catch(explainCompanies);
		if (includesProspects) return added;
		return Object.fromEntries(Object.entries(added).filter(([name]) => name !== 'prospects'));
	},
	hints(done) {
		return [
			...sentOnceHints(done),
			...oneProspectHints(done),
			...nobodyChosenHints(done),
			...addedHints(done),
		];
	},
});
