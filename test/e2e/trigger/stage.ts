/** What the trigger's end-to-end tests do: publish, listen for test events, and see what comes of it. */
import { z } from 'zod';
import type { CredentialReference } from '../../../dev/n8n/client';
import { chain, type StoredWorkflow, type WorkflowNode } from '../../../dev/n8n/workflow';
import { until } from '../../../dev/until';
import { TRIGGER_TYPE } from '../../../dev/n8n/ownNodes';
import { setStage, type Stage } from '../stage';
import { readRuns, type Runs } from './runs';

export const TRIGGER = 'When a Lead Writes';
export const WEBHOOK_PATH = '/api/v1/user/webhook/';

const statusSchema = z.object({ status: z.string() }).passthrough();

export interface TriggerStage extends Stage {
	runs: Runs;
	/** A saved workflow that begins with the trigger. */
	trigger(
		name: string,
		parameters?: Record<string, unknown>,
		...following: WorkflowNode[]
	): Promise<StoredWorkflow>;
	/** The same with another credential. */
	triggerOf(
		credential: CredentialReference,
		name: string,
		parameters?: Record<string, unknown>,
	): Promise<StoredWorkflow>;
	/** Publishes all of them at once, and waits until n8n says that they are. */
	publish(...workflows: StoredWorkflow[]): Promise<void>;
	/** Waits until n8n says what became of a publication. */
	outcomeOf(workflow: StoredWorkflow): Promise<string>;
	/** Unpublishes all of them at once, and waits until n8n says that they are. */
	unpublish(...workflows: StoredWorkflow[]): Promise<void>;
	/** Archives a workflow, and waits until n8n says that it is unpublished. */
	archive(workflow: StoredWorkflow): Promise<void>;
	/** "Listen for test event". */
	listen(workflow: StoredWorkflow): Promise<void>;
	/** "Stop listening"; n8n goes on after its answer. */
	stop(workflow: StoredWorkflow): Promise<void>;
	/** Waits until n8n listens for no test event of this workflow any more. */
	testEnds(workflow: StoredWorkflow): Promise<void>;
	/** Waits until the service's webhook is this. */
	webhookIs(url: string | null): Promise<void>;
	/** The service's webhook, which has to be set. */
	webhook(): string;
	/** What the service was told, in this order. */
	registrations(): Array<string | null>;
	clear(): Promise<void>;
}

/** @param n8nUrl of an n8n of its own; the shared one without it */
export async function setTriggerStage(n8nUrl?: string): Promise<TriggerStage> {
	const stage = await setStage(n8nUrl);
	const { client, simulator } = stage;
	const { session } = client;

	async function statusOf({ id }: StoredWorkflow): Promise<z.infer<typeof statusSchema>> {
		return await session.request('GET', `/workflows/${id}/publication-status`, statusSchema);
	}
	async function outcomeOf(workflow: StoredWorkflow): Promise<string> {
		return await until(`the outcome of publishing ${workflow.name}`, async () => {
			const found = await statusOf(workflow);
			const isDone = !['in_progress', 'not_published'].includes(found.status);
			return isDone ? JSON.stringify(found) : undefined;
		});
	}
	async function publish(...workflows: StoredWorkflow[]): Promise<void> {
		await Promise.all(workflows.map(async ({ id }) => await client.publish(id)));
		for (const workflow of workflows) {
			const outcome = await outcomeOf(workflow);
			expect({ of: workflow.name, outcome }).toMatchObject({
				outcome: expect.stringContaining('"status":"published"'),
			});
		}
	}
	async function unpublish(...workflows: StoredWorkflow[]): Promise<void> {
		await Promise.all(workflows.map(async ({ id }) => await client.unpublish(id)));
		for (const workflow of workflows) await isUnpublished(workflow);
	}
	async function archive(workflow: StoredWorkflow): Promise<void> {
		await session.request('POST', `/workflows/${workflow.id}/archive`, z.unknown(), {});
		await isUnpublished(workflow);
	}
	async function isUnpublished(workflow: StoredWorkflow): Promise<void> {
		await until(`${workflow.name} to be unpublished`, async () => {
			const { status } = await statusOf(workflow);
			return status === 'not_published' || undefined;
		});
	}
	async function listen({ id }: StoredWorkflow): Promise<void> {
		const body = { triggerToStartFrom: { name: TRIGGER } };
		const schema = z.object({ waitingForWebhook: z.literal(true) });
		await session.request('POST', `/workflows/${id}/run`, schema, body);
	}
	return {
		...stage,
		runs: readRuns(client),
		trigger: async (name, parameters = {}, ...following) =>
			await stage.save(chain(name, stage.node(TRIGGER, TRIGGER_TYPE, parameters), ...following)),
		triggerOf: async (credential, name, parameters = {}) =>
			await stage.save(chain(name, stage.node(TRIGGER, TRIGGER_TYPE, parameters, credential))),
		publish,
		outcomeOf,
		unpublish,
		archive,
		listen,
		stop: async ({ id }) => {
			await session.request('DELETE', `/test-webhook/${id}`, z.unknown());
		},
		testEnds: async ({ name, nodes }) => {
			const url = `${stage.n8nUrl}/webhook-test/${nodes[0]?.webhookId}/webhook`;
			await until(`the test of ${name} to end`, async () => {
				// n8n says whether it knows an address without calling the node.
				const headers = { origin: stage.n8nUrl };
				const { status } = await fetch(url, { method: 'OPTIONS', headers });
				return status === 404 || undefined;
			});
		},
		webhookIs: async (url) => {
			await until(`the service's webhook to be ${url}`, () =>
				simulator.webhookUrl === url ? true : undefined,
			);
		},
		webhook: () => z.string().parse(simulator.webhookUrl),
		registrations: () =>
			simulator.requests
				.filter(({ method, path }) => method === 'PUT' && path === WEBHOOK_PATH)
				.map(registeredBy),
	};
}

const registrationSchema = z.object({ webhook_url: z.string().nullable() });

/** What a request of the kind PUT webhook asks for. */
export function registeredBy({ body }: { body: string }): string | null {
	return registrationSchema.parse(JSON.parse(body)).webhook_url;
}
