/** The actions of a user in n8n's editor, over the REST interface that the editor itself uses. */
import { z } from 'zod';
import { until, type UntilOptions } from '../until';
import {
	executionSummarySchema,
	hasEnded,
	readExecution,
	storedExecutionSchema,
	type Execution,
	type ExecutionSummary,
} from './execution';
import { contentOf, Session } from './session';
import {
	storedWorkflowSchema,
	type StoredWorkflow,
	type WorkflowDefinition,
	type WorkflowNode,
} from './workflow';

export interface Owner {
	email: string;
	password: string;
}

export interface CredentialReference {
	id: string;
	name: string;
}

export interface ListRequest {
	/** The parameter's name; n8n finds it only while the node's other parameters show it. */
	parameter: string;
	methodName: string;
	filter?: string;
}

const credentialSchema = z.object({ id: z.string(), name: z.string(), type: z.string() });
const testResultSchema = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });
const typesSchema = z.array(z.object({ name: z.string() }).passthrough());
const listResultSchema = z.object({
	results: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })),
	paginationToken: z.unknown().optional(),
});
const retriedSchema = z.object({ status: z.string(), data: z.unknown() });
const REFUSED = 400;
const UNAUTHORIZED = 401;
const STILL_UNPUBLISHING = 409;

/** Signs in as the owner, who is created where n8n has none yet. */
export async function signIn(url: string, { email, password }: Owner): Promise<N8nClient> {
	const session = new Session(url);
	const login = async () =>
		await session.send('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	let response = await login();
	if (response.status === UNAUTHORIZED) {
		const owner = { email, password, firstName: 'Demo', lastName: 'Owner' };
		const created = await session.send('POST', '/rest/owner/setup', owner);
		// An n8n that has an owner refuses this, and the login again: for the password.
		if (created.status !== REFUSED) contentOf(created);
		response = await login();
	}
	contentOf(response);
	return new N8nClient(session);
}

export class N8nClient {
	constructor(readonly session: Session) {}

	/** Names of all node types, with their package: `n8n-nodes-base.set`. */
	async nodeTypes(): Promise<string[]> {
		return (await this.session.file('/types/nodes.json', typesSchema)).map(({ name }) => name);
	}

	async credentials(): Promise<Array<z.infer<typeof credentialSchema>>> {
		return await this.session.request('GET', '/credentials', z.array(credentialSchema));
	}

	async createCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<CredentialReference> {
		const body = { name, type, data };
		return await this.session.request('POST', '/credentials', credentialSchema, body);
	}

	async updateCredential(
		{ id, name }: CredentialReference,
		type: string,
		data: Record<string, unknown>,
	): Promise<void> {
		await this.session.request('PATCH', `/credentials/${id}`, z.unknown(), { name, type, data });
	}

	/** Runs the credential type's own test on values that need not be saved. */
	async testCredential(
		type: string,
		data: Record<string, unknown>,
	): Promise<z.infer<typeof testResultSchema>> {
		const credentials = { id: '', name: 'Unsaved', type, data };
		const path = '/credentials/test';
		return await this.session.request('POST', path, testResultSchema, { credentials });
	}

	async deleteCredential(id: string): Promise<void> {
		await this.session.request('DELETE', `/credentials/${id}`, z.unknown());
	}

	async workflows(): Promise<Array<{ id: string; name: string }>> {
		const schema = z.array(z.object({ id: z.string(), name: z.string() }));
		return await this.session.request('GET', '/workflows', schema);
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.session.request('GET', `/workflows/${id}`, storedWorkflowSchema);
	}

	async createWorkflow(definition: WorkflowDefinition): Promise<StoredWorkflow> {
		return await this.session.request('POST', '/workflows', storedWorkflowSchema, definition);
	}

	/** Saves another content; what is published stays as it was. */
	async updateWorkflow(id: string, definition: WorkflowDefinition): Promise<StoredWorkflow> {
		const path = `/workflows/${id}`;
		return await this.session.request('PATCH', path, storedWorkflowSchema, definition);
	}

	/** n8n deletes only what is archived; archiving unpublishes, and goes on after its response. */
	async deleteWorkflow(id: string): Promise<void> {
		// Refused for what is archived already; the deletion says when it is not.
		await this.session.send('POST', `/rest/workflows/${id}/archive`, {});
		await this.sendWhenUnpublished('DELETE', `/rest/workflows/${id}`);
	}

	/**
	 * n8n responds before the trigger has registered: wait for what registering brings about. While it still
	 * removes the URLs of a copy of the workflow, it refuses this one's.
	 */
	async publish(id: string): Promise<void> {
		const { versionId } = await this.workflow(id);
		await this.sendWhenUnpublished('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async unpublish(id: string): Promise<void> {
		await this.session.request('POST', `/workflows/${id}/deactivate`, z.unknown(), {});
	}

	/** Runs the saved workflow by hand from one of its triggers, and waits for its end. */
	async run(workflowId: string, triggerName: string, patience?: UntilOptions): Promise<Execution> {
		const schema = z.object({ executionId: z.string() });
		const path = `/workflows/${workflowId}/run`;
		const body = { triggerToStartFrom: { name: triggerName } };
		const { executionId } = await this.session.request('POST', path, schema, body);
		return await this.execution(executionId, patience);
	}

	/**
	 * Retries a failed run from its start, as the list of executions does, and waits for its end.
	 *
	 * @returns how that ended; `data` has its error where it failed, as n8n has serialized it
	 */
	async retry(id: string): Promise<z.infer<typeof retriedSchema>> {
		const body = { loadWorkflow: false };
		return await this.session.request('POST', `/executions/${id}/retry`, retriedSchema, body);
	}

	/** The latest runs of a workflow, newest first. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const schema = z.object({ results: z.array(executionSummarySchema) });
		return (await this.session.request('GET', `/executions?filter=${filter}`, schema)).results;
	}

	/** Waits for a run's end and reads what it did. */
	async execution(id: string, patience?: UntilOptions): Promise<Execution> {
		const read = async () => {
			const stored = await this.session.request('GET', `/executions/${id}`, storedExecutionSchema);
			if (!hasEnded(stored.status)) return undefined;
			const execution = readExecution(stored);
			// n8n stores that a run has succeeded before it stores what it did.
			return execution.hasRun || execution.status !== 'success' ? execution : undefined;
		};
		return await until(`the end of execution ${id}`, read, patience);
	}

	/** The entries that a searchable parameter offers when the user opens it, or types `filter`. */
	async searchList(
		node: WorkflowNode,
		{ parameter, methodName, filter }: ListRequest,
	): Promise<z.infer<typeof listResultSchema>> {
		const { type: name, typeVersion: version } = node;
		const path = '/dynamic-node-parameters/resource-locator-results';
		return await this.session.request('POST', path, listResultSchema, {
			path: `parameters.${parameter}`,
			methodName,
			filter,
			nodeTypeAndVersion: { name, version },
			currentNodeParameters: node.parameters,
			credentials: node.credentials,
		});
	}
	private async sendWhenUnpublished(method: 'POST' | 'DELETE', path: string, body?: unknown) {
		const response = await until(`${method} ${path} to be possible`, async () => {
			const attempt = await this.session.send(method, path, body);
			return attempt.status === STILL_UNPUBLISHING ? undefined : attempt;
		});
		contentOf(response);
	}
}
