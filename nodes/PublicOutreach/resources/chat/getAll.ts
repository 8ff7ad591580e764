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
	properties: [...listing, ...chatOutput.properties],
	options: [queryParameters],
	output: anyObject,
	async execute({ api, params }) {
		const toOutput = chatOutput.reader(params);
		const path = apiPath`/api/v1/public/chats`;
		const chats = await api.list(path, { ...readListing(params), key: 'chats', schema: anyObject });
		return chats.map(toOutput);
	},
});
