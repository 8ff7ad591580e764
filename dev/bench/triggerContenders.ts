/** Workflows of one node that take deliveries, published in an n8n that is to be measured. */
import type { N8nClient } from '../n8n/client';
import { credentialData, CREDENTIAL_TYPE, newNode, TRIGGER_TYPE } from '../n8n/ownNodes';
import { chain } from '../n8n/workflow';
import { crypto } from '../platform';
import { startSimulator } from '../simulator';
import { until } from '../until';

const WEBHOOK = 'n8n-nodes-base.webhook';

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
	{ client, n8nUrl }: WebhookPlace,
	name: string,
	typeVersion: number,
): Promise<Contender> {
	const webhookPath = crypto.randomUUID();
	const parameters = { httpMethod: 'POST', path: webhookPath, responseMode: 'onReceived' };
	const node = { ...newNode('Webhook', WEBHOOK, parameters), typeVersion };
	const { id } = await client.createWorkflow(chain(name, node));
	await client.publish(id);
	const url = `${n8nUrl}/webhook/${webhookPath}`;
	await until('the webhook', async () => {
		const { status } = await fetch(url, { method: 'POST' });
		return status === 200 ? true : undefined;
	});
	return { name, workflowIds: [id], url, close: async () => undefined };
}

/**
 * The trigger, with a service of its own, which has one webhook for each user.
 *
 * @param listeners how many workflows share the webhook
 */
export async function trigger(client: N8nClient, name: string, listeners = 1): Promise<Contender> {
	const simulator = await startSimulator();
	const data = credentialData(simulator, 1_000);
	const credential = await client.createCredential(name, CREDENTIAL_TYPE, data);
	const workflowIds: string[] = [];
	for (let number = 1; number <= listeners; number++) {
		const node = newNode('Trigger', TRIGGER_TYPE, {}, credential);
		const { id } = await client.createWorkflow(chain(`${name} ${number}`, node));
		await client.publish(id);
		workflowIds.push(id);
	}
	const url = await until('the registration', () => simulator.webhookUrl ?? undefined);
	const close = async () => await simulator.close();
	return { name, workflowIds, url, close };
}
