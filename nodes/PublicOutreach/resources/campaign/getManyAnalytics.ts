import { campaignNumbers } from '../../../shared/api/responseSchemas';
import { apiPath } from '../../../shared/api/path';
import { defineOperation } from '../../../shared/operations/operation';
import { readWorkspace, workspaceFilter } from '../../fields/campaignFilters';
import { listing, listOptions, readListing } from '../../fields/listing';
import { analyticsOutput } from '../../fields/outputs';

export const getManyAnalytics = defineOperation({
	name: 'Get Many Analytics',
	value: 'getManyAnalytics',
	action: 'Get the analytics of many campaigns',
	description:
		'Retrieve the numbers of all campaigns in one request: prospects, messages sent, replies and the like, with the name of each campaign',
	request: 'GET /api/v1/dashboard/campaign-analytics/',
	source: 'extended API, 4.7',
	effect: 'read',
	properties: [...listing, workspaceFilter, ...analyticsOutput.properties, listOptions],
	output: campaignNumbers,
	async execute({ api, params }) {
		const shape = analyticsOutput.reader(params);
		const { limit, query } = readListing(params);
		const numbers = await api.list(apiPath`/api/v1/dashboard/campaign-analytics/`, {
			limit,
			query: { ...query, ...readWorkspace(params) },
			key: 'campaigns',
			schema: campaignNumbers,
		});
		return numbers.map(shape);
	},
});
