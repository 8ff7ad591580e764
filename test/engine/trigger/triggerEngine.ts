/** The trigger's `execute` in n8n's own execution engine, with a store that behaves like n8n's. */
import { DataDeduplicationService, WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type ICheckProcessedContextData,
	type IDataDeduplicator,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataFor, nodeTypesWith, runDataFor } from '../../../dev/engine/execution';
import { wait } from '../../../dev/platform';
import { triggerNode } from '../../unit/trigger/triggerNode';
import { UnlockedStore } from '../../unit/trigger/unlockedStore';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';

/** The stores of all triggers. */
export class UnlockedStores {
	private readonly stores = new Map<string, UnlockedStore>();

	/** How often the store of a workflow was called: those of earlier tests may still be called. */
	callsFor(workflowId: string): number {
		const own = [...this.stores].filter(([scope]) => scope.startsWith(`${workflowId} `));
		return own.reduce((sum, [, { calls }]) => sum + calls.length, 0);
	}

	of({ workflow, node }: ICheckProcessedContextData): UnlockedStore {
		const scope = `${workflow.id} ${node?.id}`;
		const store = this.stores.get(scope) ?? new UnlockedStore(async () => await wait(1));
		this.stores.set(scope, store);
		return store;
	}
}

/** To be called once in a test file: new stores for each test. */
export function useUnlockedStores(): { current: UnlockedStores } {
	const holder = { current: new UnlockedStores() };
	const deduplicator: Pick<IDataDeduplicator, 'checkProcessedAndRecord' | 'removeProcessed'> = {
		async checkProcessedAndRecord(items, _scope, context, { maxEntries = Infinity }) {
			const { processed } = await holder.current.of(context).record(items.map(String), maxEntries);
			return { new: items.filter((item) => !processed.includes(String(item))), processed };
		},
		removeProcessed: async (items, _scope, context) =>
			await holder.current.of(context).remove(items.map(String)),
	};
	// n8n-core takes one store for the life of a process.
	beforeAll(async () => await DataDeduplicationService.init(deduplicator as IDataDeduplicator));
	beforeEach(() => void (holder.current = new UnlockedStores()));
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
