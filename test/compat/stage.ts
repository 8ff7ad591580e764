/** What the smoke acts on: one n8n with its owner, a service, and what came out of a trigger. */
import type { Variant } from '../../dev/compat/variants';
import { signIn, type N8nClient } from '../../dev/n8n/client';
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { startSimulator, type Simulator } from '../../dev/simulator';
import { until } from '../../dev/until';
import { OWNER } from '../e2e/runningN8n';
import { WEBHOOK_PATH } from '../e2e/trigger/stage';

export type Stage = Awaited<ReturnType<typeof setStage>>;

/** One n8n of a variant, its owner, and a service; `hasRun` says whether an execution ran where the variant has them run. */
export async function setStage(variant: Variant) {
	const started = await variant.start();
	const { n8n, stop } = started;
	const hasRun = (executionId: string) => started.hasRun?.(executionId) ?? true;
	const simulator = await startSimulator();
	const close = async () => {
		await stop();
		await simulator.close();
	};
	let isComplete = false;
	try {
		// Older releases say that they are ready before they are.
		const signedIn = async () => await signIn(n8n.url, OWNER).catch(() => undefined);
		const client = await until('n8n to let its owner in', signedIn);
		isComplete = true;
		return { n8n, client, session: client.session, simulator, hasRun, close };
	} finally {
		if (!isComplete) await close();
	}
}

/** Whatever the trigger, which is the workflow's first node, has put out, newest first. */
export async function messagesOf(client: N8nClient, { id, nodes }: StoredWorkflow) {
	const trigger = nodes[0]?.name ?? '';
	const summaries = await client.executions(id);
	const executions = await Promise.all(summaries.map((run) => client.execution(run.id)));
	return executions.flatMap((run) =>
		run
			.items(trigger)
			.map(({ json }) => ({ message: json.message_id, isTest: run.mode === 'manual' })),
	);
}

/** How often the service was told where to deliver. */
export function countRegistrations({ requests }: Simulator): number {
	return requests.filter(({ method, path }) => method === 'PUT' && path === WEBHOOK_PATH).length;
}
