/** The contexts that n8n hands to a trigger: n8n-core's own, around a workflow. */
import { HookContext, TriggerContext, WebhookContext } from 'n8n-core';
import {
	Workflow,
	type INode,
	type INodeType,
	type ITriggerResponse,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { OneCredential } from '../../../dev/engine/credentialsHelper';
import { nodeTypesWith } from '../../../dev/engine/execution';
import type { TriggerNode } from './triggerNode';

export interface Service {
	url: string;
	apiKey: string;
}

export interface Surroundings {
	/** The trigger in the process that calls hooks and takes test deliveries. */
	main: INodeType;
	/** The trigger in the process that takes deliveries of published workflows, where that is another one. */
	webhookProcess?: INodeType;
	/** The address that it knows n8n by, where WEBHOOK_URL is set for main alone. */
	webhookProcessUrl?: string;
	/** The services of the credentials, by credential ID. */
	services: Map<string, Service>;
	/** The service of all credentials in tests, where the draft has another credential than the published version. */
	testService?: Service;
	/** n8n's own address, as in WEBHOOK_URL. */
	n8nUrl: string;
	/** That of the editor and of test URLs, where it is another one, as in N8N_EDITOR_BASE_URL. */
	editorUrl?: string;
}

/** The workflow object, which n8n creates for every call. */
export function workflowOf(
	{ main }: Surroundings,
	[first, ...others]: [TriggerNode, ...TriggerNode[]],
	staticData: Record<string, unknown>,
): Workflow {
	return new Workflow({
		id: first.workflowId,
		name: first.workflowId,
		nodes: [first, ...others].map(({ node }) => structuredClone(node)),
		connections: {},
		active: false,
		nodeTypes: nodeTypesWith(main),
		staticData: staticData as never,
	});
}

/** A process that was killed goes no further. */
async function unlessKilled<T>(surroundings: Surroundings, main: INodeType, work: Promise<T>) {
	const result = await work;
	return surroundings.main === main ? result : await new Promise<never>(() => {});
}

/** The credential of a node, which a process reads before each request. */
class CredentialOfProcess extends OneCredential {
	private readonly main: INodeType;

	constructor(
		private readonly surroundings: Surroundings,
		node: INode,
		isTest: boolean,
	) {
		super(credentialData(surroundings, node, isTest));
		this.main = surroundings.main;
	}

	override async getDecrypted() {
		return await unlessKilled(this.surroundings, this.main, super.getDecrypted());
	}
}

/** n8n reads a credential whenever a node requests it, however long ago the node was called. */
function credentialData(surroundings: Surroundings, node: INode, isTest: boolean) {
	const service = () => {
		const { services, testService } = surroundings;
		const found = services.get(node.credentials?.publicOutreachApi?.id ?? '');
		if (!found) throw new Error(`There is no credential for ${node.name}`);
		return (isTest && testService) || found;
	};
	return {
		get baseUrl() {
			return service().url;
		},
		get apiKey() {
			return service().apiKey;
		},
		requestsPerMinute: 1e9,
	};
}

function additionalData(
	surroundings: Surroundings,
	node: INode,
	isTest: boolean,
	http: object = {},
) {
	const { n8nUrl, editorUrl = n8nUrl } = surroundings;
	return {
		credentialsHelper: new CredentialOfProcess(surroundings, node, isTest),
		webhookBaseUrl: `${n8nUrl}/webhook`,
		webhookTestBaseUrl: `${editorUrl}/webhook-test`,
		instanceBaseUrl: `${editorUrl}/`,
		...http,
	} as unknown as IWorkflowExecuteAdditionalData;
}

function webhookData(
	surroundings: Surroundings,
	{ node, workflowId }: TriggerNode,
	method: 'GET' | 'POST',
	isTest: boolean,
): IWebhookData {
	const descriptions = surroundings.main.description.webhooks ?? [];
	const webhookDescription = descriptions.find(({ httpMethod }) => httpMethod === method);
	if (!webhookDescription) throw new Error(`There is no ${method} webhook`);
	return {
		httpMethod: method,
		node: node.name,
		path: `${node.webhookId}/webhook`,
		webhookDescription,
		workflowId,
		workflowExecuteAdditionalData: additionalData(surroundings, node, isTest),
		isTest,
	};
}

/** A trigger within the workflow object of one call. */
export interface Loaded {
	workflow: Workflow;
	trigger: TriggerNode;
}

function nodeOf({ workflow, trigger }: Loaded): INode {
	const node = workflow.getNode(trigger.node.name);
	if (!node) throw new Error(`There is no node ${trigger.node.name}`);
	return node;
}

export interface HookCall {
	mode: WorkflowExecuteMode;
	activation: WorkflowActivateMode;
	isTest: boolean;
}

/** Calls one of the trigger's hooks as n8n's WebhookService.runWebhookMethod does. */
export async function runHook(
	surroundings: Surroundings,
	loaded: Loaded,
	method: 'checkExists' | 'create' | 'delete',
	{ mode, activation, isTest }: HookCall,
): Promise<boolean> {
	const hook = surroundings.main.webhookMethods?.default?.[method];
	if (!hook) throw new Error(`There is no hook ${method}`);
	const data = webhookData(surroundings, loaded.trigger, 'POST', isTest);
	const more = data.workflowExecuteAdditionalData;
	const context = new HookContext(loaded.workflow, nodeOf(loaded), more, mode, activation, data);
	return await unlessKilled(surroundings, surroundings.main, hook.call(context));
}

/** Starts the trigger as n8n's TriggersAndPollers.runTriggerFunction does. */
export async function runTrigger(
	surroundings: Surroundings,
	loaded: Loaded,
	activation: WorkflowActivateMode,
): Promise<ITriggerResponse> {
	const node = nodeOf(loaded);
	const data = additionalData(surroundings, node, false);
	const { trigger } = surroundings.main;
	if (!trigger) throw new Error('There is no trigger method');
	const context = new TriggerContext(loaded.workflow, node, data, 'trigger', activation);
	const { main } = surroundings;
	const response = await unlessKilled(surroundings, main, trigger.call(context));
	// n8n registers what gives no response again and again (workflow-publication-reconciler.service.js).
	if (response === undefined) throw new Error('n8n takes the trigger for one that is not running');
	return response;
}

/** Calls the trigger's webhook method as n8n's WebhookService.runWebhook does. */
export async function runWebhook(
	surroundings: Surroundings,
	loaded: Loaded,
	method: 'GET' | 'POST',
	isTest: boolean,
	http: { httpRequest: object; httpResponse: object },
) {
	const { main, webhookProcess = main, webhookProcessUrl, n8nUrl } = surroundings;
	const { webhook } = isTest ? main : webhookProcess;
	if (!webhook) throw new Error('There is no webhook method');
	const node = nodeOf(loaded);
	const own = { ...surroundings, n8nUrl: isTest ? n8nUrl : (webhookProcessUrl ?? n8nUrl) };
	const context = new WebhookContext(
		loaded.workflow,
		node,
		additionalData(own, node, isTest, http),
		isTest ? 'manual' : 'webhook',
		webhookData(own, loaded.trigger, method, isTest),
		[],
		null,
	);
	return await webhook.call(context);
}
