/** A published trigger in an n8n, and the service that it is registered with. */
import { signIn, type N8nClient } from '../n8n/client';
import { chain, type StoredWorkflow, type WorkflowNode } from '../n8n/workflow';
import { crypto } from '../platform';
import { startSimulator, type Simulator } from '../simulator';
import { until } from '../until';

/** Guards nothing: n8n listens on this machine only and lives as long as the run. */
export const OWNER = { email: 'queue@example.com', password: 'Queue-mode-1' };
const CREDENTIAL_TYPE = 'publicOutreachApi';
const PACKAGE = 'n8n-nodes-public-outreach';

export const TRIGGER = 'When a Lead Writes';
export const ACTION = 'Public Outreach';

export interface Scene {
	client: N8nClient;
	simulator: Simulator;
	workflow: StoredWorkflow;
	/** What the trigger has registered with the service. */
	deliveryUrl: string;
	close(): Promise<void>;
}

export interface SceneOptions {
	/** The key's limit, in the service and in the credential. */
	requestsPerMinute?: number;
	/** Settings of an action node behind the trigger; none without them. */
	action?: Record<string, unknown>;
	/** Part of the trigger's path; made up without it. */
	webhookId?: string;
}

/** Saves and publishes a workflow that begins with the trigger, and waits for its registration. */
export async function setScene(
	n8nUrl: string,
	{ requestsPerMinute = 1_000_000, action, webhookId }: SceneOptions = {},
): Promise<Scene> {
	const client = await signIn(n8nUrl, OWNER);
	const simulator = await startSimulator({ requestsPerMinute });
	const { url: baseUrl, apiKey } = simulator;
	const credential = await client.createCredential('Simulator', CREDENTIAL_TYPE, {
		baseUrl,
		apiKey,
		requestsPerMinute,
	});
	const node = (name: string, type: string, parameters: Record<string, unknown>): WorkflowNode => ({
		id: crypto.randomUUID(),
		webhookId: crypto.randomUUID(),
		name,
		type: `${PACKAGE}.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [CREDENTIAL_TYPE]: credential },
	});
	const trigger = node(TRIGGER, 'publicOutreachTrigger', {});
	const nodes: WorkflowNode[] = [{ ...trigger, webhookId: webhookId ?? trigger.webhookId }];
	if (action !== undefined) nodes.push(node(ACTION, 'publicOutreach', action));
	const workflow = await client.createWorkflow(chain('Queue mode', ...nodes));
	await client.publish(workflow.id);
	const deliveryUrl = await until(
		'the registration of the trigger',
		() => simulator.webhookUrl ?? undefined,
		{ timeoutMs: 30_000 },
	);
	async function close(): Promise<void> {
		await client.unpublish(workflow.id);
		await until('the removal of the registration', () =>
			simulator.webhookUrl === null ? true : undefined,
		);
		await simulator.close();
	}
	return { client, simulator, workflow, deliveryUrl, close };
}
