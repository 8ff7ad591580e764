import { listing, queryParameters, readListing } from '../../fields/listing';
import { chatOutput } from '../../fields/output';
import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';

/** The one path without a trailing slash. */
export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many chats',
	description: 'List the chats (conversations) with leads',
	request: 'GET /api/v1/public/chats',
	source: 'reference, GET /api/v1/public/chats',
	effect: 'read',
	properties: listing,
	forms: chatOutput,
	options: [queryParameters],
	output: anyObject,
	parse(params) {
		return readListing(params);
	},
	async send(wanted, { api }) {
		const path = apiPath`/api/v1/public/chats`;
		return await api.list(path, { ...wanted, key: 'chats', schema: anyObject });
	},
});
