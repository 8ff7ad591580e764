/** What the trigger's end-to-end tests do beyond publishing: listening for test events, counting runs. */
import { z } from 'zod';
import { Session } from '../../dev/n8n/session';
import { chain, type StoredWorkflow } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { OWNER, setStage, TRIGGER_TYPE, type Stage } from './stage';

export const TRIGGER = 'When a Lead Writes';

const executionsSchema = z.object({
	count: z.number(),
	results: z.array(z.object({ id: z.string(), status: z.string(), mode: z.string() })),
});
const statusSchema = z.object({ status: z.string() }).passthrough();

export interface TriggerStage extends Stage {
	/** A saved workflow of the trigger alone. */
	trigger(name: string, parameters?: Record<string, unknown>): Promise<StoredWorkflow>;
	/** Publishes and waits until the service knows the URL. */
	publish(workflow: StoredWorkflow): Promise<string>;
	/** "Listen for test event". */
	listen(workflow: StoredWorkflow): Promise<string>;
	/** "Stop listening". */
	stop(workflow: StoredWorkflow): Promise<void>;
	/** Waits until the slot holds this. */
	slotIs(url: string | null): Promise<void>;
	/** Waits until n8n says what became of a publication. */
	publicationOf(workflow: StoredWorkflow): Promise<string>;
	/** Waits until nothing runs any more; the number of runs, and the trigger's items of the last 100. */
	runsOf(workflow: StoredWorkflow): Promise<{ count: number; items: unknown[] }>;
	clear(): Promise<void>;
}

/** @param n8nUrl of an n8n of its own; the shared one without it */
export async function setTriggerStage(n8nUrl?: string): Promise<TriggerStage> {
	const stage = await setStage(n8nUrl);
	const session = new Session(stage.n8nUrl);
	await session.request('POST', '/login', z.unknown(), {
		emailOrLdapLoginId: OWNER.email,
		password: OWNER.password,
	});
	const { client, simulator } = stage;

	async function trigger(name: string, parameters: Record<string, unknown> = {}) {
		return await stage.save(chain(name, stage.node(TRIGGER, TRIGGER_TYPE, parameters)));
	}
	async function slotChanges(before: string | null): Promise<string> {
		return await until('another URL in the slot', () => {
			const url = simulator.webhookUrl;
			return url === null || url === before ? undefined : url;
		});
	}
	async function publish({ id }: StoredWorkflow): Promise<string> {
		const before = simulator.webhookUrl;
		await client.publish(id);
		return await slotChanges(before);
	}
	async function listen({ id }: StoredWorkflow): Promise<string> {
		const before = simulator.webhookUrl;
		const body = { triggerToStartFrom: { name: TRIGGER } };
		const schema = z.object({ waitingForWebhook: z.literal(true) });
		await session.request('POST', `/workflows/${id}/run`, schema, body);
		return await slotChanges(before);
	}
	async function stop({ id }: StoredWorkflow): Promise<void> {
		await session.request('DELETE', `/test-webhook/${id}`, z.unknown());
	}
	async function slotIs(url: string | null): Promise<void> {
		await until(`${url} in the slot`, () => (simulator.webhookUrl === url ? true : undefined));
	}
	async function publicationOf({ id }: StoredWorkflow): Promise<string> {
		return await until(
			'the outcome of the publication',
			async () => {
				const path = `/workflows/${id}/publication-status`;
				const found = await session.request('GET', path, statusSchema);
				const isDone = ['failed', 'completed', 'published', 'error'].includes(found.status);
				return isDone ? JSON.stringify(found) : undefined;
			},
			{ timeoutMs: 40_000, everyMs: 250 },
		);
	}
	async function runsOf({ id }: StoredWorkflow) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { count, results } = await until(
			'the end of all runs',
			async () => {
				const path = `/executions?limit=100&filter=${filter}`;
				const found = await session.request('GET', path, executionsSchema);
				const isOver = found.results.every(({ status }) => !['new', 'running'].includes(status));
				return isOver ? found : undefined;
			},
			{ timeoutMs: 60_000 },
		);
		const items: unknown[] = [];
		for (const run of results.reverse()) {
			const execution = await client.execution(run.id);
			items.push(...execution.items(TRIGGER).map(({ json }) => json));
		}
		return { count, items };
	}
	return { ...stage, trigger, publish, listen, stop, slotIs, publicationOf, runsOf };
}
