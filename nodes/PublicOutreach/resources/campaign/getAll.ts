import {
	filteredList,
	filtersOf,
	nameContains,
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
	description: 'List the campaigns of one or all workspaces, with their IDs and status',
	request: 'GET /api/v1/public/campaigns/',
	source: 'reference, GET /api/v1/public/campaigns/; of other workspaces: extended API, 4.1',
	effect: 'read',
	properties: [
		...listing,
		filtersOf('campaigns', [nameContains, status, workspaceId]),
		...campaignOutput.properties,
	],
	options: [queryParameters],
	output: campaign,
	async execute({ api, params }) {
		const toOutput = campaignOutput.reader(params);
		const workspace = readWorkspace(params);
		const path =
			'workspace_id' in workspace
				? apiPath`/api/v1/campaigns/`
				: apiPath`/api/v1/public/campaigns/`;
		const options = { query: workspace, key: 'campaigns', schema: campaign };
		const found = await filteredList(api, params, path, options);
		return found.map(toOutput);
	},
});
