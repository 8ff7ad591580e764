import { listing, queryParameters, readListing } from '../../fields/listing';
import { API_KEYS } from './ownKey';
import { apiKey } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many API keys',
	description:
		'List the API keys of the user. A full key is shown only when it is created or rotated.',
	request: 'GET /api/v1/api-keys/',
	source: 'extended API, 3',
	effect: 'read',
	properties: listing,
	options: [queryParameters],
	output: apiKey,
	parse(params) {
		return readListing(params);
	},
	async send(wanted, { api }) {
		return await api.list(API_KEYS.path, { ...wanted, ...API_KEYS.list });
	},
});
