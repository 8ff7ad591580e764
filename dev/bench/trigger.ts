/** How fast the trigger takes deliveries: against n8n's own Webhook node, and for several workflows. */
import { crypto, http, performance } from '../platform';
import { deliverMessage } from '../queue/deliveries';
import { drained, endedIn, measureRates, startPacked, trigger, webhookNode } from './deliveryRates';
import type { Figure } from './page';
import { compare, takeTurns } from './rounds';

const ROUNDS = 11;
const LISTENERS_ROUNDS = 7;
const perSecond = (rate: number) => `${rate.toFixed(0)}/s`;

/**
 * What the trigger does, told apart from what n8n 2.41 does for it and not for each Webhook node: in the default
 * expression engine it makes an isolate for each delivery (40 ms of CPU), except one to its own node from type version
 * 1.1 on (live-webhooks.js); and it checks the credentials of a workflow in each execution
 * (credentials-permission-checker.js), which shows in the legacy engine, where n8n spends least on a delivery.
 */
export async function benchTrigger(): Promise<Figure[]> {
	const env = { N8N_EXPRESSION_ENGINE: 'legacy' };
	const [legacy = [], alike = [], plain = []] = await takenBeside([[2, true], [2]], 320, env);
	const [ours = [], older = [], newer = []] = await takenBeside([[1], [2]], 80);
	const against = (what: string, turns: number[][], bar?: number) =>
		compare(`deliveries a second, against n8n's Webhook node${what}`, turns, perSecond, bar);
	return [
		against('; a credential in its workflow, legacy engine', [legacy, alike], 0.95),
		against('; legacy engine', [legacy, plain]),
		against(', type version 1; default engine', [ours, older], 0.95),
		against('; default engine, from which n8n exempts that node alone', [ours, newer]),
	];
}

/** The rates of the trigger, and of Webhook nodes: the type version of each, and whether its workflow has a credential. */
async function takenBeside(nodes: Array<[number, boolean?]>, each: number, env = {}) {
	const n8n = await startPacked(env);
	const contenders = [await trigger(n8n.url)];
	for (const node of nodes) contenders.push(await webhookNode(n8n.url, ...node));
	const turns = await measureRates(ROUNDS, contenders, each);
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

const RESPONSES = 10;

/** How long the service waits for its response, one message at a time, while n8n has nothing else to do. */
export async function benchResponses(): Promise<Figure[]> {
	const n8n = await startPacked();
	const contenders = [await trigger(n8n.url, 5), await trigger(n8n.url)];
	const agent = new http.Agent({ keepAlive: true });
	const turns = await takeTurns(LISTENERS_ROUNDS, contenders, async (contender) => {
		let took = 0;
		for (let number = 0; number < RESPONSES; number++) {
			const before = await endedIn(contender);
			const startedAt = performance.now();
			const status = await deliverMessage(contender.url, crypto.randomUUID(), agent);
			took += performance.now() - startedAt;
			if (status !== 200) throw new Error(`The response to a delivery was ${status}`);
			await drained(contender, before + contender.workflowIds.length);
		}
		return took / RESPONSES;
	});
	agent.destroy();
	await n8n.stop();
	const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
	return [compare('response time with five workflows, against one', turns, milliseconds, 3)];
}
