import { WorkflowExecute } from 'n8n-core';
import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import {
	NodeConnectionTypes,
	Workflow,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { z } from 'zod';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { additionalDataFor, runDataFor } from '../../../dev/engine/execution';
import { credentials } from './support';

const TOOL = 'Outreach Tool';
const AGENT = 'Agent';

/** The node as n8n makes a tool of it (n8n, tool-generation/ai-tools.js): only its connections change. */
class OutreachTool extends PublicOutreach {
	constructor() {
		super();
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

function toolNode(parameters: INodeParameters): INode {
	return {
		id: 'tool',
		name: TOOL,
		type: 'n8n-nodes-public-outreach.publicOutreachTool',
		typeVersion: 1,
		position: [0, 200],
		parameters: { descriptionType: 'auto', ...parameters },
		credentials: { publicOutreachApi: { id: '1', name: 'Public Outreach account' } },
	};
}

/** What n8n's own tool wrapper tells a model of the node. */
export function toolOf(parameters: INodeParameters) {
	const { response } = createNodeAsTool({
		node: toolNode(parameters),
		nodeType: new OutreachTool(),
		handleToolInvocation: async () => '',
	});
	const { name, description, schema } = toolSchema.parse(response);
	return { name, description, fields: schema.shape };
}

/** A root node in place of n8n's AI Agent: it calls the connected tool once, as a model would. */
function agentThatCalls(toolArguments: Record<string, unknown>): INodeType {
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
			return [[{ json: { answer: String(await tool?.invoke(toolArguments)) } }]];
		},
	};
}

/** Runs the node as a tool in n8n's engine, and gives what the model would be told. */
export async function callTool(
	parameters: INodeParameters,
	toolArguments: Record<string, unknown>,
): Promise<{ answer: unknown; error: Error | undefined }> {
	const agent: INode = {
		id: 'agent',
		name: AGENT,
		type: 'agent',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const nodes = [agent, toolNode(parameters)];
	const types: Record<string, INodeType> = { agent: agentThatCalls(toolArguments) };
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
	const data = runDataFor(agent, [{ json: {} }]);
	const additionalData = additionalDataFor(nodes, credentials());
	const run = await new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(
		workflow,
	);
	const [task] = run.data.resultData.runData[AGENT] ?? [];
	return { answer: task?.data?.main?.[0]?.[0]?.json.answer, error: task?.error };
}
