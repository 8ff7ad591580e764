import { addedToCampaign } from '../../../shared/api/responseSchemas';
import { apiPath } from '../../../shared/api/path';
import { chosenFilters } from '../../../shared/operations/filters';
import { defineOperation } from '../../../shared/operations/operation';
import { WHOLE_LIST } from '../../../shared/operations/timeout';
import { addedHints, repeatedListHints } from '../../fields/addedHints';
import { addToCampaignFields } from '../../fields/addToCampaignFields';
import { notice } from '../../fields/notice';
import { oneProspectHints } from '../../fields/oneItemHints';
import { campaignLocator, leadListLocator } from '../../fields/locators';

const NOTICE = notice(
	'addToCampaignNotice',
	'Adds the whole list unless you choose prospects. Prospects per Company and Allow Duplicates decide who is left out.',
);

/** The campaign is sent as `campaign`, unlike in extended API, 6.6. */
export const addToCampaign = defineOperation({
	name: 'Add to Campaign',
	value: 'addToCampaign',
	action: 'Add a lead list to a campaign',
	description:
		'Put prospects of a lead list into a campaign; by default one per company, and nobody who is in another campaign',
	request: 'POST /api/v1/public/lead-lists/{id}/add-to-campaign/',
	source: 'extended API, 6.5',
	effect: 'write',
	timeout: WHOLE_LIST,
	properties: [NOTICE, leadListLocator, campaignLocator, ...addToCampaignFields],
	output: addedToCampaign,
	hints: (done) => [
		...repeatedListHints(done, 'add'),
		...oneProspectHints(done),
		...addedHints(done),
	],
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/lead-lists/${params.id('leadListId')}/add-to-campaign/`;
		const fields = params.collection('additionalFields');
		const isIncluded = params.flag('includeProspects');
		const body = {
			campaign: params.id('campaignId'),
			prospects_per_company: params.integer('prospectsPerCompany'),
			allow_duplicates: params.flag('allowDuplicates'),
			...chosenFilters(fields),
			...fields.body({
				prospectIds: 'ids',
				amount: 'integer',
				sortField: 'text',
				sortDirection: 'option',
				activate: 'flag',
			}),
		};
		const answer = await api.object('POST', path, { body, schema: addedToCampaign });
		if (isIncluded) return answer;
		return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'prospects'));
	},
});
