import type { Section } from './line';

export const endpoints: Section = {
	title: 'Endpoints',
	lines: [
		{
			says: 'GET /api/v1/public/campaigns/',
			servedBy: ['campaign.getAll'],
			source: 'reference, Endpoints',
		},
		{
			says: 'PATCH /api/v1/public/campaigns/{id}/',
			servedBy: ['campaign.update'],
			source: 'reference, Endpoints',
		},
		{
			says: 'GET /api/v1/public/campaigns/{id}/steps/{step_id}/',
			servedBy: ['campaignStep.get'],
			source: 'reference, Endpoints',
		},
		{
			says: 'DELETE /api/v1/public/campaigns/{id}/steps/{step_id}/',
			servedBy: ['campaignStep.delete'],
			source: 'reference, Endpoints',
		},
		{
			says: 'GET /api/v1/public/chats',
			servedBy: ['chat.getAll'],
			source: 'reference, Endpoints',
		},
		{
			says: 'GET /api/v1/public/lead-lists/',
			servedBy: ['leadList.getAll'],
			source: 'reference, Endpoints',
		},
		{
			says: 'Lead list creation',
			servedBy: ['leadList.create'],
			source: 'reference, Endpoints; method and path: extended API, 6.2',
		},
		{
			says: 'PUT /api/v1/user/webhook/',
			servedBy: ['webhook.set', 'webhook.disable'],
			source: 'reference, Endpoints',
		},
	],
};

export const otherOperations: Section = {
	title: 'Other operations',
	note: 'The reference names these areas without methods and paths. What is not known of them either from elsewhere can be called by its path.',
	lines: [
		{
			says: 'API keys',
			servedBy: ['apiKey.getAll', 'apiKey.create', 'apiKey.rotate', 'apiKey.revoke'],
			source: 'reference, Other operations; extended API, 3',
		},
		{ says: 'API logs', servedBy: ['apiEndpoint.call'], source: 'reference, Other operations' },
		{
			says: 'Lead list import',
			servedBy: ['apiEndpoint.call'],
			source: 'reference, Other operations',
		},
		{
			says: 'Campaign import',
			servedBy: ['apiEndpoint.call'],
			source: 'reference, Other operations',
		},
		{
			says: 'Campaign export',
			servedBy: ['apiEndpoint.call'],
			source: 'reference, Other operations',
		},
		{
			says: 'Chat message sending',
			servedBy: ['chat.sendMessage'],
			source: 'reference, Other operations; extended API, 8.2',
		},
		{
			says: 'Campaign step creation',
			servedBy: ['apiEndpoint.call'],
			source: 'reference, Other operations',
		},
		{
			says: 'Campaign step update',
			servedBy: ['campaignStep.update'],
			source: 'reference, Other operations; extended API, 5.2',
		},
	],
};
