/** What every end-to-end test acts on: n8n as its owner sees it, and a service of its own. */
import { signIn, type CredentialReference, type N8nClient } from '../../dev/n8n/client';
import type { Execution } from '../../dev/n8n/execution';
import { ACTION_TYPE, CREDENTIAL_TYPE, credentialData, newNode } from '../../dev/n8n/ownNodes';
import {
	chain,
	type StoredWorkflow,
	type WorkflowDefinition,
	type WorkflowNode,
} from '../../dev/n8n/workflow';
import { process } from '../../dev/platform';
import { startSimulator, type Simulator } from '../../dev/simulator';
import { OWNER, URL_VARIABLE } from './runningN8n';

/** Far above what the tests send: waiting for the service's limit is tested elsewhere. */
const REQUESTS_PER_MINUTE = 10_000;

export const ACTION = 'Public Outreach';
const START = 'Start';

export interface Stage {
	n8nUrl: string;
	client: N8nClient;
	simulator: Simulator;
	/** Saves a workflow that is deleted again in the end. */
	save(definition: WorkflowDefinition): Promise<StoredWorkflow>;
	/** Archives and deletes a saved workflow before the end. */
	remove(workflow: StoredWorkflow): Promise<void>;
	/** A node with the credential of this stage's service, or with another one. */
	node(
		name: string,
		type: string,
		parameters: Record<string, unknown>,
		credential?: CredentialReference,
	): WorkflowNode;
	/** A credential for this stage's service that is deleted again in the end. */
	credential(name: string, apiKey: string): Promise<CredentialReference>;
	/** Runs the action node once by hand, on one empty item. */
	act(parameters: Record<string, unknown>): Promise<Execution>;
}

/** @param n8nUrl of an n8n of the test's own; the shared one without it */
export async function setStage(
	n8nUrl = process.env[URL_VARIABLE],
): Promise<Stage & { clear(): Promise<void> }> {
	if (n8nUrl === undefined) throw new Error('No n8n is running: use npm test -- e2e');
	const client = await signIn(n8nUrl, OWNER);
	// Without an end to its patience: a busy machine must not look like a lost delivery.
	const simulator = await startSimulator({
		requestsPerMinute: REQUESTS_PER_MINUTE,
		deliveryTimeoutMs: 0,
	});
	const saved = new Set<string>();
	const credentials: string[] = [];
	const first = await credential('Simulator', simulator.apiKey);

	async function credential(name: string, apiKey: string): Promise<CredentialReference> {
		const data = credentialData({ url: simulator.url, apiKey }, REQUESTS_PER_MINUTE);
		const created = await client.createCredential(name, CREDENTIAL_TYPE, data);
		credentials.push(created.id);
		return created;
	}

	async function save(definition: WorkflowDefinition): Promise<StoredWorkflow> {
		const workflow = await client.createWorkflow(definition);
		saved.add(workflow.id);
		return workflow;
	}
	async function remove({ id }: StoredWorkflow): Promise<void> {
		saved.delete(id);
		await client.deleteWorkflow(id);
	}
	function node(
		name: string,
		type: string,
		parameters: Record<string, unknown>,
		used = first,
	): WorkflowNode {
		return newNode(name, type, parameters, used);
	}
	async function act(parameters: Record<string, unknown>): Promise<Execution> {
		const start = newNode(START, 'n8n-nodes-base.manualTrigger', {});
		const action = node(ACTION, ACTION_TYPE, parameters);
		const { id } = await save(chain('One action', start, action));
		return await client.run(id, START);
	}
	async function clear(): Promise<void> {
		try {
			for (const id of saved) await client.deleteWorkflow(id);
			for (const id of credentials) await client.deleteCredential(id);
		} finally {
			await simulator.close();
		}
	}
	return { n8nUrl, client, simulator, save, remove, node, credential, act, clear };
}
