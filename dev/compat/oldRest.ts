/** Calls of n8n's REST interface in forms that older releases understand, too. */
import { z } from 'zod';
import type { CredentialReference } from '../n8n/client';
import type { Session } from '../n8n/session';
import {
	storedWorkflowSchema,
	type StoredWorkflow,
	type WorkflowDefinition,
} from '../n8n/workflow';
import { CREDENTIAL_TYPE } from '../n8n/ownNodes';
import { messageOf } from '../shutdown';
import { until } from '../until';

const resultSchema = z.object({ status: z.string(), message: z.string() });
const versionedSchema = z.object({ versionId: z.string() });

/** Tests values of a credential that is saved; older releases test no other. */
export async function testCredential(
	session: Session,
	saved: CredentialReference,
	data: Record<string, unknown>,
): Promise<z.infer<typeof resultSchema>> {
	const credentials = { ...saved, type: CREDENTIAL_TYPE, data };
	return await session.request('POST', '/credentials/test', resultSchema, { credentials });
}

export async function createWorkflow(
	session: Session,
	definition: WorkflowDefinition,
): Promise<StoredWorkflow> {
	const body = { ...definition, active: false };
	return await session.request('POST', '/workflows', storedWorkflowSchema, body);
}

/** Workflows were active or not before they could be published. */
export async function setPublished(
	session: Session,
	{ id }: StoredWorkflow,
	active: boolean,
): Promise<void> {
	const { versionId } = await session.request('GET', `/workflows/${id}`, versionedSchema);
	const path = `/workflows/${id}/${active ? 'activate' : 'deactivate'}`;
	const older = async () =>
		await session.request('PATCH', `/workflows/${id}`, z.unknown(), { active, versionId });
	await session.request('POST', path, z.unknown(), { versionId }).catch(older);
}

/** "Listen for test event". Older releases take the workflow from the request, newer ones what is saved. */
export async function listen(
	session: Session,
	workflow: StoredWorkflow,
	trigger: string,
): Promise<void> {
	const body = { workflowData: workflow, triggerToStartFrom: { name: trigger } };
	const schema = z.object({ waitingForWebhook: z.literal(true) });
	const path = `/workflows/${workflow.id}/run`;
	await until('n8n to listen', async () => {
		const problem = await session.request('POST', path, schema, body).then(() => '', messageOf);
		if (problem === '') return true;
		// A busy n8n does not respond to itself in time.
		if (problem.includes('cannot reach its own webhook URL')) return undefined;
		throw new Error(problem);
	});
}
