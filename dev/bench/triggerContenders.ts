/** Workflows of one node that take deliveries, published in an n8n that is to be measured. */
import type { N8nClient } from '../n8n/client';
import type { N8nInstallation } from '../n8n/install';
import {
	credentialData,
	CREDENTIAL_TYPE,
	newNode,
	TRIGGER_TYPE,
	TRIGGER_VERSION,
} from '../n8n/ownNodes';
import { chain, type WorkflowNode } from '../n8n/workflow';
import { crypto, path } from '../platform';
import { outputOf } from '../processes';
import { startSimulator } from '../simulator';
import { until } from '../until';

const WEBHOOK = 'n8n-nodes-base.webhook';
const BASIC_AUTH = 'httpBasicAuth';

/** Where n8n is that a Webhook node is published in. */
interface WebhookPlace {
	client: N8nClient;
	n8nUrl: string;
}

export interface Contender {
	name: string;
	/** The workflows that a delivery starts. */
	workflowIds: string[];
	url: string;
	close(): Promise<void>;
}

/** n8n's own Webhook node, which answers at once as the trigger does. */
export async function webhookNode(
	place: WebhookPlace,
	name: string,
	typeVersion: number,
): Promise<Contender> {
	return await publishWebhook(place, name, { ...newNode('Webhook', WEBHOOK, {}), typeVersion });
}

/** The same with a credential, by which it verifies deliveries: n8n looks it up for each execution. */
export async function verifyingWebhookNode(place: WebhookPlace, name: string): Promise<Contender> {
	const [user, password] = ['bench', crypto.randomUUID()];
	const credential = await place.client.createCredential(name, BASIC_AUTH, { user, password });
	const node = newNode('Webhook', WEBHOOK, { authentication: 'basicAuth' });
	const verifying = { ...node, typeVersion: 2, credentials: { [BASIC_AUTH]: credential } };
	const contender = await publishWebhook(place, name, verifying, `${user}:${password}`);
	return { ...contender, url: contender.url.replace('//', `//${user}:${password}@`) };
}

async function publishWebhook(
	{ client, n8nUrl }: WebhookPlace,
	name: string,
	node: WorkflowNode,
	userAndPassword = '',
): Promise<Contender> {
	const webhookPath = crypto.randomUUID();
	const answering = { httpMethod: 'POST', path: webhookPath, responseMode: 'onReceived' };
	const whole = { ...node, parameters: { ...node.parameters, ...answering } };
	const { id } = await client.createWorkflow(chain(name, whole));
	await client.publish(id);
	const url = `${n8nUrl}/webhook/${webhookPath}`;
	const headers = { authorization: `Basic ${Buffer.from(userAndPassword).toString('base64')}` };
	await until('the webhook', async () => {
		const { status } = await fetch(url, { method: 'POST', headers });
		return status === 200 ? true : undefined;
	});
	return { name, workflowIds: [id], url, close: async () => undefined };
}

interface TriggerOptions {
	typeVersion?: number;
	/** How many workflows share the webhook. */
	listeners?: number;
	deduplicationWindow?: number;
}

/** The trigger, with a service of its own, which has one webhook for each user. */
export async function trigger(
	client: N8nClient,
	name: string,
	{ typeVersion = TRIGGER_VERSION, listeners = 1, deduplicationWindow }: TriggerOptions = {},
): Promise<Contender & { nodeId: string }> {
	const simulator = await startSimulator();
	const data = credentialData(simulator, 1_000);
	const credential = await client.createCredential(name, CREDENTIAL_TYPE, data);
	const options = deduplicationWindow === undefined ? {} : { deduplicationWindow };
	const workflowIds: string[] = [];
	let nodeId = '';
	for (let number = 1; number <= listeners; number++) {
		const node = newNode('Trigger', TRIGGER_TYPE, { options }, credential);
		const definition = chain(`${name} ${number}`, { ...node, typeVersion });
		const { id } = await client.createWorkflow(definition);
		await client.publish(id);
		workflowIds.push(id);
		nodeId = node.id;
	}
	const url = await until('the registration', () => simulator.webhookUrl ?? undefined);
	const close = async () => await simulator.close();
	return { name, workflowIds, nodeId, url, close };
}

/**
 * Fills a trigger's memory in n8n's database to the brim, as weeks of messages would. Through the
 * Node that n8n runs on, which has SQLite built in.
 */
export async function fillWindow(
	{ node }: N8nInstallation,
	userFolder: string,
	{ workflowId, nodeId }: { workflowId: string; nodeId: string },
	entries: number,
): Promise<void> {
	const file = path.join(userFolder, '.n8n', 'database.sqlite');
	const script = `
		const { randomBytes } = require('node:crypto');
		const data = Array.from({ length: ${entries} }, () => randomBytes(16).toString('base64'));
		new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)}, { timeout: 10000 })
			.prepare('INSERT INTO processed_data (workflowId, context, value, createdAt, updatedAt) VALUES (?, ?, ?, datetime(), datetime())')
			.run(${JSON.stringify(workflowId)}, ${JSON.stringify(`n:${nodeId}`)}, JSON.stringify({ mode: 'entries', data }));`;
	await outputOf(node, ['-e', script]);
}
