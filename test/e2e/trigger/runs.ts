/** What n8n has run of a workflow, and what came out of its trigger. */
import { z } from 'zod';
import type { N8nClient } from '../../../dev/n8n/client';
import { hasEnded } from '../../../dev/n8n/execution';
import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { until } from '../../../dev/until';

export interface Run {
	id: string;
	status: string;
	/** `webhook` in production, `manual` in a test. */
	mode: string;
	/** What each trigger node of the workflow put out. */
	items: Array<Record<string, unknown>>;
}

interface ExpectedRuns {
	mode?: 'webhook' | 'manual';
	/** What a process does not remember comes out of the store, in a run: without an item, but a run. */
	emptyRuns?: 'allowed';
}

const PAGE = 100;
const listSchema = z.object({
	nextCursor: z.string().nullish(),
	results: z.array(z.object({ id: z.string(), status: z.string(), mode: z.string() })),
});

export function readRuns(client: N8nClient) {
	const known = new Map<string, Run>();

	async function list({ id }: StoredWorkflow) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const found: z.infer<typeof listSchema>['results'] = [];
		for (let cursor = ''; ;) {
			const path = `/executions?limit=${PAGE}${cursor}&filter=${filter}`;
			const { results, nextCursor } = await client.session.request('GET', path, listSchema);
			found.push(...results);
			if (!nextCursor) return found.sort((one, other) => Number(one.id) - Number(other.id));
			cursor = `&cursor=${nextCursor}`;
		}
	}
	/** The runs that have ended, oldest first, and whether those are all. */
	async function read(workflow: StoredWorkflow): Promise<{ runs: Run[]; areAll: boolean }> {
		const found = await list(workflow);
		const ended = found.filter(({ status }) => hasEnded(status));
		const runs: Run[] = [];
		for (const { id } of ended) {
			const run = known.get(id) ?? (await readRun(client, workflow, id));
			known.set(id, run);
			runs.push(run);
		}
		return { runs, areAll: ended.length === found.length };
	}
	/** The runs of a workflow, oldest first, once none runs any more. */
	async function all(workflow: StoredWorkflow): Promise<Run[]> {
		const ended = async () => {
			const { runs, areAll } = await read(workflow);
			return areAll ? runs : undefined;
		};
		return await until(`the end of all runs of ${workflow.name}`, ended);
	}
	/**
	 * Waits until these messages have come out of each workflow, and fails when anything else came out, a
	 * message came out twice, or a run has not exactly one item.
	 */
	async function expectOnly(
		workflows: StoredWorkflow | StoredWorkflow[],
		ids: string[],
		expected: ExpectedRuns = {},
	): Promise<void> {
		for (const workflow of [workflows].flat()) await expectOfOne(workflow, ids, expected);
	}
	async function expectOfOne(
		workflow: StoredWorkflow,
		ids: string[],
		{ mode = 'webhook', emptyRuns }: ExpectedRuns,
	): Promise<void> {
		const ofMode = (runs: Run[]) => runs.filter((run) => run.mode === mode);
		await until(`${ids.length} messages in ${workflow.name}`, async () => {
			const { runs } = await read(workflow);
			const items = ofMode(runs).flatMap((run) => run.items);
			return items.length >= ids.length || undefined;
		}).catch(() => undefined);
		const runs = ofMode(await all(workflow));
		const identifiers = runs.flatMap(({ items }) => items.map(identifierOf)).sort();
		const wanted = [...ids].sort();
		// The runs are there to be read where the messages differ.
		const shown = identifiers.join() === wanted.join() ? [] : runs.map(summaryOf);
		expect({ of: workflow.name, mode, messages: identifiers, runs: shown }).toEqual({
			of: workflow.name,
			mode,
			messages: wanted,
			runs: [],
		});
		const isOdd = ({ items }: Run) => items.length > 1 || (items.length === 0 && !emptyRuns);
		expect(runs.filter(isOdd)).toEqual([]);
	}
	return { all, expectOnly };
}

async function readRun(client: N8nClient, workflow: StoredWorkflow, id: string): Promise<Run> {
	const execution = await client.execution(id);
	const items = workflow.nodes
		.filter(({ type }) => type.endsWith('publicOutreachTrigger'))
		.flatMap(({ name }) => execution.items(name).map(({ json }) => json));
	return { id, status: execution.status, mode: execution.mode, items };
}

const summaryOf = ({ id, status, items }: Run): string =>
	`${id} ${status}: ${items.map(identifierOf).join() || 'nothing'}`;

const itemSchema = z.union([
	z.object({ message_id: z.string() }),
	z.object({ message: z.object({ message_id: z.string() }) }).transform(({ message }) => message),
]);

/** Every output has it, the raw one a level below. */
function identifierOf(item: Record<string, unknown>): string {
	return itemSchema.parse(item).message_id;
}
