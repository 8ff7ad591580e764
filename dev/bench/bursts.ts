/** Messages faster than n8n takes them, for two workflows, against two of n8n's own Webhook nodes. */
import { crypto, http, performance, wait } from '../platform';
import { deliverMessage } from '../queue/deliveries';
import { until } from '../until';
import { drained, startPacked, trigger, webhookNode, type Contender } from './deliveryRates';
import type { Figure } from './page';
import { compare, takeTurns } from './rounds';

const ROUNDS = 3;
const MESSAGES = 120;
const WITHIN_MS = 8_000;
/** Between a refusal and the next delivery of the same message, and for how long it is delivered again. */
const REDELIVERY = { everyMs: 500, timeoutMs: 300_000 };

/**
 * Posts each message to all receivers at its time, and again after each refusal, until all have accepted it;
 * waits for the executions.
 *
 * @returns seconds from the first delivery until the last message is accepted, and until all is executed
 */
async function turn(receivers: Contender[]): Promise<{ accepted: number; executed: number }> {
	const agent = new http.Agent({ keepAlive: false });
	const startedAt = performance.now();
	const seconds = () => (performance.now() - startedAt) / 1_000;
	const insist = async (url: string, id: string) =>
		await until(
			`${url} to accept a message`,
			async () => (await deliverMessage(url, id, agent)) === 200 || undefined,
			REDELIVERY,
		);
	const messages = Array.from({ length: MESSAGES }, async (_, number) => {
		await wait((number * WITHIN_MS) / MESSAGES);
		const id = crypto.randomUUID();
		await Promise.all(receivers.map(async ({ url }) => await insist(url, id)));
	});
	await Promise.all(messages);
	agent.destroy();
	const accepted = seconds();
	for (const receiver of receivers) await drained(receiver);
	return { accepted, executed: seconds() };
}

export async function benchBursts(): Promise<Figure[]> {
	const n8n = await startPacked();
	const triggers = [await trigger(n8n.url, 2)];
	const nodes = [await webhookNode(n8n.url, 1), await webhookNode(n8n.url, 1)];
	const turns = await takeTurns(ROUNDS, [triggers, nodes], turn);
	await n8n.stop();
	const figure = (done: string, until: 'accepted' | 'executed') =>
		compare(
			`time until ${MESSAGES} messages that come within ${WITHIN_MS / 1_000} s are ${done} two workflows, against two of n8n's Webhook nodes of type version 1`,
			turns.map((times) => times.map((time) => time[until])),
			(time) => `${time.toFixed(1)} s`,
			1.5,
		);
	return [figure('accepted for', 'accepted'), figure('executed by', 'executed')];
}
