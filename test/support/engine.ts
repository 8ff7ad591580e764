import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type GenericValue,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataFor, nodeTypesWith, runDataFor } from '../../dev/engine/execution';
import { PublicOutreach } from '../../nodes/PublicOutreach/PublicOutreach.node';

export interface EngineRun {
	/** The action node, of another process where one is given. */
	nodeType?: INodeType;
	/** The action node's settings, as a saved workflow holds them. */
	parameters: INodeParameters;
	credentials: Record<string, GenericValue>;
	/** Input items; one empty item without them. */
	items?: INodeExecutionData[];
	/** Input items of further runs of the node in the same execution, as in a loop. */
	loops?: INodeExecutionData[][];
	onError?: INode['onError'];
	/** By default started in the editor. */
	mode?: WorkflowExecuteMode;
	/** n8n's Retry On Fail: how many times it runs the node at most; off without it. */
	maxTries?: number;
	/** Called when the run has begun, with what stops it as a user does in the editor. */
	onStart?: (stop: () => void) => void;
}

export interface EngineResult {
	run: IRun;
	/** What the node put out, by output. */
	outputs: INodeExecutionData[][];
	/** The first output's JSON. */
	json: Array<Record<string, unknown>>;
	/** What the editor would show as the node's error. */
	error: (Error & Record<string, unknown>) | undefined;
	/** Messages that the editor would show while it runs. */
	messages: unknown[];
	hints: string[];
}

export const NODE_NAME = 'Public Outreach';

/** The action node in a workflow, with the credential; with `maxTries`, n8n's Retry On Fail is on. */
export function actionNode(parameters: INodeParameters, settings: Partial<INode> = {}): INode {
	return {
		id: 'node',
		name: NODE_NAME,
		type: 'n8n-nodes-public-outreach.publicOutreach',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { publicOutreachApi: { id: '1', name: 'Public Outreach account' } },
		...(settings.maxTries && { retryOnFail: true, waitBetweenTries: 1 }),
		...settings,
	};
}

/** A workflow of this node alone. */
export function workflowWith(node: INode, nodeType: INodeType = new PublicOutreach()): Workflow {
	const nodeTypes = nodeTypesWith(nodeType);
	return new Workflow({ id: 'w', nodes: [node], connections: {}, active: false, nodeTypes });
}

/** Runs the action node in n8n's own execution engine. */
export async function runNode(options: EngineRun): Promise<EngineResult> {
	const { nodeType = new PublicOutreach() } = options;
	const { parameters, onError, maxTries } = options;
	const node = actionNode(parameters, { onError, maxTries });
	const messages: unknown[] = [];
	const execution = start(node, options, messages);
	const running = execution.processRunExecutionData(workflowWith(node, nodeType));
	options.onStart?.(() => running.cancel());
	const run = await running;
	const [task] = run.data.resultData.runData[NODE_NAME] ?? [];
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	const error = task?.error as EngineResult['error'];
	const hints = (task?.hints ?? []).map(({ message }) => message);
	const json = (outputs[0] ?? []).map((item) => item.json);
	return { run, outputs, json, error, messages, hints };
}

function start(node: INode, options: EngineRun, messages: unknown[]) {
	const data = runDataFor(node, options.items ?? [{ json: {} }]);
	const entries = (options.loops ?? []).map((items) => ({
		node,
		data: { main: [items] },
		source: null,
	}));
	data.executionData?.nodeExecutionStack.push(...entries);
	const { mode = 'manual' } = options;
	return new WorkflowExecute(
		additionalDataFor([node], options.credentials, { messages, mode }),
		mode,
		data,
	);
}
