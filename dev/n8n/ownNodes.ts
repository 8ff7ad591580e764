/** Everything that an n8n started here needs: an owner, nodes of this package for workflows, their credential. */
import { crypto } from '../platform';
import type { Simulator } from '../simulator';
import { until } from '../until';
import type { CredentialReference, N8nClient } from './client';
import type { StoredWorkflow, WorkflowDefinition, WorkflowNode } from './workflow';

/** Guards nothing: n8n listens on this machine only, and holds no more than its run or the demonstration. */
export const OWNER = { email: 'demo@example.com', password: 'Outreach-demo-1' };

export const PACKAGE = 'n8n-nodes-public-outreach';
export const CREDENTIAL_TYPE = 'publicOutreachApi';
export const TRIGGER_TYPE = `${PACKAGE}.publicOutreachTrigger`;
export const ACTION_TYPE = `${PACKAGE}.publicOutreach`;
/** The version of triggers in new workflows. */
export const TRIGGER_VERSION = 1.1;

/** A node as the editor adds it, with the credential if it needs one. */
export function newNode(
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
		typeVersion: type === TRIGGER_TYPE ? TRIGGER_VERSION : 1,
		position: [0, 0],
		parameters,
		...(credential && { credentials: { [CREDENTIAL_TYPE]: credential } }),
	};
}

/** The values that a user enters into the credential. */
export function credentialData(
	{ url, apiKey }: Pick<Simulator, 'url' | 'apiKey'>,
	requestsPerMinute: number,
): Record<string, unknown> {
	return { baseUrl: url, apiKey, requestsPerMinute };
}

/** Saves and publishes a workflow that starts with the trigger, and waits for the first URL in the service's webhook. */
export async function publishTrigger(
	client: N8nClient,
	simulator: Simulator,
	definition: WorkflowDefinition,
): Promise<{ workflow: StoredWorkflow; url: string }> {
	const workflow = await client.createWorkflow(definition);
	await client.publish(workflow.id);
	const url = await until(
		'the registration of the trigger',
		() => simulator.webhookUrl ?? undefined,
	);
	return { workflow, url };
}
