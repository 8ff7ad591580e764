/** What the trigger's end-to-end tests do: publish, listen for test events, and see what comes of it. */
import { z } from 'zod';
import type { CredentialReference } from '../../../dev/n8n/client';
import { chain, type StoredWorkflow, type WorkflowNode } from '../../../dev/n8n/workflow';
import { until } from '../../../dev/until';
import { TRIGGER_TYPE } from '../../../dev/n8n/ownNodes';
import { setStage } from '../stage';
import { readRuns } from './runs';

export const TRIGGER = 'When a Lead Writes';
export const WEBHOOK_PATH = '/api/v1/user/webhook/';

export type TriggerStage = Awaited<ReturnType<typeof setTriggerStage>>;

/** @param n8nUrl of an n8n of its own; the shared one without it */
export async function setTriggerStage(n8nUrl?: string, serviceHost?: string) {
	const stage = await setStage(n8nUrl, serviceHost);
	const { client, simulator, statusOf, outcomeOf } = stage;
	const { session } = client;

	/** A saved workflow that begins with the trigger. */
	async function trigger(
		name: string,
		parameters: Record<string, unknown> = {},
		...following: WorkflowNode[]
	) {
		return await stage.save(
			chain(name, stage.node(TRIGGER, TRIGGER_TYPE, parameters), ...following),
		);
	}
	/** The same with another credential. */
	async function triggerOf(credential: CredentialReference, name: string) {
		return await stage.save(chain(name, stage.node(TRIGGER, TRIGGER_TYPE, {}, credential)));
	}
	/** The same, published. */
	async function published(...given: Parameters<typeof trigger>) {
		const workflow = await trigger(...given);
		await publish(workflow);
		return workflow;
	}
	/** So many of them, published at once. */
	async function publishedAtOnce(count: number) {
		const workflows: StoredWorkflow[] = [];
		while (workflows.length < count) {
			workflows.push(await trigger(`Listener ${workflows.length + 1}`));
		}
		await publish(...workflows);
		return workflows;
	}
	/** Publishes all of them at once, and waits until n8n says that they are. */
	async function publish(...workflows: StoredWorkflow[]): Promise<void> {
		await Promise.all(workflows.map(async ({ id }) => await client.publish(id)));
		for (const workflow of workflows) {
			const outcome = await outcomeOf(workflow);
			expect({ of: workflow.name, outcome }).toMatchObject({
				outcome: expect.stringContaining('"status":"published"'),
			});
		}
	}
	/** Saves other nodes or another name, publishes them, and waits for that very version. */
	async function publishAgain(workflow: StoredWorkflow, changes: Partial<StoredWorkflow>) {
		const stored = await client.workflow(workflow.id);
		const { versionId } = await client.updateWorkflow(workflow.id, { ...stored, ...changes });
		await publish(workflow);
		await until(`the new version of ${workflow.name}`, async () =>
			(await outcomeOf(workflow)).includes(versionId) ? true : undefined,
		);
	}
	/** Unpublishes all of them at once, and waits until n8n says that they are. */
	async function unpublish(...workflows: StoredWorkflow[]): Promise<void> {
		await Promise.all(workflows.map(async ({ id }) => await client.unpublish(id)));
		for (const workflow of workflows) await isUnpublished(workflow);
	}
	/** Archives a workflow, and waits until n8n says that it is unpublished. */
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
	/** "Listen for test event". */
	async function listen({ id }: StoredWorkflow): Promise<void> {
		const body = { triggerToStartFrom: { name: TRIGGER } };
		const schema = z.object({ waitingForWebhook: z.literal(true) });
		await session.request('POST', `/workflows/${id}/run`, schema, body);
	}
	/** "Stop listening"; n8n goes on after its response. */
	async function stop({ id }: StoredWorkflow): Promise<void> {
		await session.request('DELETE', `/test-webhook/${id}`, z.unknown());
	}
	/** Waits until n8n listens for no test event of this workflow any more. */
	async function testEnds({ name, nodes }: StoredWorkflow): Promise<void> {
		const url = `${stage.n8nUrl}/webhook-test/${nodes[0]?.webhookId}/webhook`;
		await until(`the test of ${name} to end`, async () => {
			// n8n says whether it knows an address without calling the node.
			const headers = { origin: stage.n8nUrl };
			const { status } = await fetch(url, { method: 'OPTIONS', headers });
			return status === 404 || undefined;
		});
	}
	/** Waits until the service's webhook is that of this workflow, or null. */
	async function webhookIs(wanted: StoredWorkflow | null, patience = {}): Promise<void> {
		const isWanted = () => (wanted ? isRegistered(wanted) : simulator.webhookUrl === null);
		const what = `the service's webhook to be that of ${wanted?.name ?? 'nobody'}`;
		await until(what, () => isWanted() || undefined, patience);
	}
	/** Whether the service delivers to this workflow. */
	function isRegistered({ nodes }: StoredWorkflow): boolean {
		return simulator.webhookUrl?.includes(String(nodes[0]?.webhookId)) ?? false;
	}
	return {
		...{ ...stage, runs: readRuns(client), trigger, triggerOf, published, publishedAtOnce },
		...{ publish, publishAgain, unpublish, archive, listen, stop, testEnds },
		...{ webhookIs, isRegistered },
		/** The service's webhook, which has to be set. */
		webhook: () => z.string().parse(simulator.webhookUrl),
		/** What the service was told, in this order; the same again, as with each publication, counts once. */
		registrations: () =>
			simulator.requests
				.filter(({ method, path }) => method === 'PUT' && path === WEBHOOK_PATH)
				.map(registeredBy)
				.filter((url, place, all) => url !== all[place - 1]),
	};
}

const registrationSchema = z.object({ webhook_url: z.string().nullable() });

/** What a request of the kind PUT webhook asks for. */
export function registeredBy({ body }: { body: string }): string | null {
	return registrationSchema.parse(JSON.parse(body)).webhook_url;
}
