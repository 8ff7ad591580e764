import {
	filteredList,
	filtersOf,
	readFilteredListing,
	readWorkspace,
	status,
	workspaceId,
} from '../../fields/filters';
import { listing, queryParameters } from '../../fields/listing';
import { analyticsOutput } from '../../fields/output';
import { apiPath } from '../../../shared/api/path';
import { field, identifier, integer, object, text } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';

/** Extended API, 4.7: a campaign with its numbers. */
const campaignNumbers = object({
	id: identifier,
	name: text,
	status: text,
	workspace_id: integer,
	analytics: field(
		object({
			amount_of_prospects: integer,
			amount_of_emails_sent: integer,
			amount_of_invites_sent: integer,
			amount_of_invites_accepted: integer,
			amount_of_linkedin_messages_sent: integer,
			amount_of_prospects_contacted: integer,
			amount_of_replies: integer,
			amount_of_interested: integer,
			average_reply_time: text,
		}),
	),
});

export const getManyAnalytics = defineOperation({
	name: 'Get Many Analytics',
	value: 'getManyAnalytics',
	action: 'Get the analytics of many campaigns',
	description:
		'Retrieve the analytics of all campaigns in one request, such as prospects, messages sent and replies',
	request: 'GET /api/v1/dashboard/campaign-analytics/',
	source: 'extended API, 4.7',
	effect: 'read',
	properties: [...listing, filtersOf('campaigns', [status, workspaceId])],
	forms: analyticsOutput,
	options: [queryParameters],
	output: campaignNumbers,
	parse(params) {
		return { workspace: readWorkspace(params), wanted: readFilteredListing(params) };
	},
	async send({ workspace, wanted }, { api }) {
		const path = apiPath`/api/v1/dashboard/campaign-analytics/`;
		const options = { query: workspace, key: 'campaigns', schema: campaignNumbers };
		return await filteredList(api, path, wanted, options);
	},
});
