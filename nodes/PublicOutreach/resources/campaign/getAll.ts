import { apiPath } from '../../../shared/api/path';
import { campaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { campaignFilters, readStatus, readWorkspace } from '../../fields/campaignFilters';
import { listing, listOptions, readListing } from '../../fields/listing';
import { campaignOutput } from '../../fields/outputs';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many campaigns',
	description: 'List campaigns with their IDs and status, of one workspace or of all',
	request: 'GET /api/v1/public/campaigns/',
	source: 'reference, GET /api/v1/public/campaigns/; of other workspaces: extended API, 4.1',
	effect: 'read',
	properties: [...listing, campaignFilters, ...campaignOutput.properties, listOptions],
	output: campaign,
	async execute({ api, params }) {
		const shape = campaignOutput.reader(params);
		const workspace = readWorkspace(params);
		const isWanted = readStatus(params);
		const { limit, query } = readListing(params);
		const path =
			'workspace_id' in workspace
				? apiPath`/api/v1/campaigns/`
				: apiPath`/api/v1/public/campaigns/`;
		const found = await api.list(path, {
			query: { ...query, ...workspace },
			key: 'campaigns',
			schema: campaign,
			// The limit applies to the campaigns with the status.
			...(!isWanted && { limit }),
		});
		const wanted = isWanted ? found.filter(isWanted).slice(0, limit) : found;
		return wanted.map(shape);
	},
});
