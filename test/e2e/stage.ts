/** What every end-to-end test acts on: n8n as its owner sees it, and a service of its own. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { signIn, type CredentialReference, type N8nClient } from '../../dev/n8n/client';
import { ACTION_TYPE, CREDENTIAL_TYPE, credentialData, newNode } from '../../dev/n8n/ownNodes';
import { chain, type StoredWorkflow, type WorkflowDefinition } from '../../dev/n8n/workflow';
import { HOST } from '../../dev/n8n/ports';
import { until } from '../../dev/until';
import { process } from '../../dev/platform';
import { startSimulator } from '../../dev/simulator';
import { OWNER, URL_VARIABLE } from './runningN8n';

/** Far above what the tests send: waiting for the service's limit is tested elsewhere. */
const REQUESTS_PER_MINUTE = 10_000;

const statusSchema = z.object({ status: z.string() }).passthrough();

export const ACTION = 'Public Outreach';
const START = 'Start';

/** The clients by URL of the n8n. All tests of a file share them: n8n takes 65 ms to check a password. */
const clients = new Map<string, N8nClient>();

export type Stage = Awaited<ReturnType<typeof setStage>>;

/**
 * @param n8nUrl of an n8n of the test's own; the shared one without it
 * @param serviceHost by which n8n reaches the service
 */
export async function setStage(n8nUrl = process.env[URL_VARIABLE], serviceHost = HOST) {
	if (n8nUrl === undefined) throw new Error('No n8n is running: use npm test -- e2e');
	const client = clients.get(n8nUrl) ?? (await signIn(n8nUrl, OWNER));
	clients.set(n8nUrl, client);
	// Triggers with one key would share a webhook, and each file has a service of its own.
	const apiKeys = ['opens-nothing-but-this-simulator', 'another-key-of-the-same-user'].map(
		(secret) => `${randomUUID().slice(0, 8)}.${secret}`,
	);
	const simulator = await startSimulator({ apiKeys, requestsPerMinute: REQUESTS_PER_MINUTE });
	const saved = new Set<string>();
	const credentials: string[] = [];
	const first = await credential('Simulator', simulator.apiKey);

	/** A credential for this stage's service that is deleted again in the end. */
	async function credential(name: string, apiKey: string) {
		const url = simulator.url.replace(HOST, serviceHost);
		const data = credentialData({ url, apiKey }, REQUESTS_PER_MINUTE);
		return await credentialOf(CREDENTIAL_TYPE, data, name);
	}
	/** A credential of any type that is deleted again in the end. */
	async function credentialOf(type: string, data: Record<string, unknown>, name = type) {
		const created = await client.createCredential(name, type, data);
		credentials.push(created.id);
		return created;
	}
	/** Saves a workflow that is deleted again in the end. */
	async function save(definition: WorkflowDefinition): Promise<StoredWorkflow> {
		const workflow = await client.createWorkflow(definition);
		saved.add(workflow.id);
		return workflow;
	}
	/** Archives and deletes a saved workflow before the end. */
	async function remove({ id }: StoredWorkflow): Promise<void> {
		saved.delete(id);
		await client.deleteWorkflow(id);
	}
	/** A node with the credential of this stage's service, or with another one. */
	function node(
		name: string,
		type: string,
		parameters: Record<string, unknown>,
		used: CredentialReference = first,
	) {
		return newNode(name, type, parameters, used);
	}
	/** Runs nodes by hand, one after another. */
	async function run(...nodes: WorkflowDefinition['nodes']) {
		const start = newNode(START, 'n8n-nodes-base.manualTrigger', {});
		const { id } = await save(chain('Run by hand', start, ...nodes));
		return await client.run(id, START);
	}
	/** Runs the action node once by hand, on one empty item. */
	async function act(parameters: Record<string, unknown>) {
		return await run(node(ACTION, ACTION_TYPE, parameters));
	}
	/** What n8n says of a publication. */
	async function statusOf({ id }: StoredWorkflow) {
		return await client.session.request('GET', `/workflows/${id}/publication-status`, statusSchema);
	}
	/** Waits until n8n says what became of a publication. */
	async function outcomeOf(workflow: StoredWorkflow): Promise<string> {
		return await until(`the outcome of publishing ${workflow.name}`, async () => {
			const found = await statusOf(workflow);
			const isDone = !['in_progress', 'not_published'].includes(found.status);
			return isDone ? JSON.stringify(found) : undefined;
		});
	}
	async function clear(): Promise<void> {
		try {
			for (const id of saved) await client.deleteWorkflow(id);
			for (const id of credentials) await client.deleteCredential(id);
		} finally {
			await simulator.close();
		}
	}
	return {
		/** For this stage's service, in every node that is given no other. */
		ownCredential: first,
		...{ n8nUrl, client, simulator, clear },
		...{ save, remove, node, credential, credentialOf, run, act, statusOf, outcomeOf },
	};
}
