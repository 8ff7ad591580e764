import { listing, queryParameters, readListing } from '../../fields/listing';
import { leadListLocator } from '../../fields/locators';
import { leadOutput } from '../../fields/output';
import { LEAD_KEYS } from '../../fields/prospects';
import { apiPath } from '../../../shared/api/path';
import { lead, leadOfList } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { withParentIds } from '../../fields/shapes';

export const getLeads = defineOperation({
	name: 'Get Leads',
	value: 'getLeads',
	action: 'Get leads from a lead list',
	description: 'List the people or companies in a lead list',
	request: 'GET /api/v1/public/lead-lists/{id}/leads/',
	source: 'extended API, 6.3',
	effect: 'read',
	properties: [leadListLocator, ...listing],
	forms: leadOutput,
	options: [queryParameters],
	output: leadOfList,
	parse(params) {
		return { leadListId: params.id('leadListId'), ...readListing(params) };
	},
	async send({ leadListId, limit, query }, { api }) {
		const path = apiPath`/api/v1/public/lead-lists/${leadListId}/leads/`;
		const found = await api.list(path, { limit, query, key: LEAD_KEYS, schema: lead });
		return found.map((element) => withParentIds(element, { lead_list_id: leadListId }));
	},
});
