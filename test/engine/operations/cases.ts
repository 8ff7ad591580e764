import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from './wire';

/** One canonical use of an operation: its fields, and the resulting request. */
export interface Case {
	fields: INodeParameters;
	/** Method, path, query and raw body, as `wire()` gives them. */
	wire: string;
	/** Three input items, where the fields have expressions that refer to them; empty ones otherwise. */
	items?: IDataObject[];
	/** What a model sends for fields with `$fromAI`, by the display name with underscores: `Lead_List`. */
	arguments?: Record<string, unknown>;
}

const PUBLIC = '/api/v1/public';

/** A case for each operation, named `resource.operation`; the seed of the simulator has these IDs. */
export const cases: Record<string, Case> = {
	'apiEndpoint.call': {
		fields: { method: 'GET', path: '/api/v1/api-keys/' },
		wire: 'GET /api/v1/api-keys/',
	},
	'apiKey.create': {
		fields: { body: '{"name":"n8n"}' },
		wire: 'POST /api/v1/api-keys/ {"name":"n8n"}',
	},
	'apiKey.getAll': { fields: {}, wire: 'GET /api/v1/api-keys/' },
	'apiKey.revoke': {
		fields: { apiKeyId: byId(90_002), allowOwnKey: true },
		wire: 'POST /api/v1/api-keys/90002/revoke/',
	},
	'apiKey.rotate': {
		fields: { apiKeyId: byId(90_002), allowOwnKey: true },
		wire: 'POST /api/v1/api-keys/90002/rotate/',
	},
	'campaign.create': {
		fields: { name: 'Autumn' },
		wire: `POST ${PUBLIC}/campaigns/ {"name":"Autumn"}`,
	},
	'campaign.get': { fields: { campaignId: byId(101) }, wire: `GET ${PUBLIC}/campaigns/101/` },
	'campaign.getAll': { fields: {}, wire: `GET ${PUBLIC}/campaigns/` },
	'campaign.getAnalytics': {
		fields: { campaignId: byId('101') },
		wire: `GET ${PUBLIC}/campaigns/101/analytics/`,
	},
	'campaign.getManyAnalytics': { fields: {}, wire: 'GET /api/v1/dashboard/campaign-analytics/' },
	'campaign.update': {
		fields: { campaignId: byId('103'), updateFields: { name: 'Pilot' } },
		wire: `PATCH ${PUBLIC}/campaigns/103/ {"name":"Pilot"}`,
	},
	'campaignStep.delete': {
		fields: { campaignId: byId('103'), stepId: byId('={{ $json.id ?? 10301 }}') },
		wire: `DELETE ${PUBLIC}/campaigns/103/steps/10301/`,
		items: [{ id: 10301 }, { id: 10302 }, { id: 10303 }],
		arguments: { Campaign_Step: '10301' },
	},
	'campaignStep.get': {
		fields: { campaignId: byId('103'), stepId: byId('10302') },
		wire: `GET ${PUBLIC}/campaigns/103/steps/10302/`,
	},
	'campaignStep.getAll': {
		fields: { campaignId: byId('103') },
		wire: `GET ${PUBLIC}/campaigns/103/steps/`,
	},
	'campaignStep.update': {
		fields: {
			campaignId: byId('103'),
			stepId: byId('10302'),
			updateFields: { messageTemplate: 'Hello {{first_name}}' },
		},
		wire: `PATCH ${PUBLIC}/campaigns/103/steps/10302/ {"message_template":"Hello {{first_name}}"}`,
	},
	'chat.getAll': { fields: {}, wire: `GET ${PUBLIC}/chats` },
	'chat.sendMessage': {
		fields: { prospectId: '5001', message: "={{ $json.text ?? 'Thank you!' }}" },
		items: [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
		arguments: { Message: 'Thank you!' },
		wire: `POST ${PUBLIC}/chats/5001/send-message/ {"message":"Thank you!"}`,
	},
	'leadList.addLeads': {
		fields: { leadListId: byId('301'), prospectIds: "={{ $json.ids ?? '5005, 5006' }}" },
		items: [{ ids: '5005' }, { ids: '5006' }, { ids: '5007' }],
		arguments: { Prospect_IDs: '5005, 5006' },
		wire: `POST ${PUBLIC}/lead-lists/301/add-leads/ {"prospect_ids":[5005,5006]}`,
	},
	'leadList.addToCampaign': {
		fields: { leadListId: byId('={{ $json.id ?? 303 }}'), campaignId: byId('103') },
		items: [{ id: 301 }, { id: 302 }, { id: 303 }],
		arguments: { Lead_List: '303', Campaign: '103' },
		wire: `POST ${PUBLIC}/lead-lists/303/add-to-campaign/ {"campaign":103,"prospects_per_company":1,"allow_duplicates":false}`,
	},
	'leadList.create': {
		fields: { name: "={{ $json.name ?? 'Trade fair' }}" },
		items: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
		arguments: { Name: 'Trade fair' },
		wire: `POST ${PUBLIC}/lead-lists/ {"name":"Trade fair"}`,
	},
	'leadList.enrich': {
		fields: {
			leadListId: byId('={{ $json.id ?? 301 }}'),
			enrichmentType: 'FIND_EMAIL',
			prospectLimit: 2,
		},
		items: [{ id: 301 }, { id: 302 }, { id: 303 }],
		arguments: { Lead_List: '301' },
		wire: `POST ${PUBLIC}/lead-lists/301/enrichment/ {"enrichment_type":"FIND_EMAIL","prospect_limit":2,"mode":"async"}`,
	},
	'leadList.getAll': { fields: {}, wire: `GET ${PUBLIC}/lead-lists/` },
	'leadList.getLeads': {
		fields: { leadListId: byId('301') },
		wire: `GET ${PUBLIC}/lead-lists/301/leads/`,
	},
	'leadList.moveToCampaign': {
		fields: { leadListId: byId('={{ $json.id ?? 303 }}'), campaignId: byId('103') },
		items: [{ id: 301 }, { id: 302 }, { id: 303 }],
		arguments: { Lead_List: '303', Campaign: '103' },
		wire: `POST ${PUBLIC}/lead-lists/303/move-to-campaign/ {"campaign_id":103}`,
	},
	'prospect.search': {
		fields: { peopleFilters: { jobTitle: 'VP' }, limit: 3 },
		wire: `POST ${PUBLIC}/prospects/search/ {"search_type":"PEOPLE","page":1,"page_size":3,"filters":{"job_title":["VP"]}}`,
	},
	'webhook.disable': { fields: {}, wire: 'PUT /api/v1/user/webhook/ {"webhook_url":null}' },
	'webhook.set': {
		fields: { webhookUrl: 'https://hooks.example.com/in?token=1' },
		wire: 'PUT /api/v1/user/webhook/ {"webhook_url":"https://hooks.example.com/in?token=1"}',
	},
};
