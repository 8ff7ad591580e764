import { apiPath } from '../../../shared/api/path';
import { leadList } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { filteredList, filtersOf, nameContains, readFilteredListing } from '../../fields/filters';
import { listing, queryParameters } from '../../fields/listing';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many lead lists',
	description: 'List the lead lists that the API key can see',
	request: 'GET /api/v1/public/lead-lists/',
	source: 'reference, GET /api/v1/public/lead-lists/',
	effect: 'read',
	properties: [...listing, filtersOf('lead lists', [nameContains])],
	options: [queryParameters],
	output: leadList,
	parse(params) {
		return readFilteredListing(params);
	},
	async send(wanted, { api }) {
		const path = apiPath`/api/v1/public/lead-lists/`;
		return await filteredList(api, path, wanted, { key: 'lead_lists', schema: leadList });
	},
});
