import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { outcomeOf } from '../../../shared/operations/outcome';
import { companyIds, prospectIds } from '../../fields/ids';
import { leadListLocator } from '../../fields/locators';

/** Extended API, 6.4; IDs go as arrays, as 6.5 documents it for the same field. */
export const addLeads = defineOperation({
	name: 'Add Leads',
	value: 'addLeads',
	action: 'Add leads to a lead list',
	description:
		'Add people to a lead list by their prospect IDs, or companies to a list that was created for companies',
	effect: 'write',
	properties: [leadListLocator, prospectIds, companyIds],
	output: anyObject,
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/lead-lists/${params.id('leadListId')}/add-leads/`;
		const people = params.ids('prospectIds');
		const companies = params.ids('companyIds');
		if (people.length + companies.length === 0) {
			params.refuseRequest('Enter the prospect IDs or the company IDs to add to the lead list');
		}
		const body = {
			...(people.length > 0 && { prospect_ids: people }),
			...(companies.length > 0 && { company_ids: companies }),
		};
		return outcomeOf(await api.raw('POST', path, { body, emptyAllowed: true }));
	},
});
