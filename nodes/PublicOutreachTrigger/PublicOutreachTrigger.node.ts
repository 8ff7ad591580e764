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
import { dropDuplicates } from './deduplicate';
import { fields } from './fields';
import { checkExists, register, start, unregister } from './hooks';
import { getCampaigns } from './loadOptions';
import { bytesOf, receive } from './receive';
import { respondToPresence, PROOF_HEADER, receiveState } from './stateMessage';

/**
 * The trigger node: `webhook` handles deliveries, and `execute` drops duplicates, in the process that runs
 * the execution. `trigger` does not listen to anything: n8n calls it in the main process for each published
 * workflow.
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
		// For each delivery to a node of version 1, n8n evaluates an expression (2.41: webhook-helpers.js, parseRequestBody).
		version: 1.1,
		subtitle:
			'={{ $parameter["messagesFrom"] === "leads" ? "Messages From Leads" : "All Messages" }}',
		// n8n's node panel shows this description for both nodes.
		description:
			'Manage outreach campaigns, lead lists and chats, and start a workflow for each incoming message',
		eventTriggerDescription: 'Waiting for a message to come in',
		activationMessage:
			"From now on, this workflow starts once for each message that passes the trigger's filters.",
		triggerPanel: {
			header: 'Start with an incoming message',
			executionsHelp:
				'<b>While you build the workflow</b>, click Execute step, then reply to one of your messages from another account.<br /><br /><b>Once it is published</b>, it starts for each message. You find what it did under Executions.',
			activationHint:
				'All workflows in this n8n share one webhook, and each gets every message. If another system needs it too, add its URL under Options > Also Deliver To.',
		},
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
				// Empty, so that webhook() determines the response, and not n8n's default "firstEntryJson".
				responseData: '',
				path: 'webhook',
				// n8n would show the URL without its secret, and deliveries to it would be refused.
				ndvHideUrl: true,
			},
			{
				// n8n's types allow no name but this one beside the default.
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
				return await checkExists(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await unregister(this);
			},
		},
	};

	methods = {
		loadOptions: { getCampaigns },
	};

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return await start(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		if (this.getWebhookName() === 'setup') return respondToPresence(this);
		const proof = this.getHeaderData()[PROOF_HEADER];
		if (proof === undefined) return await receive(this);
		return await receiveState(this, await bytesOf(this.getRequestObject()), proof);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await dropDuplicates(this);
	}
}
