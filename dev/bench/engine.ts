/** Any node in n8n's own execution engine, timed. */
import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type INode,
	type INodeParameters,
	type INodeType,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { additionalDataFor, nodeTypesWith, runDataFor } from '../engine/execution';
import { ACTION_TYPE } from '../n8n/ownNodes';
import { path, performance, repositoryRoot } from '../platform';

/** The action node as it is published. */
export async function builtNode(): Promise<INodeType> {
	const folder = path.join(repositoryRoot, 'dist', 'nodes', 'PublicOutreach');
	const module = (await import(path.join(folder, 'PublicOutreach.node.js'))) as {
		PublicOutreach: new () => INodeType;
	};
	return new module.PublicOutreach();
}

interface TimedRun {
	nodeType: INodeType | IVersionedNodeType;
	/** As in a workflow; n8n lets its own HTTP Request node use any credential. */
	type: string;
	typeVersion: number;
	parameters: INodeParameters;
	credentials: { baseUrl: string; apiKey: string; requestsPerMinute: number };
	/** Number of input items. */
	count: number;
}

/** Runs the action node on items that have their position as `index`. */
export async function runOwn(options: Pick<TimedRun, 'parameters' | 'credentials' | 'count'>) {
	const nodeType = await builtNode();
	return await runTimed({ nodeType, type: ACTION_TYPE, typeVersion: 1, ...options });
}

/** The parameters of reading a campaign. */
export const readCampaign: INodeParameters = {
	resource: 'campaign',
	operation: 'get',
	campaignId: { __rl: true, mode: 'id', value: '103' },
	// Equal reads of a run are one request: these differ in something that is not sent.
	options: { timeout: '={{ 60 + $itemIndex }}' },
};

/**
 * Runs a node on items that have their position as `index`.
 *
 * @returns the time, and the number of output items; 0 for a failed run
 */
export async function runTimed(options: TimedRun) {
	const node: INode = {
		id: 'node',
		name: 'Measured',
		type: options.type,
		typeVersion: options.typeVersion,
		position: [0, 0],
		parameters: options.parameters,
		credentials: { publicOutreachApi: { id: '1', name: 'Measured' } },
	};
	const nodeTypes = nodeTypesWith(options.nodeType);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const items = Array.from({ length: options.count }, (_, index) => ({ json: { index } }));
	const additionalData = additionalDataFor([node], { ...options.credentials });
	const execution = new WorkflowExecute(additionalData, 'trigger', runDataFor(node, items));
	const started = performance.now();
	const run = await execution.processRunExecutionData(workflow);
	const ms = performance.now() - started;
	const [task] = run.data.resultData.runData[node.name] ?? [];
	return { ms, succeeded: run.data.resultData.error ? 0 : (task?.data?.main?.[0]?.length ?? 0) };
}
