import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	ICredentialsHelper,
	NodeHelpers,
	Workflow,
	type GenericValue,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { PublicOutreachApi } from '../../credentials/PublicOutreachApi.credentials';
import { PublicOutreach } from '../../nodes/PublicOutreach/PublicOutreach.node';

/** The real credential class in place of n8n's database of credentials. */
class OneCredential extends ICredentialsHelper {
	private readonly type = new PublicOutreachApi();

	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	override getParentTypes() {
		return [];
	}

	override isCredentialUsableByNode() {
		return true;
	}

	override async authenticate(data: ICredentialDataDecryptedObject, _type: string, options: never) {
		return await this.type.authenticate(data, options as IHttpRequestOptions);
	}

	override async preAuthentication() {
		return undefined;
	}

	override async runPreAuthentication() {
		return undefined;
	}

	override async getCredentials(): Promise<never> {
		throw new Error('The engine needs decrypted credentials alone');
	}

	override async getDecrypted() {
		return this.data;
	}

	override async updateCredentials() {}

	override async updateCredentialsOauthTokenData() {}

	override getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}

export interface EngineRun {
	/** The action node's settings, as a saved workflow holds them. */
	parameters: INodeParameters;
	credentials: Record<string, GenericValue>;
	/** Input items; one empty item without them. */
	items?: INodeExecutionData[];
	onError?: INode['onError'];
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

const NODE_NAME = 'Public Outreach';

export function nodeTypesWith(node: INodeType): INodeTypes {
	return {
		getByName: () => node,
		getByNameAndVersion: () => NodeHelpers.getVersionedNodeType(node),
		getKnownTypes: () => ({}),
	};
}

/** Runs the action node in n8n's own execution engine. */
export async function runNode(options: EngineRun): Promise<EngineResult> {
	const nodeType = new PublicOutreach();
	const node: INode = {
		id: 'node',
		name: NODE_NAME,
		type: 'n8n-nodes-public-outreach.publicOutreach',
		typeVersion: 1,
		position: [0, 0],
		parameters: options.parameters,
		credentials: { publicOutreachApi: { id: '1', name: 'Public Outreach account' } },
		onError: options.onError,
	};
	const nodeTypes = nodeTypesWith(nodeType);
	const workflow = new Workflow({
		id: 'w',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	const messages: unknown[] = [];
	const execution = start(node, options, messages);
	const running = execution.processRunExecutionData(workflow);
	options.onStart?.(() => running.cancel());
	const run = await running;
	const [task] = run.data.resultData.runData[NODE_NAME] ?? [];
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	return {
		run,
		outputs,
		json: (outputs[0] ?? []).map(({ json }) => json),
		error: task?.error as EngineResult['error'],
		messages,
		hints: (task?.hints ?? []).map(({ message }) => message),
	};
}

function start(node: INode, options: EngineRun, messages: unknown[]) {
	const items = options.items ?? [{ json: {} }];
	const data = createRunExecutionData({
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
	const additionalData = additionalDataFor([node], options.credentials, messages);
	return new WorkflowExecute(additionalData, 'manual', data);
}

/**
 * What n8n gives an execution beside its workflow.
 *
 * @param messages receives what the editor would be told
 */
export function additionalDataFor(
	nodes: INode[],
	credentials: Record<string, GenericValue>,
	messages: unknown[] = [],
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: new OneCredential(credentials as ICredentialDataDecryptedObject),
		hooks: new ExecutionLifecycleHooks('manual', 'execution', {
			id: 'w',
			name: 'Test',
			active: false,
			isArchived: false,
			nodes,
			connections: {},
			createdAt: new Date(),
			updatedAt: new Date(),
			settings: {},
			activeVersionId: null,
		}),
		executionId: 'execution',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		currentNodeParameters: undefined,
		sendDataToUI: (_type: string, message: unknown) => messages.push(message),
	} as unknown as IWorkflowExecuteAdditionalData;
}
