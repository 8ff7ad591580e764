import type { Section } from './line';

const E2E = 'test/e2e/trigger/lifecycle.test.ts';
const TRIGGER = 'nodes/PublicOutreachTrigger/PublicOutreachTrigger.node.ts';

export const events: Section = {
	title: 'Events',
	source: 'reference, Events',
	note: 'The one event, `incoming_message`, is served by the node Public Outreach Trigger.',
	lines: [
		{
			says: 'Configuration: per user, with PUT /api/v1/user/webhook/',
			servedBy: ['nodes/PublicOutreachTrigger/registration/join.ts', 'webhook.set'],
			tests: [[E2E, 'registers its production URL when the workflow is published']],
		},
		{
			says: 'Trigger: a new message is received on a connected account',
			servedBy: [TRIGGER],
			tests: [[E2E, 'makes one execution with one item of a delivery']],
		},
		{
			says: 'Delivery: HTTP POST with a JSON body',
			servedBy: [TRIGGER],
			tests: [[E2E, 'makes one execution with one item of a delivery']],
		},
		{
			says: 'Body: event and message',
			servedBy: ['nodes/PublicOutreachTrigger/delivery/parse.ts'],
			tests: [[E2E, 'makes one execution with one item of a delivery']],
		},
		{
			says: 'Retries: not guaranteed; the receiver deduplicates by message.message_id',
			servedBy: ['nodes/PublicOutreachTrigger/delivery/deduplication.ts'],
			tests: [[E2E, 'drops the same message when it is delivered again']],
		},
		{
			says: 'Signature: none',
			servedBy: ['nodes/PublicOutreachTrigger/delivery/receive.ts'],
			tests: [[E2E, 'refuses a delivery that does not carry what the registered URL carries']],
			source: 'reference, Events and Authentication 7',
		},
		{
			says: 'Disabled: when webhook_url is null or empty, nothing is delivered',
			servedBy: ['webhook.disable', 'nodes/PublicOutreachTrigger/registration/leave.ts'],
			tests: [[E2E, 'clears the webhook when the workflow is unpublished']],
		},
		{
			says: 'A receiver ignores any other event and answers 200 otherwise',
			servedBy: ['nodes/PublicOutreachTrigger/delivery/parse.ts'],
			tests: [[E2E, 'answers another event with 200 and emits nothing']],
		},
		{
			says: 'Required response status and delivery time-out: not shown',
			servedBy: [TRIGGER],
			tests: [[E2E, 'answers another event with 200 and emits nothing']],
		},
	],
};
