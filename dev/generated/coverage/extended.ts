import type { Section } from './line';

export const extended: Section = {
	title: 'Extended operations',
	note: 'Beyond the reference, from public material about the same API; see [extended operations](extended-operations.md).',
	lines: [
		{
			says: 'GET /api/v1/api-keys/',
			servedBy: ['apiKey.getAll'],
			source: 'extended API, 3',
		},
		{
			says: 'POST /api/v1/api-keys/',
			servedBy: ['apiKey.create'],
			source: 'extended API, 3',
		},
		{
			says: 'POST /api/v1/api-keys/{id}/rotate/',
			servedBy: ['apiKey.rotate'],
			source: 'extended API, 3',
		},
		{
			says: 'POST /api/v1/api-keys/{id}/revoke/',
			servedBy: ['apiKey.revoke'],
			source: 'extended API, 3',
		},
		{
			says: 'POST /api/v1/public/campaigns/',
			servedBy: ['campaign.create'],
			source: 'extended API, 4.3',
		},
		{
			says: 'GET /api/v1/public/campaigns/{id}/',
			servedBy: ['campaign.get'],
			source: 'extended API, 4.4',
		},
		{
			says: 'GET /api/v1/public/campaigns/{id}/analytics/',
			servedBy: ['campaign.getAnalytics'],
			source: 'extended API, 4.6',
		},
		{
			says: 'GET /api/v1/campaigns/ (workspace_id: a number or ALL)',
			servedBy: ['campaign.getAll'],
			tests: [
				['test/engine/operations/campaign.test.ts', 'ask for %s where workspaces are documented'],
			],
			source: 'extended API, 4.1',
		},
		{
			says: 'GET /api/v1/dashboard/campaign-analytics/ (workspace_id: a number or ALL)',
			servedBy: ['campaign.getManyAnalytics'],
			source: 'extended API, 4.7',
		},
		{
			says: 'GET /api/v1/public/campaigns/{id}/steps/',
			servedBy: ['campaignStep.getAll'],
			source: 'extended API, 5.1',
		},
		{
			says: 'PATCH /api/v1/public/campaigns/{id}/steps/{step_id}/',
			servedBy: ['campaignStep.update'],
			source: 'extended API, 5.2',
		},
		{
			says: 'POST /api/v1/public/chats/{prospect_id}/send-message/',
			servedBy: ['chat.sendMessage'],
			source: 'extended API, 8.2',
		},
		{
			says: 'GET /api/v1/public/lead-lists/{id}/leads/',
			servedBy: ['leadList.getLeads'],
			source: 'extended API, 6.3',
		},
		{
			says: 'POST /api/v1/public/lead-lists/{id}/add-leads/',
			servedBy: ['leadList.addLeads'],
			source: 'extended API, 6.4',
		},
		{
			says: 'POST /api/v1/public/lead-lists/{id}/add-to-campaign/',
			servedBy: ['leadList.addToCampaign'],
			source: 'extended API, 6.5',
		},
		{
			says: 'POST /api/v1/public/lead-lists/{id}/move-to-campaign/',
			servedBy: ['leadList.moveToCampaign'],
			source: 'extended API, 6.6',
		},
		{
			says: 'POST /api/v1/public/lead-lists/{id}/enrichment/',
			servedBy: ['leadList.enrich'],
			source: 'extended API, 6.7',
		},
		{
			says: 'POST /api/v1/public/prospects/search/',
			servedBy: ['prospect.search'],
			source: 'extended API, 7',
		},
	],
};
