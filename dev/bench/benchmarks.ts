/** All benchmarks, in the order of the page: one entry each, and nowhere else. */
import type { Benchmark } from './figure';
import { benchFootprint } from './footprint';
import { benchPacing } from './pacing';
import { benchQueue } from './queue';
import { benchReads } from './reads';
import { benchSharedKey } from './sharedKey';
import { benchTrigger } from './trigger';
import { benchWindow } from './window';

export const benchmarks: Benchmark[] = [
	{
		name: 'pacing',
		title: 'Pacing against what the limit allows',
		about:
			'How long the action node takes at the limit of a key, against the shortest time that the limit ' +
			'allows; and what pacing costs those who stay under it.',
		better: 'lower',
		run: benchPacing,
	},
	{
		name: 'reads',
		title: "Reads, against n8n's HTTP Request node",
		about:
			"The time that the same reads take with the action node and with n8n's own HTTP Request node, in " +
			'the same engine, turn by turn.',
		better: 'lower',
		run: benchReads,
	},
	{
		name: 'trigger',
		title: "Deliveries, against n8n's Webhook node",
		about:
			'Deliveries a second that are answered with 200, in the same n8n, turn by turn. In its default ' +
			'expression engine n8n 2.41 makes an isolate for each delivery, from which it exempts its own ' +
			'Webhook node from type version 1.1 on and no other node; the bar compares with the same node of ' +
			"the trigger's type version.",
		better: 'higher',
		run: benchTrigger,
	},
	{
		name: 'window',
		title: 'Growth with the deduplication window',
		about:
			'Deliveries a second of triggers that remember more or fewer messages, all of them full to the ' +
			"brim, in n8n's legacy expression engine, in which n8n itself spends least on a delivery.",
		better: 'higher',
		run: benchWindow,
	},
	{
		name: 'queue',
		title: 'Queue mode against one process',
		about:
			'The same trigger and the same database, with the processes of queue mode and with one. On a ' +
			'machine of two cores these share what one has for itself: the ratio is what the further ' +
			'processes cost, and says nothing about machines of their own.',
		better: 'higher',
		run: benchQueue,
	},
	{
		name: 'sharedKey',
		title: 'Processes that share a key without knowing of each other',
		about:
			"Simulated with the package's own pacer and retry rule in virtual time; [scaling](scaling.md) " +
			'says what it means.',
		better: 'lower',
		run: benchSharedKey,
	},
	{
		name: 'footprint',
		title: 'Footprint',
		about: 'What the package weighs.',
		better: 'lower',
		run: benchFootprint,
	},
];
