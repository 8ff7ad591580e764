import { apiPath } from '../../../shared/api/path';
import { campaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { listing } from '../../fields/listing';
import { campaignInShort, shortener, simplify } from '../../fields/simplify';

/** Reference, GET /api/v1/public/campaigns/. */
export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many campaigns',
	description: 'List the campaigns that the API key can see, with their IDs and status',
	effect: 'read',
	properties: [...listing, simplify],
	output: campaign,
	async execute({ api, params }) {
		const shorten = shortener(params, campaignInShort);
		const limit = params.limit();
		const found = await api.list(apiPath`/api/v1/public/campaigns/`, { limit, schema: campaign });
		return found.map(shorten);
	},
});
