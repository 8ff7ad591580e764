import { defineResource, type Resource } from '../operations/operation';
import { call } from './apiEndpoint/call';
import { create as createApiKey } from './apiKey/create';
import { getAll as getApiKeys } from './apiKey/getAll';
import { revoke } from './apiKey/revoke';
import { rotate } from './apiKey/rotate';
import { create as createCampaign } from './campaign/create';
import { get as getCampaign } from './campaign/get';
import { getAll as getCampaigns } from './campaign/getAll';
import { getAnalytics } from './campaign/getAnalytics';
import { getManyAnalytics } from './campaign/getManyAnalytics';
import { update as updateCampaign } from './campaign/update';
import { deleteStep } from './campaignStep/delete';
import { get as getStep } from './campaignStep/get';
import { getAll as getSteps } from './campaignStep/getAll';
import { update as updateStep } from './campaignStep/update';
import { getAll as getChats } from './chat/getAll';
import { sendMessage } from './chat/sendMessage';
import { addLeads } from './leadList/addLeads';
import { addToCampaign } from './leadList/addToCampaign';
import { create as createLeadList } from './leadList/create';
import { enrich } from './leadList/enrich';
import { getAll as getLeadLists } from './leadList/getAll';
import { getLeads } from './leadList/getLeads';
import { moveToCampaign } from './leadList/moveToCampaign';
import { search } from './prospect/search';
import { disable } from './webhook/disable';
import { set } from './webhook/set';

/** Everything that the action node can do, in the order in which it is shown. */
export const resources: Resource[] = [
	defineResource({
		name: 'Campaign',
		value: 'campaign',
		description: 'An outreach campaign and its settings',
		operations: [
			createCampaign,
			getCampaign,
			getCampaigns,
			getAnalytics,
			getManyAnalytics,
			updateCampaign,
		],
	}),
	defineResource({
		name: 'Campaign Step',
		value: 'campaignStep',
		description: 'A step of a campaign, such as an email that it sends',
		operations: [deleteStep, getStep, getSteps, updateStep],
	}),
	defineResource({
		name: 'Chat',
		value: 'chat',
		description: 'A chat (conversation) with a lead',
		operations: [getChats, sendMessage],
	}),
	defineResource({
		name: 'Lead List',
		value: 'leadList',
		description: 'A list of leads (people or companies) to contact',
		operations: [
			addLeads,
			addToCampaign,
			createLeadList,
			enrich,
			getLeadLists,
			getLeads,
			moveToCampaign,
		],
	}),
	defineResource({
		name: 'Prospect',
		value: 'prospect',
		description: 'A person or company that could become a lead',
		operations: [search],
	}),
	// The last ones concern the account, or are needed only if no other operation serves.
	defineResource({
		name: 'API Key',
		value: 'apiKey',
		description: "A key for the service's API",
		operations: [createApiKey, getApiKeys, revoke, rotate],
	}),
	defineResource({
		name: 'Webhook',
		value: 'webhook',
		description: 'The URL to which the service sends incoming messages',
		operations: [disable, set],
		preset: 'set',
	}),
	defineResource({
		name: 'API Endpoint',
		value: 'apiEndpoint',
		description: 'Any other endpoint of the service',
		operations: [call],
	}),
];
