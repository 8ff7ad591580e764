/** Messages faster than n8n takes them, for two workflows, against two of n8n's own Webhook nodes. */
import type { Session } from '../n8n/session';
import { http, performance, wait } from '../platform';
import { deliver } from '../queue/deliveries';
import type { Figure } from './figure';
import { median, medianRatio, takeTurns } from './rounds';
import { trigger, webhookNode } from './triggerContenders';
import { drained } from './triggerLoad';
import { openPlace } from './triggerRates';

const ROUNDS = 3;
const MESSAGES = 120;
const WITHIN_MS = 8_000;
/** Between a refusal and the next delivery of the same message. */
const REDELIVERY_MS = 500;

/** Where each message is posted to; a workflow for each, or all of one trigger's. */
interface Burst {
	name: string;
	urls: string[];
	workflowIds: string[];
}

interface Turn {
	/** From the first delivery until the last message is accepted. */
	accepted: number;
	/** Until all executions are finished. */
	executed: number;
	deliveries: number;
}

/**
 * Posts each message to all URLs at its time, and again after each refusal, until all have accepted it;
 * waits for the executions.
 */
async function turn(session: Session, burst: Burst, round: number): Promise<Turn> {
	const { name, urls, workflowIds } = burst;
	const agent = new http.Agent({ keepAlive: false });
	const startedAt = performance.now();
	let deliveries = 0;
	const insist = async (url: string, id: string) => {
		for (;;) {
			if (deliveries++ >= MESSAGES * urls.length * 100) throw new Error(`${name} accepts nothing`);
			if ((await deliver(url, id, agent)) === 200) return;
			await wait(REDELIVERY_MS);
		}
	};
	const messages = Array.from({ length: MESSAGES }, async (_, number) => {
		await wait((number * WITHIN_MS) / MESSAGES);
		await Promise.all(urls.map(async (url) => await insist(url, `${name} ${round} ${number}`)));
	});
	await Promise.all(messages);
	agent.destroy();
	const seconds = () => (performance.now() - startedAt) / 1_000;
	const accepted = seconds();
	for (const workflowId of workflowIds) await drained(session, workflowId);
	return { accepted, executed: seconds(), deliveries };
}

export async function benchBursts(): Promise<Figure[]> {
	const place = await openPlace();
	const { client, session } = place;
	const both = [await webhookNode(place, 'one', 1), await webhookNode(place, 'other', 1)];
	const shared = await trigger(client, 'two workflows', 2);
	try {
		const webhookNodes = {
			name: 'two Webhook nodes',
			urls: both.map(({ url }) => url),
			workflowIds: both.flatMap(({ workflowIds }) => workflowIds),
		};
		const triggers = { name: shared.name, urls: [shared.url], workflowIds: shared.workflowIds };
		let rounds = 0;
		const turns = await takeTurns(
			{ rounds: ROUNDS, warmUps: 1 },
			[webhookNodes, triggers],
			async (burst) => await turn(session, burst, rounds++),
		);
		const [nodes = [], ours = []] = [...turns.values()];
		return [
			figure('accepted for', 'accepted', nodes, ours),
			figure('executed by', 'executed', nodes, ours),
		];
	} finally {
		await shared.close();
		await place.close();
	}
}

function figure(done: string, until: 'accepted' | 'executed', nodes: Turn[], ours: Turn[]): Figure {
	const valuesOf = (turns: Turn[]) => turns.map((one) => one[until]);
	const format = (turns: Turn[]) =>
		`${median(valuesOf(turns)).toFixed(1)} s in ${median(turns.map(({ deliveries }) => deliveries))} deliveries`;
	return {
		name: `time until ${MESSAGES} messages that come within ${WITHIN_MS / 1_000} s are ${done} two workflows, against two of n8n's Webhook nodes of type version 1`,
		ratio: medianRatio(valuesOf(ours), valuesOf(nodes)),
		detail: `medians of ${ROUNDS} turns: Webhook nodes ${format(nodes)}, triggers ${format(ours)}`,
		bar: 1.5,
	};
}
