import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import * as listSearch from './methods/listSearch';
import * as loadOptions from './methods/loadOptions';
import { resources } from './resources';
import { propertiesOf, subtitleOf } from './operations/properties';
import { run } from './operations/run';

/** The action node; its operations are defined in `resources/`. */
export class PublicOutreach implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Public Outreach',
		name: 'publicOutreach',
		icon: {
			light: 'file:../../icons/publicOutreach.svg',
			dark: 'file:../../icons/publicOutreach.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Manage outreach campaigns, lead lists, chats and prospects',
		builderHint: {
			searchHint:
				'Keeps to the rate limit by itself: needs no Wait node. Send Message takes a LinkedIn profile, an email, a name or a prospect ID; for an incoming message use the LinkedIn profile of its lead.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-public-outreach.publicOutreachTrigger',
					relationHint: 'Starts a workflow for each incoming message',
				},
			],
		},
		defaults: {
			name: 'Public Outreach',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'publicOutreachApi', required: true }],
		properties: propertiesOf(resources, 'campaign'),
	};

	methods = { listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, resources);
	}
}
