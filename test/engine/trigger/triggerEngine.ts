/** The trigger's `execute` in n8n's own execution engine, with a store that behaves like n8n's. */
import { DataDeduplicationService, WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type IDataDeduplicator,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataFor, nodeTypesWith, runDataFor } from '../../../dev/engine/execution';
import { wait } from '../../../dev/platform';
import { triggerNode } from '../../unit/trigger/triggerNode';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';

/** n8n's store (deduplication-helper.js): it reads all, adds, and writes back, without a lock. */
export class UnlockedStore {
	readonly entries = new Map<string, string[]>();

	calls = 0;

	failing = false;

	async checkProcessedAndRecord(
		...[items, , { workflow, node }, { maxEntries }]: Parameters<
			IDataDeduplicator['checkProcessedAndRecord']
		>
	) {
		this.calls += 1;
		const context = `${workflow.id} ${node?.id}`;
		const before = this.entries.get(context) ?? [];
		await wait(2);
		if (this.failing) throw new Error('database is locked');
		const identities = items.map(String);
		const added = identities.filter((identity) => !before.includes(identity));
		const processed = identities.filter((identity) => before.includes(identity));
		this.entries.set(context, [...before, ...added].slice(-(maxEntries ?? Infinity)));
		return { new: added, processed };
	}

	async removeProcessed(
		...[items, , { workflow, node }]: Parameters<IDataDeduplicator['removeProcessed']>
	) {
		const context = `${workflow.id} ${node?.id}`;
		const before = this.entries.get(context) ?? [];
		await wait(2);
		const removed = items.map(String);
		this.entries.set(
			context,
			before.filter((entry) => !removed.includes(entry)),
		);
	}
}

/** To be called once in a test file: a new store for each test. */
export function useUnlockedStore(): { current: UnlockedStore } {
	const holder = { current: new UnlockedStore() };
	const deduplicator: Pick<IDataDeduplicator, 'checkProcessedAndRecord' | 'removeProcessed'> = {
		checkProcessedAndRecord: async (...args) =>
			await holder.current.checkProcessedAndRecord(...args),
		removeProcessed: async (...args) => await holder.current.removeProcessed(...args),
	};
	// n8n-core takes one store for the life of a process.
	beforeAll(async () => await DataDeduplicationService.init(deduplicator as IDataDeduplicator));
	beforeEach(() => void (holder.current = new UnlockedStore()));
	return holder;
}

export interface TriggerRun {
	workflowId?: string;
	parameters?: INodeParameters;
	mode?: WorkflowExecuteMode;
	/** By default a new one for each run. */
	executionId?: string;
	items: INodeExecutionData[];
}

let executions = 0;

/** Runs a workflow that is only the trigger on the items of webhook(); returns its output items. */
export async function runTrigger(run: TriggerRun): Promise<INodeExecutionData[]> {
	const { workflowId: id = 'w', parameters = {}, mode = 'webhook', items } = run;
	const { executionId = `execution ${++executions}` } = run;
	const nodeType = new PublicOutreachTrigger();
	const { node } = triggerNode('of the workflow', parameters);
	const nodeTypes = nodeTypesWith(nodeType);
	const workflow = new Workflow({ id, nodes: [node], connections: {}, active: true, nodeTypes });
	const execution = new WorkflowExecute(
		additionalDataFor([node], {}, { mode, executionId, workflowId: id }),
		mode,
		runDataFor(node, items),
	);
	const { data } = await execution.processRunExecutionData(workflow);
	if (data.resultData.error) throw data.resultData.error;
	return data.resultData.runData[node.name]?.[0]?.data?.main?.[0] ?? [];
}
