/** The contexts that n8n hands to a trigger: n8n-core's own, around a workflow of one node. */
import { HookContext, TriggerContext, WebhookContext } from 'n8n-core';
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
	/** What the credential of tests leads to, where it is not that of the published workflows. */
	testService?: Service;
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

function additionalData(surroundings: Surroundings, isTest: boolean, http: object = {}) {
	const { service, testService = service, n8nUrl } = surroundings;
	const { url: baseUrl, apiKey } = isTest ? testService : service;
	const credentials = { baseUrl, apiKey, requestsPerMinute: 1e9 };
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
		workflowExecuteAdditionalData: additionalData(surroundings, isTest),
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

/** Starts the trigger as n8n's TriggersAndPollers.runTriggerFunction does. */
export async function runTrigger(
	surroundings: Surroundings,
	workflow: Workflow,
	activation: WorkflowActivateMode,
): Promise<void> {
	const [node] = Object.values(workflow.nodes);
	const data = additionalData(surroundings, false);
	const { trigger } = surroundings.nodeType;
	if (!node || !trigger) throw new Error('There is no trigger method');
	const context = new TriggerContext(workflow, node, data, 'trigger', activation);
	const response = await trigger.call(context);
	// n8n registers what gives no response again and again (workflow-publication-reconciler.service.js).
	if (response === undefined) throw new Error('n8n takes the trigger for one that is not running');
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
		additionalData(surroundings, isTest, http),
		isTest ? 'manual' : 'webhook',
		webhookData(surroundings, workflow, method, isTest),
		[],
		null,
	);
	return await nodeType.webhook.call(context);
}
