/** The inputs of n8n's execution engine besides a node. */
import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	createRunExecutionData,
	NodeHelpers,
	type GenericValue,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { OneCredential } from './credentialsHelper';

/** Node types with a single node. */
export function nodeTypesWith(node: INodeType | IVersionedNodeType): INodeTypes {
	return {
		getByName: () => node,
		getByNameAndVersion: () => NodeHelpers.getVersionedNodeType(node),
		getKnownTypes: () => ({}),
	};
}

/** An execution that starts at this node, with these items. */
export function runDataFor(node: INode, items: INodeExecutionData[]) {
	return createRunExecutionData({
		startData: {},
		resultData: { runData: {} },
		executionData: {
			contextData: {},
			nodeExecutionStack: [{ node, data: { main: [items] }, source: null }],
			waitingExecution: {},
			waitingExecutionSource: {},
			metadata: {},
		},
	});
}

export interface Surroundings {
	mode?: WorkflowExecuteMode;
	executionId?: string;
	workflowId?: string;
	/** Receives the messages to the editor. */
	messages?: unknown[];
}

/** The additional data that n8n gives an execution. */
export function additionalDataFor(
	nodes: INode[],
	credentials: Record<string, GenericValue>,
	surroundings: Surroundings = {},
): IWorkflowExecuteAdditionalData {
	const { mode = 'manual', executionId = 'execution', workflowId = 'w' } = surroundings;
	return {
		credentialsHelper: new OneCredential(credentials),
		hooks: new ExecutionLifecycleHooks(mode, executionId, {
			id: workflowId,
			name: 'Test',
			active: mode !== 'manual',
			isArchived: false,
			nodes,
			connections: {},
			createdAt: new Date(),
			updatedAt: new Date(),
			settings: {},
			activeVersionId: null,
		}),
		executionId,
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		currentNodeParameters: undefined,
		sendDataToUI: (_type: string, message: unknown) => surroundings.messages?.push(message),
	} as unknown as IWorkflowExecuteAdditionalData;
}
