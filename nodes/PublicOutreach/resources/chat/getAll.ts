import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { listing } from '../../fields/listing';

/** Reference, GET /api/v1/public/chats: the one path without a trailing slash. */
export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many chats',
	description: 'List the conversations with leads',
	effect: 'read',
	properties: listing,
	output: anyObject,
	async execute({ api, params }) {
		return await api.list(apiPath`/api/v1/public/chats`, {
			limit: params.limit(),
			schema: anyObject,
		});
	},
});
