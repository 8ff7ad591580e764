/** What the example that waits for replies is tested with: a caller, and what became of its executions. */
import { z } from 'zod';
import { executionSummarySchema } from '../../dev/n8n/execution';
import { chain, type StoredWorkflow } from '../../dev/n8n/workflow';
import { setTriggerStage, type TriggerStage } from './trigger/stage';

const TABLE = { __rl: true, mode: 'name', value: 'Waiting for a reply' };

/** Completed executions come in pages; what is still running is on the first one. */
const pageSchema = z.object({
	results: z.array(executionSummarySchema),
	nextCursor: z.string().nullish(),
});

export type RepliesStage = Awaited<ReturnType<typeof setRepliesStage>>;

/** @param n8nUrl of an n8n of its own; the shared one without it */
export async function setRepliesStage(n8nUrl?: string) {
	const stage = await setTriggerStage(n8nUrl);
	const { session } = stage.client;
	/** Has another workflow call this one, once for each item and without waiting for it. */
	async function callForEach({ id }: StoredWorkflow, items: Array<Record<string, unknown>>) {
		const caller = await stage.save(callerOf(stage, id, items));
		const execution = await stage.client.run(caller.id, 'Start');
		expect(execution.error()?.message).toBeUndefined();
	}
	/** A lead with whom there is a chat. */
	function addLead(profile: string): void {
		const { leads, chats } = stage.simulator.state;
		const [lead, chat] = [leads[0], chats[0]];
		if (lead === undefined || chat === undefined) throw new Error('The simulator has nobody');
		const id = 9000 + leads.length;
		const names = { first_name: `Lead ${id}`, linkedin_public_id: profile.split('/').at(-1) ?? '' };
		leads.push({ ...lead, ...names, id, email: '', linkedin_profile_url: profile });
		chats.push({ ...chat, id, prospect_id: id, messages: [] });
	}
	/** A lead writes, known by the LinkedIn profile alone. */
	async function reply(profile: string, message: string) {
		const lead = { linkedin_profile_url: `${profile}/`, email: '' };
		await stage.simulator.sendMessage({ message, lead });
	}
	/**
	 * The latest runs of the example, newest first: those that send and wait, which another workflow has called,
	 * or those that deliver a message.
	 */
	async function runs({ id }: StoredWorkflow, what: 'called' | 'delivering' = 'called') {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const found: Array<z.infer<typeof executionSummarySchema>> = [];
		let cursor: string | null | undefined;
		do {
			const next = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
			const path = `/executions?limit=100&filter=${filter}${next}`;
			const page = await session.request('GET', path, pageSchema);
			found.push(...page.results);
			cursor = page.nextCursor;
		} while (cursor);
		return found.filter(({ mode }) => (mode === 'integrated') === (what === 'called'));
	}
	/** How many of these runs have a status. */
	async function count(workflow: StoredWorkflow, status: string) {
		return (await runs(workflow)).filter((run) => run.status === status).length;
	}
	/** "Stop" in the list of runs. */
	async function stopRun(id: string) {
		await session.request('POST', `/executions/${id}/stop`, z.unknown());
	}
	/** The rows of the example's data table. */
	async function rows() {
		const parameters = { operation: 'get', dataTableId: TABLE, returnAll: true };
		const execution = await stage.run(stage.node('Rows', 'n8n-nodes-base.dataTable', parameters));
		return execution.items('Rows').map(({ json }) => json);
	}
	return { ...stage, addLead, callForEach, reply, runs, count, stopRun, rows };
}

/** A workflow as the examples' notes describe it. */
function callerOf(stage: TriggerStage, id: string, items: Array<Record<string, unknown>>) {
	const start = stage.node('Start', 'n8n-nodes-base.manualTrigger', {});
	const jsonOutput = JSON.stringify({ people: items });
	const people = stage.node('People', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput });
	const split = stage.node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'people' });
	const fields = Object.keys(items[0] ?? {}).map((name) => [name, `={{ $json.${name} }}`]);
	const loop = stage.node('Loop Over Items', 'n8n-nodes-base.splitInBatches', {});
	const call = stage.node('Call', 'n8n-nodes-base.executeWorkflow', {
		workflowId: { __rl: true, mode: 'id', value: id },
		workflowInputs: { mappingMode: 'defineBelow', value: Object.fromEntries(fields) },
		options: { waitForSubWorkflow: false },
	});
	const nodes = [start, { ...people, typeVersion: 3.4 }, split, { ...loop, typeVersion: 3 }];
	const caller = chain('Caller', ...nodes);
	const into = (node: string) => [{ node, type: 'main', index: 0 }];
	return {
		...caller,
		nodes: [...caller.nodes, { ...call, typeVersion: 1.2 }],
		connections: {
			...caller.connections,
			// Its outputs are "done" and "loop".
			[loop.name]: { main: [null, into(call.name)] },
			[call.name]: { main: [into(loop.name)] },
		},
	};
}
