import { WorkflowExecute } from 'n8n-core';
import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import {
	NodeConnectionTypes,
	Workflow,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { z } from 'zod';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { additionalDataFor, runDataFor } from '../../../dev/engine/execution';
import { actionNode } from '../../support/engine';
import { credentials } from './support';

const TOOL = 'Outreach Tool';
const AGENT = 'Agent';

/**
 * The node as n8n makes a tool of it (n8n, tool-generation/ai-tools.js): its connections change, and
 * its name, by which `@tool` tells a tool from a node on the canvas.
 */
class OutreachTool extends PublicOutreach {
	constructor() {
		super();
		this.description.name += 'Tool';
		this.description.inputs = [];
		this.description.outputs = [NodeConnectionTypes.AiTool];
	}
}

const toolSchema = z.object({
	name: z.string(),
	description: z.string(),
	schema: z.object({ shape: z.record(z.custom<z.ZodTypeAny>()) }).passthrough(),
	invoke: z.function().args(z.unknown()).returns(z.promise(z.unknown())),
});

function toolNode(parameters: INodeParameters, maxTries?: number): INode {
	const type = 'n8n-nodes-public-outreach.publicOutreachTool';
	return actionNode(
		{ descriptionType: 'auto', ...parameters },
		{ id: 'tool', name: TOOL, type, maxTries },
	);
}

/** The node's tool description for a model, by n8n's own tool wrapper. */
export function toolOf(parameters: INodeParameters) {
	const { response } = createNodeAsTool({
		node: toolNode(parameters),
		nodeType: new OutreachTool(),
		handleToolInvocation: async () => '',
	});
	const { name, description, schema } = toolSchema.parse(response);
	return { name, description, fields: schema.shape };
}

type ToolArguments = Record<string, unknown>;

/** A root node in place of n8n's AI Agent: it makes these calls, those of one round at once, as a model would. */
function agentThatCalls(rounds: ToolArguments[][]): INodeType {
	const description: INodeTypeDescription = {
		displayName: AGENT,
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: 'Calls its tool',
		defaults: { name: AGENT },
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};
	return {
		description,
		async execute(this: IExecuteFunctions) {
			const connected = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
			const [tool] = z.array(z.custom<z.infer<typeof toolSchema>>()).parse(connected);
			const calls: Array<PromiseSettledResult<unknown>> = [];
			for (const round of rounds) {
				calls.push(
					...(await Promise.allSettled(round.map(async (call) => await tool?.invoke(call)))),
				);
			}
			const failed = calls.find((call) => call.status === 'rejected');
			if (failed) throw failed.reason;
			const results = calls.map((call) => (call.status === 'fulfilled' ? call.value : undefined));
			return [results.map((result) => ({ json: { result: String(result) } }))];
		},
	};
}

/** Runs the node as a tool in n8n's engine, and returns what the model would get. */
export async function callTool(
	parameters: INodeParameters,
	toolArguments: ToolArguments,
): Promise<{ result: unknown; error: Error | undefined }> {
	const { results, error } = await callTools(parameters, [[toolArguments]]);
	return { result: results[0], error };
}

/**
 * The same for several rounds of calls, and for a tool with Retry On Fail; the first failure is the error.
 *
 * @param agentItem the input item of the agent itself
 */
export async function callTools(
	parameters: INodeParameters,
	rounds: ToolArguments[][],
	maxTries?: number,
	agentItem: IDataObject = {},
): Promise<{ results: unknown[]; error: Error | undefined }> {
	const agent = actionNode({}, { id: 'agent', name: AGENT, type: 'agent', credentials: {} });
	const nodes = [agent, toolNode(parameters, maxTries)];
	const types: Record<string, INodeType> = { agent: agentThatCalls(rounds) };
	const getByName = (type: string) => types[type] ?? new OutreachTool();
	const workflow = new Workflow({
		id: 'w',
		nodes,
		connections: {
			[TOOL]: { ai_tool: [[{ node: AGENT, type: NodeConnectionTypes.AiTool, index: 0 }]] },
		},
		active: false,
		nodeTypes: { getByName, getByNameAndVersion: getByName, getKnownTypes: () => ({}) },
	});
	const data = runDataFor(agent, [{ json: agentItem }]);
	const additionalData = additionalDataFor(nodes, credentials());
	const run = await new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(
		workflow,
	);
	const [task] = run.data.resultData.runData[AGENT] ?? [];
	const results = (task?.data?.main?.[0] ?? []).map(({ json }) => json.result);
	return { results, error: task?.error };
}
