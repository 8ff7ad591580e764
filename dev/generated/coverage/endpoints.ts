import type { Section } from './line';

export const endpoints: Section = {
	title: 'Endpoints',
	source: 'reference, Endpoints',
	lines: [
		{ says: 'GET /api/v1/public/campaigns/', servedBy: ['campaign.getAll'] },
		{ says: 'PATCH /api/v1/public/campaigns/{id}/', servedBy: ['campaign.update'] },
		{ says: 'GET /api/v1/public/campaigns/{id}/steps/{step_id}/', servedBy: ['campaignStep.get'] },
		{
			says: 'DELETE /api/v1/public/campaigns/{id}/steps/{step_id}/',
			servedBy: ['campaignStep.delete'],
		},
		{ says: 'GET /api/v1/public/chats', servedBy: ['chat.getAll'] },
		{ says: 'GET /api/v1/public/lead-lists/', servedBy: ['leadList.getAll'] },
		{
			says: 'Lead list creation',
			servedBy: ['leadList.create'],
			source: 'reference, Endpoints; method and path: extended API, 6.2',
		},
		{ says: 'PUT /api/v1/user/webhook/', servedBy: ['webhook.set', 'webhook.disable'] },
	],
};

export const otherOperations: Section = {
	title: 'Other operations',
	source: 'reference, Other operations',
	note: 'The reference names these areas without methods and paths. What is not known of them either from elsewhere can be called by its path.',
	lines: [
		{
			says: 'API keys',
			servedBy: ['apiKey.getAll', 'apiKey.create', 'apiKey.rotate', 'apiKey.revoke'],
			source: 'reference, Other operations; extended API, 3',
		},
		{ says: 'API logs', servedBy: ['apiEndpoint.call'] },
		{ says: 'Lead list import', servedBy: ['apiEndpoint.call'] },
		{ says: 'Campaign import', servedBy: ['apiEndpoint.call'] },
		{ says: 'Campaign export', servedBy: ['apiEndpoint.call'] },
		{
			says: 'Chat message sending',
			servedBy: ['chat.sendMessage'],
			source: 'reference, Other operations; extended API, 8.2',
		},
		{ says: 'Campaign step creation', servedBy: ['apiEndpoint.call'] },
		{
			says: 'Campaign step update',
			servedBy: ['campaignStep.update'],
			source: 'reference, Other operations; extended API, 5.2',
		},
	],
};
