/** How fast the trigger takes deliveries: against n8n's own Webhook node, and for several workflows. */
import { measureRates, startPacked, trigger, webhookNode } from './deliveryRates';
import type { Figure } from './page';
import { compare } from './rounds';

const ROUNDS = 11;
const LISTENERS_ROUNDS = 7;
const perSecond = (rate: number) => `${rate.toFixed(0)}/s`;

/**
 * Two measurements, each in an n8n of its own:
 *
 * 1. n8n's legacy expression engine, in which n8n itself spends least on a delivery, so that what the
 *    node adds shows most.
 * 2. n8n's default engine. There n8n 2.41 makes an isolate for each delivery (40 ms of CPU), from which
 *    live-webhooks.js exempts its own Webhook node alone, from type version 1.1 on; and for each delivery to
 *    a node of type version 1, even its own, it evaluates an expression of its own (webhook-helpers.js,
 *    parseRequestBody). So the bar compares with a Webhook node of the trigger's type version; the
 *    exempted one is reported as well, without a bar.
 */
export async function benchTrigger(): Promise<Figure[]> {
	const legacy = await takenBeside([2], 320, { N8N_EXPRESSION_ENGINE: 'legacy' });
	const [ours = [], older = [], newer = []] = await takenBeside([1, 2], 80);
	const against = (what: string, turns: number[][], bar?: number) =>
		compare(`deliveries a second, against n8n's Webhook node${what}`, turns, perSecond, bar);
	return [
		against('; legacy expression engine', legacy, 0.95),
		against(', type version 1; default engine', [ours, older], 0.95),
		against('; default engine, from which n8n exempts that node alone', [ours, newer]),
	];
}

/** The rates of the trigger, and of Webhook nodes of these type versions beside it. */
async function takenBeside(typeVersions: number[], deliveries: number, env?: NodeJS.ProcessEnv) {
	const n8n = await startPacked(env);
	const contenders = [await trigger(n8n.url)];
	for (const version of typeVersions) contenders.push(await webhookNode(n8n.url, version));
	const turns = await measureRates(ROUNDS, contenders, deliveries);
	await n8n.stop();
	return turns.map((rates) => rates.map(({ taken }) => taken));
}

/** Executions a second, timed to the end of the last one: each delivery starts one for each trigger. */
export async function benchListeners(): Promise<Figure[]> {
	const n8n = await startPacked();
	const contenders = [];
	for (const listeners of [1, 5, 20]) contenders.push(await trigger(n8n.url, listeners));
	const turns = await measureRates(LISTENERS_ROUNDS, contenders, 100);
	await n8n.stop();
	const [one = [], five = [], twenty = []] = turns.map((rates) => rates.map(({ ended }) => ended));
	const against = (listeners: number, rates: number[]) =>
		compare(
			`executions a second with ${listeners} triggers, against one`,
			[rates, one],
			perSecond,
			0.9,
		);
	return [against(5, five), against(20, twenty)];
}
