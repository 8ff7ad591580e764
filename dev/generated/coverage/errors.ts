import type { Section } from './line';

const ERRORS = 'test/engine/operations/errors.test.ts';
const TABLE = ['nodes/shared/api/errors/classify.ts', 'nodes/shared/api/errors/advice.ts'];

export const errors: Section = {
	title: 'Errors',
	source: 'reference, Errors',
	lines: [
		{
			says: 'Missing API key: 401, error and message',
			servedBy: ['nodes/shared/api/credentials.ts', ...TABLE],
			tests: [[ERRORS, 'a request without a key: its words, and where to enter the key']],
		},
		{
			says: 'Invalid API key: 401',
			servedBy: TABLE,
			tests: [[ERRORS, 'a key that is not valid: its words, and what a key must be']],
		},
		{
			says: 'Rate limit exceeded: 429, error',
			servedBy: ['nodes/shared/api/http/retry.ts', 'nodes/shared/api/rateLimit/rateLimiter.ts'],
			tests: [[ERRORS, 'too many requests: nothing, for the node waits and asks again']],
		},
		{
			says: 'Deleting a step of an ACTIVE campaign: success false, error',
			servedBy: ['campaignStep.delete', ...TABLE],
			tests: [
				[ERRORS, 'to delete a step of an ACTIVE campaign: its words, and to pause the campaign'],
			],
		},
		{
			says: 'Campaign not found: success false, error',
			servedBy: ['campaignStep.delete', ...TABLE],
			tests: [[ERRORS, 'a campaign that it does not know: its words, and the ID']],
		},
		{
			says: 'Failure bodies of campaign-scoped operations: success false, status not shown',
			servedBy: TABLE,
			tests: [[ERRORS, 'with success false, whatever the status']],
		},
		{
			says: 'Other error shapes, validation errors of PATCH: not shown',
			servedBy: ['nodes/shared/api/errors/errorMessages.ts'],
			tests: [[ERRORS, 'a value: every field that it names']],
		},
	],
};

export const limits: Section = {
	title: 'Limits',
	source: 'reference, Limits',
	lines: [
		{
			says: '50 requests per minute per API key (default)',
			servedBy: [
				'nodes/shared/api/rateLimit/rateLimiter.ts',
				'nodes/shared/api/rateLimit/rateLimiters.ts',
			],
			tests: [
				[
					'test/unit/api/rateLimit/rateLimiter.properties.test.ts',
					'no window, sliding or fixed, ever has more requests than the limit',
				],
			],
		},
		{
			says: 'Exceeding the rate: HTTP 429',
			servedBy: ['nodes/shared/api/http/retry.ts'],
			tests: [[ERRORS, 'too many requests: nothing, for the node waits and asks again']],
		},
		{
			says: 'Step deletion refused while the campaign is ACTIVE',
			servedBy: ['campaignStep.delete'],
			tests: [
				[
					'test/engine/operations/campaignStep.test.ts',
					'tells to pause an ACTIVE campaign, whose steps the service keeps',
				],
			],
		},
		{
			says: 'Pagination, payload sizes and other limits: not shown',
			servedBy: [
				'nodes/shared/api/responses/pagination.ts',
				'nodes/shared/api/responses/collectPages.ts',
			],
			tests: [
				[
					'test/engine/operations/campaign.test.ts',
					'follows the pages to their end when it returns all',
				],
				['test/unit/api/collectPages.test.ts', 'a list of any length is read to its end'],
			],
			source: 'reference, Limits; extended API, 2.6',
		},
	],
};
