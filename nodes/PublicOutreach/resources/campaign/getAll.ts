import {
	filteredList,
	filtersOf,
	nameContains,
	readFilteredListing,
	readWorkspace,
	status,
	workspaceId,
} from '../../fields/filters';
import { listing, queryParameters } from '../../fields/listing';
import { campaignOutput } from '../../fields/output';
import { apiPath } from '../../../shared/api/path';
import { campaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many campaigns',
	description: 'List campaigns with their IDs and status, also those of other workspaces',
	request: 'GET /api/v1/public/campaigns/',
	source: 'reference, GET /api/v1/public/campaigns/; of other workspaces: extended API, 4.1',
	effect: 'read',
	properties: [...listing, filtersOf('campaigns', [nameContains, status, workspaceId])],
	forms: campaignOutput,
	options: [queryParameters],
	output: campaign,
	parse(params) {
		return { workspace: readWorkspace(params), wanted: readFilteredListing(params) };
	},
	async send({ workspace, wanted }, { api }) {
		const path =
			'workspace_id' in workspace
				? apiPath`/api/v1/campaigns/`
				: apiPath`/api/v1/public/campaigns/`;
		const options = { query: workspace, key: 'campaigns', schema: campaign };
		return await filteredList(api, path, wanted, options);
	},
});
