/** A published trigger in an n8n, and the service that it is registered with. */
import { z } from 'zod';
import { signIn, type N8nClient } from '../n8n/client';
import {
	ACTION_TYPE,
	CREDENTIAL_TYPE,
	credentialData,
	newNode,
	OWNER,
	publishTrigger,
	TRIGGER_TYPE,
} from '../n8n/ownNodes';
import { chain, type StoredWorkflow } from '../n8n/workflow';
import { crypto } from '../platform';
import { startSimulator, type Simulator } from '../simulator';
import { until } from '../until';

export const TRIGGER = 'When a Lead Writes';
export const ACTION = 'Public Outreach';

export interface TriggerSetup {
	client: N8nClient;
	simulator: Simulator;
	workflow: StoredWorkflow;
	/** Further published workflows of the same key, whose triggers share the webhook. */
	others: StoredWorkflow[];
	/** The URL that the trigger has registered with the service. */
	deliveryUrl: string;
	publishAnother(): Promise<StoredWorkflow>;
	/** "Listen for test event", of a draft with the same key. */
	listen(): Promise<StoredWorkflow>;
	close(): Promise<void>;
}

export interface TriggerSetupOptions {
	/** The key's limit, in the service and in the credential. */
	requestsPerMinute?: number;
	/** Parameters of the trigger. */
	parameters?: Record<string, unknown>;
	/** Parameters of an action node after the trigger; by default there is none. */
	action?: Record<string, unknown>;
	/** How many workflows share the webhook; by default one. */
	listeners?: number;
	/** Part of the trigger's path; by default random. */
	webhookId?: string;
}

/** Creates and publishes a workflow that starts with the trigger, and waits for its registration. */
export async function setUpTrigger(
	n8nUrl: string,
	{
		requestsPerMinute = 1_000_000,
		parameters = {},
		action,
		webhookId,
		...more
	}: TriggerSetupOptions = {},
): Promise<TriggerSetup> {
	const client = await signIn(n8nUrl, OWNER);
	// Triggers with one key would share a webhook, and each setup has a service of its own.
	const apiKeys = [`${crypto.randomUUID().slice(0, 8)}.opens-nothing-but-this-simulator`];
	const simulator = await startSimulator({ apiKeys, requestsPerMinute });
	const data = credentialData(simulator, requestsPerMinute);
	const credential = await client.createCredential('Simulator', CREDENTIAL_TYPE, data);
	const newTrigger = () => newNode(TRIGGER, TRIGGER_TYPE, parameters, credential);
	const first = { ...newTrigger(), ...(webhookId !== undefined && { webhookId }) };
	const further = action === undefined ? [] : [newNode(ACTION, ACTION_TYPE, action, credential)];
	const definition = chain('Queue mode', first, ...further);
	const { workflow, url: deliveryUrl } = await publishTrigger(client, simulator, definition);
	const { session } = client;
	const sibling = async (name: string) => await client.createWorkflow(chain(name, newTrigger()));
	const others: StoredWorkflow[] = [];
	async function publishAnother(): Promise<StoredWorkflow> {
		const other = await sibling(`Queue mode ${others.length + 2}`);
		await client.publish(other.id);
		await until('its publication', async () => {
			const path = `/workflows/${other.id}/publication-status`;
			const { status } = await session.request('GET', path, z.object({ status: z.string() }));
			return status === 'published' || undefined;
		});
		others.push(other);
		return other;
	}
	while (others.length + 1 < (more.listeners ?? 1)) await publishAnother();
	async function listen(): Promise<StoredWorkflow> {
		const draft = await sibling('Draft');
		const body = { triggerToStartFrom: { name: TRIGGER } };
		await session.request('POST', `/workflows/${draft.id}/run`, z.unknown(), body);
		return draft;
	}
	async function close(): Promise<void> {
		for (const { id } of [workflow, ...others]) await client.unpublish(id);
		// Tried again after growing pauses, where n8n did not reach its own URLs at first.
		const isRemoved = () => simulator.webhookUrl === null || undefined;
		await until('the removal of the registration', isRemoved, { timeoutMs: 300_000 });
		await simulator.close();
	}
	return { client, simulator, workflow, others, deliveryUrl, publishAnother, listen, close };
}
