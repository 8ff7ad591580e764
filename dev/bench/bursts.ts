/** Messages faster than n8n takes them, for two workflows, against two of n8n's own Webhook nodes. */
import { crypto, http, performance, wait } from '../platform';
import { peakMemory } from '../processes';
import { deliverMessage } from '../queue/deliveries';
import { until } from '../until';
import {
	drained,
	endedIn,
	startPacked,
	trigger,
	webhookNode,
	type Contender,
} from './deliveryRates';
import type { Figure } from './page';
import { compare, takeTurns } from './rounds';

const ROUNDS = 3;
const MESSAGES = 120;
const WITHIN_MS = 8_000;
/** Between a refusal and the next delivery of the same message, and for how long it is delivered again. */
const REDELIVERY = { everyMs: 500, timeoutMs: 300_000 };

/** The workflows of one turn, by the URL of their n8n. */
type Receivers = (n8nUrl: string) => Promise<Contender[]>;

const triggers: Receivers = async (n8nUrl) => [await trigger(n8nUrl, 2)];
const nodes: Receivers = async (n8nUrl) => [
	await webhookNode(n8nUrl, 1),
	await webhookNode(n8nUrl, 1),
];

/**
 * Posts each message to all receivers at its time, and again after each refusal, until all have accepted it;
 * waits for the executions.
 *
 * @returns seconds from the first delivery until the last message is accepted, and until all is executed
 */
async function post(receivers: Contender[]): Promise<{ accepted: number; executed: number }> {
	const agent = new http.Agent({ keepAlive: false });
	const [inN8n] = receivers;
	if (!inN8n) throw new Error('Nothing takes the messages');
	const before = await endedIn(inN8n);
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
	const workflows = receivers.flatMap(({ workflowIds }) => workflowIds).length;
	await drained(inN8n, before + MESSAGES * workflows);
	return { accepted, executed: seconds() };
}

/** In an n8n of its own, whose memory is that of this turn. */
async function turn(receivers: Receivers) {
	const n8n = await startPacked();
	const times = await post(await receivers(n8n.url));
	const memory = peakMemory(n8n.pid) ?? Number.NaN;
	await n8n.stop();
	return { ...times, memory };
}

export async function benchBursts(): Promise<Figure[]> {
	const turns = await takeTurns(ROUNDS, [triggers, nodes], turn);
	const messages = `${MESSAGES} messages that come within ${WITHIN_MS / 1_000} s`;
	const others = "against two of n8n's Webhook nodes of type version 1";
	const figure = (what: string, key: keyof (typeof turns)[0][0], unit: string, bar: number) =>
		compare(
			`${what}, ${others}`,
			turns.map((all) => all.map((one) => one[key])),
			(value) => `${value.toFixed(unit === 's' ? 1 : 0)} ${unit}`,
			bar,
		);
	const figures = [
		figure(`time until ${messages} are accepted for two workflows`, 'accepted', 's', 1.5),
		figure(`time until ${messages} are executed by two workflows`, 'executed', 's', 1.5),
		figure(`the most memory that n8n takes for ${messages}`, 'memory', 'MB', 1),
	];
	// Where the memory is not known, there is no ratio.
	return figures.filter(({ ratio }) => !Number.isNaN(ratio));
}
