/** What every end-to-end test acts on: n8n as its owner sees it, and a service of its own. */
import { signIn, type CredentialReference, type N8nClient } from '../../dev/n8n/client';
import type { Execution } from '../../dev/n8n/execution';
import {
	chain,
	type StoredWorkflow,
	type WorkflowDefinition,
	type WorkflowNode,
} from '../../dev/n8n/workflow';
import { crypto, process } from '../../dev/platform';
import { startSimulator, type Simulator } from '../../dev/simulator';
import { URL_VARIABLE } from './runningN8n';

export const OWNER = { email: 'owner@example.com', password: 'End-to-end-1' };
/** Far above what the tests send: waiting for the service's limit is tested elsewhere. */
const REQUESTS_PER_MINUTE = 10_000;

export const CREDENTIAL_TYPE = 'publicOutreachApi';
export const ACTION_TYPE = 'n8n-nodes-public-outreach.publicOutreach';
export const TRIGGER_TYPE = 'n8n-nodes-public-outreach.publicOutreachTrigger';
export const ACTION = 'Public Outreach';
const START = 'Start';

export interface Stage {
	n8nUrl: string;
	client: N8nClient;
	simulator: Simulator;
	/** Saves a workflow that is deleted again in the end. */
	save(definition: WorkflowDefinition): Promise<StoredWorkflow>;
	/** A node with the credential of this stage's service. */
	node(name: string, type: string, parameters: Record<string, unknown>): WorkflowNode;
	/** Runs the action node once by hand, on one empty item. */
	act(parameters: Record<string, unknown>): Promise<Execution>;
}

/** @param n8nUrl of an n8n of the test's own; the shared one without it */
export async function setStage(
	n8nUrl = process.env[URL_VARIABLE],
): Promise<Stage & { clear(): Promise<void> }> {
	if (n8nUrl === undefined) throw new Error('No n8n is running: use npm test -- e2e');
	const client = await signIn(n8nUrl, OWNER);
	const simulator = await startSimulator({ requestsPerMinute: REQUESTS_PER_MINUTE });
	const credential = await client.createCredential('Simulator', CREDENTIAL_TYPE, {
		baseUrl: simulator.url,
		apiKey: simulator.apiKey,
		requestsPerMinute: REQUESTS_PER_MINUTE,
	});
	const saved: string[] = [];

	async function save(definition: WorkflowDefinition): Promise<StoredWorkflow> {
		const workflow = await client.createWorkflow(definition);
		saved.push(workflow.id);
		return workflow;
	}
	function node(name: string, type: string, parameters: Record<string, unknown>): WorkflowNode {
		return newNode(name, type, parameters, credential);
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
			await client.deleteCredential(credential.id);
		} finally {
			await simulator.close();
		}
	}
	return { n8nUrl, client, simulator, save, node, act, clear };
}

function newNode(
	name: string,
	type: string,
	parameters: Record<string, unknown>,
	credential?: CredentialReference,
): WorkflowNode {
	return {
		id: crypto.randomUUID(),
		webhookId: crypto.randomUUID(),
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...(credential === undefined ? {} : { credentials: { [CREDENTIAL_TYPE]: credential } }),
	};
}
