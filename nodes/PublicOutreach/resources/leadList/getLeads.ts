import { apiPath } from '../../../shared/api/path';
import { lead } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { listing } from '../../fields/listing';
import { leadListLocator } from '../../fields/locators';
import { leadInShort, shortener, simplify } from '../../fields/simplify';

/** Extended API, 6.3. */
export const getLeads = defineOperation({
	name: 'Get Leads',
	value: 'getLeads',
	action: 'Get the leads of a lead list',
	description:
		'List the leads that a lead list holds: people, or companies for a list of companies',
	effect: 'read',
	properties: [leadListLocator, ...listing, simplify],
	output: lead,
	async execute({ api, params }) {
		const shorten = shortener(params, leadInShort);
		const path = apiPath`/api/v1/public/lead-lists/${params.id('leadListId')}/leads/`;
		const found = await api.list(path, { limit: params.limit(), schema: lead });
		return found.map(shorten);
	},
});
