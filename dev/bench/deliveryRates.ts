/** Executions a second, measured in turn, of workflows that start with a delivery. */
import { z } from 'zod';
import { temporaryFolder } from '../folders';
import { signIn } from '../n8n/client';
import { installPackage } from '../n8n/installPackage';
import { ACTION_TYPE, newNode, OWNER } from '../n8n/ownNodes';
import { startN8n, type N8nServer } from '../n8n/server';
import type { Session } from '../n8n/session';
import { chain } from '../n8n/workflow';
import { crypto, http, performance } from '../platform';
import { deliverMessage } from '../queue/deliveries';
import { setUpTrigger } from '../queue/triggerSetup';
import { onShutdown } from '../shutdown';
import { until } from '../until';
import { takeTurns } from './rounds';

/** How many deliveries are in flight at once. */
const CONNECTIONS = 16;

export interface Contender {
	session: Session;
	url: string;
	/** The workflows that a delivery starts. */
	workflowIds: string[];
}

/** Starts an n8n with the packed package; it ends with this process at the latest, and its folder with it. */
export async function startPacked(env?: NodeJS.ProcessEnv): Promise<N8nServer> {
	const userFolder = temporaryFolder('n8n-bench');
	await installPackage(userFolder);
	const n8n = await startN8n({ userFolder, env: { EXECUTIONS_DATA_PRUNE: 'false', ...env } });
	onShutdown(n8n.stop);
	return n8n;
}

/** n8n's own Webhook node, which responds immediately as the trigger does; a credential belongs to a node that never runs. */
export async function webhookNode(n8nUrl: string, typeVersion: number, hasCredential = false) {
	const client = await signIn(n8nUrl, OWNER);
	const path = crypto.randomUUID();
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived' };
	const node = { ...newNode('Webhook', 'n8n-nodes-base.webhook', parameters), typeVersion };
	const workflow = chain('Webhook node', node);
	const [credential] = hasCredential ? await client.credentials() : [];
	if (hasCredential && !credential) throw new Error('No credential: set up a trigger first');
	if (credential) workflow.nodes.push(newNode('Never runs', ACTION_TYPE, {}, credential));
	const { id } = await client.createWorkflow(workflow);
	await client.publish(id);
	const url = `${n8nUrl}/webhook/${path}`;
	const contender = { session: client.session, url, workflowIds: [id] };
	const before = await endedIn(contender);
	await until('the webhook', async () => {
		const { status } = await fetch(url, { method: 'POST' });
		return status === 200 || undefined;
	});
	await drained(contender, before + 1);
	return contender;
}

/**
 * The trigger, with a service of its own, which has one webhook for each user.
 *
 * @param listeners how many workflows share the webhook
 */
export async function trigger(n8nUrl: string, listeners = 1): Promise<Contender> {
	const { client, workflow, others, deliveryUrl } = await setUpTrigger(n8nUrl, { listeners });
	const workflowIds = [workflow, ...others].map(({ id }) => id);
	return { session: client.session, url: deliveryUrl, workflowIds };
}

/**
 * @param executions how many one turn starts, about
 * @returns executions a second whose deliveries have a response, and that have ended, by contender and round
 */
export async function measureRates(rounds: number, contenders: Contender[], executions: number) {
	return await takeTurns(rounds, contenders, async (contender) => {
		const { url, workflowIds } = contender;
		const deliveries = Math.ceil(executions / workflowIds.length);
		const wanted = (await endedIn(contender)) + deliveries * workflowIds.length;
		const startedAt = performance.now();
		const rate = () => (deliveries * workflowIds.length * 1_000) / (performance.now() - startedAt);
		await deliverAll(url, deliveries);
		const taken = rate();
		await drained(contender, wanted);
		return { taken, ended: rate() };
	});
}

/** Delivers so many messages, each with an identifier of its own, until all have got a 200. */
async function deliverAll(url: string, messages: number): Promise<void> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	let left = messages;
	const sender = async () => {
		while (left-- > 0) {
			const status = await deliverMessage(url, crypto.randomUUID(), agent);
			if (status !== 200) throw new Error(`${url} responded to a delivery with ${status}`);
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, sender));
	agent.destroy();
}

/** How many executions of an n8n have succeeded. */
export async function endedIn({ session }: Contender): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ status: ['success'] }));
	const schema = z.object({ count: z.number() });
	return (await session.request('GET', `/executions?limit=1&filter=${filter}`, schema)).count;
}

/**
 * Waits until so many executions of an n8n have succeeded. One request each time: what asks for each workflow takes
 * n8n's time from those that are measured.
 */
export async function drained(contender: Contender, executions: number): Promise<void> {
	const isDone = async () => (await endedIn(contender)) >= executions || undefined;
	await until('the end of all executions', isDone, { timeoutMs: 120_000, everyMs: 100 });
}
