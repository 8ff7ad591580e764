import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { emit } from './emit';
import { fields } from './fields';
import { isRegistered, register, start, unregister } from './hooks';
import { answerSetup } from './published';
import { receive } from './receive';

/**
 * The trigger node: `webhook` takes deliveries, `execute` makes items of them where they are run.
 * `trigger` listens to nothing, but makes n8n tell at its start what is published.
 */
export class PublicOutreachTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Public Outreach Trigger',
		name: 'publicOutreachTrigger',
		icon: {
			light: 'file:../../icons/publicOutreach.svg',
			dark: 'file:../../icons/publicOutreach.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["messagesFrom"] === "leads" ? "messages from leads" : "all messages" }}',
		description: 'Starts the workflow when a message comes in on a connected account',
		eventTriggerDescription: 'Waiting for a message to come in',
		activationMessage: 'Each incoming message now starts this workflow once.',
		defaults: {
			name: 'Public Outreach Trigger',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'publicOutreachApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Empty: the answer is what webhook() says, and not n8n's word "firstEntryJson".
				responseData: '',
				path: 'webhook',
				// Shown without its secret, it would be copied to where it is refused.
				ndvHideUrl: true,
			},
			{
				name: 'setup',
				httpMethod: 'GET',
				responseMode: 'onReceived',
				responseData: '',
				path: 'webhook',
				ndvHideUrl: true,
			},
		],
		properties: fields,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return isRegistered(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await unregister(this);
			},
		},
	};

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return start(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return this.getWebhookName() === 'setup'
			? await answerSetup(this, Date.now())
			: await receive(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await emit(this);
	}
}
