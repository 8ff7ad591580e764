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
import { dropDuplicates } from './delivery/dropDuplicates';
import { bytesOf, receive } from './delivery/receive';
import { fields } from './fields';
import { getCampaigns } from './methods/loadOptions';
import { isRegistered, register, start, unregister } from './registration/hooks';
import { answerPresence, PROOF_HEADER, takeList } from './registration/lists';

/**
 * The trigger node: `webhook` handles deliveries, `execute` drops duplicates where the execution runs.
 * `trigger` does not listen to anything: n8n calls it in the main process for each published workflow.
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
		// In the node panel n8n shows this one for both nodes.
		description:
			'Works with outreach campaigns, lead lists and chats; starts a workflow for each incoming message',
		eventTriggerDescription: 'Waiting for a message to come in',
		activationMessage:
			'Each incoming message that passes the filters of the trigger now starts this workflow once.',
		triggerPanel: {
			header: 'Start with an incoming message',
			executionsHelp:
				'<b>While you build the workflow</b>, click Execute step and have a lead answer one of your messages.<br /><br /><b>Once it is published</b>, it starts for each message. What it did is in the list of executions.',
			activationHint:
				'Workflows of this n8n share the webhook: each gets every message. If another system uses it, enter its URL under Also Deliver To in Options.',
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
				// n8n's types know no other name beside the default.
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
				return await isRegistered(this);
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
		if (this.getWebhookName() === 'setup') return answerPresence(this);
		const proof = this.getHeaderData()[PROOF_HEADER];
		if (proof === undefined) return await receive(this);
		return await takeList(this, await bytesOf(this.getRequestObject()), proof);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await dropDuplicates(this);
	}
}
