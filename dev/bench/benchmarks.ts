/** All benchmarks, in the order of the page. */
import type { Benchmark } from './page';
import { benchBursts } from './bursts';
import { benchLists } from './lists';
import { benchPacing } from './pacing';
import { benchQueue } from './queue';
import { benchReads } from './reads';
import { benchSharedKey } from './sharedKey';
import { benchListeners, benchResponses, benchTrigger } from './trigger';

export const benchmarks: Benchmark[] = [
	{
		name: 'pacing',
		title: 'Pacing against what the limit allows',
		about:
			'How long the action node takes at the limit of a key, against the shortest time that the limit ' +
			'allows; and what pacing costs those who stay under it.',
		run: benchPacing,
	},
	{
		name: 'reads',
		title: "Reads, against n8n's HTTP Request node",
		about:
			"The time that the same reads take with the action node and with n8n's own HTTP Request node, in " +
			'the same engine, turn by turn.',
		run: benchReads,
	},
	{
		name: 'lists',
		title: 'A list of 50,000 elements',
		about:
			"Return All on a lead list of 2,000 pages, in n8n's engine: what memory holds besides the leads.",
		run: benchLists,
	},
	{
		name: 'trigger',
		title: "Deliveries, against n8n's Webhook node",
		about:
			'Deliveries a second that are answered with 200, in the same n8n, turn by turn. In its default ' +
			'expression engine n8n 2.41 makes an isolate for each delivery, from which it exempts its own ' +
			'Webhook node from type version 1.1 on and no other node; and it checks the credentials of a workflow ' +
			'in each execution. The bars compare with Webhook nodes that are not spared this: one of type version 1, ' +
			'and one in a workflow that has a credential.',
		moreIsBetter: true,
		run: benchTrigger,
	},
	{
		name: 'listeners',
		title: 'Several workflows on one key',
		about:
			'Executions a second, timed to the end of the last one: each delivery starts every workflow ' +
			'whose trigger shares the webhook.',
		moreIsBetter: true,
		run: benchListeners,
	},
	{
		name: 'responses',
		title: 'The response to a delivery',
		about:
			'The time until a delivery is answered, one message at a time: n8n has stored the execution of the ' +
			'registered workflow by then, and the others get the message from their queues.',
		run: benchResponses,
	},
	{
		name: 'bursts',
		title: 'More messages than n8n takes',
		about:
			'Each message is delivered again half a second after each response but 200. Two Webhook nodes get each ' +
			'message in a delivery of its own; the trigger gets it once, and forwards it. Turn by turn, each in an ' +
			'n8n of its own with the default expression engine.',
		run: benchBursts,
	},
	{
		name: 'queue',
		title: 'Queue mode against one process',
		about:
			'The same trigger and the same database, with the processes of queue mode and with one. On a ' +
			'machine of two cores these share what one has for itself: the ratio is what the further ' +
			'processes cost, and says nothing about machines of their own.',
		moreIsBetter: true,
		run: benchQueue,
	},
	{
		name: 'sharedKey',
		title: 'Processes that share a key without knowing of each other',
		about:
			"Simulated with the package's own rate limiter and retry rule in virtual time; " +
			'[self-hosting](self-hosting.md#many-workers-on-one-key) says what it means. ' +
			'`npm run bench -- sharedKey` prints the other situations too.',
		run: benchSharedKey,
	},
];
