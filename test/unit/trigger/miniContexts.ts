/** The contexts that n8n hands to a trigger: n8n-core's own, around a workflow of one node. */
import { HookContext, WebhookContext } from 'n8n-core';
import {
	Workflow,
	type INode,
	type INodeParameters,
	type INodeType,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { OneCredential } from '../../../dev/engine/credentialsHelper';
import { nodeTypesWith } from '../../../dev/engine/execution';

export interface Service {
	url: string;
	apiKey: string;
}

export interface TriggerNode {
	workflowId: string;
	workflowName: string;
	node: INode;
}

/** A trigger node as a saved workflow holds it. */
export function triggerNode(name: string, parameters: INodeParameters = {}): TriggerNode {
	return {
		workflowId: `id-of-${name}`,
		workflowName: name,
		node: {
			id: `node-of-${name}`,
			name: 'Public Outreach Trigger',
			type: 'n8n-nodes-public-outreach.publicOutreachTrigger',
			typeVersion: 1,
			position: [0, 0],
			webhookId: `webhook-${name}`,
			parameters,
			credentials: { publicOutreachApi: { id: '1', name: 'Public Outreach account' } },
		},
	};
}

export interface Surroundings {
	nodeType: INodeType;
	service: Service;
	/** n8n's own address, as WEBHOOK_URL would say it. */
	n8nUrl: string;
}

/** The workflow object that n8n makes anew for every call. */
export function workflowOf(
	{ nodeType }: Surroundings,
	{ workflowId, workflowName, node }: TriggerNode,
	staticData: Record<string, unknown>,
): Workflow {
	return new Workflow({
		id: workflowId,
		name: workflowName,
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesWith(nodeType),
		staticData: staticData as never,
	});
}

function additionalData({ service, n8nUrl }: Surroundings, http: object = {}) {
	const credentials = { baseUrl: service.url, apiKey: service.apiKey, requestsPerMinute: 1e9 };
	return {
		credentialsHelper: new OneCredential(credentials),
		webhookBaseUrl: `${n8nUrl}/webhook`,
		webhookTestBaseUrl: `${n8nUrl}/webhook-test`,
		webhookWaitingBaseUrl: `${n8nUrl}/webhook-waiting`,
		formWaitingBaseUrl: `${n8nUrl}/form-waiting`,
		...http,
	} as unknown as IWorkflowExecuteAdditionalData;
}

function webhookData(
	surroundings: Surroundings,
	workflow: Workflow,
	method: 'GET' | 'POST',
	isTest: boolean,
): IWebhookData {
	const descriptions = surroundings.nodeType.description.webhooks ?? [];
	const webhookDescription = descriptions.find(({ httpMethod }) => httpMethod === method);
	const [node] = Object.values(workflow.nodes);
	if (!webhookDescription || !node) throw new Error(`There is no ${method} webhook`);
	return {
		httpMethod: method,
		node: node.name,
		path: `${node.webhookId}/webhook`,
		webhookDescription,
		workflowId: workflow.id,
		workflowExecuteAdditionalData: additionalData(surroundings),
		isTest,
	};
}

export interface HookCall {
	mode: WorkflowExecuteMode;
	activation: WorkflowActivateMode;
	isTest: boolean;
}

/** Calls one of the trigger's hooks as n8n's WebhookService.runWebhookMethod does. */
export async function runHook(
	surroundings: Surroundings,
	workflow: Workflow,
	method: 'checkExists' | 'create' | 'delete',
	{ mode, activation, isTest }: HookCall,
): Promise<boolean> {
	const [node] = Object.values(workflow.nodes);
	const hook = surroundings.nodeType.webhookMethods?.default?.[method];
	if (!node || !hook) throw new Error(`There is no hook ${method}`);
	const data = webhookData(surroundings, workflow, 'POST', isTest);
	const context = new HookContext(
		workflow,
		node,
		data.workflowExecuteAdditionalData,
		mode,
		activation,
		data,
	);
	return await hook.call(context);
}

/** Calls the trigger's webhook method as n8n's WebhookService.runWebhook does. */
export async function runWebhook(
	surroundings: Surroundings,
	workflow: Workflow,
	method: 'GET' | 'POST',
	isTest: boolean,
	http: { httpRequest: object; httpResponse: object },
) {
	const [node] = Object.values(workflow.nodes);
	const { nodeType } = surroundings;
	if (!node || !nodeType.webhook) throw new Error('There is no webhook method');
	const context = new WebhookContext(
		workflow,
		node,
		additionalData(surroundings, http),
		isTest ? 'manual' : 'webhook',
		webhookData(surroundings, workflow, method, isTest),
		[],
		null,
	);
	return await nodeType.webhook.call(context);
}
