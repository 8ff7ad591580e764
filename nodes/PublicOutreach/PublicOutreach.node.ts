import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { propertiesOf } from '../shared/operations/properties';
import { run } from '../shared/operations/run';
import { searchCampaigns } from './listSearch/searchCampaigns';
import { searchLeadLists } from './listSearch/searchLeadLists';
import { searchSteps } from './listSearch/searchSteps';
import { resources } from './resources';
import { getTimeZones } from './timeZones';

/** The action node. What it can do stands in `resources/`. */
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
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Search prospects, and work with outreach campaigns, campaign steps, lead lists, chats and the webhook',
		defaults: {
			name: 'Public Outreach',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'publicOutreachApi', required: true }],
		properties: propertiesOf(resources, 'campaign'),
	};

	methods = {
		listSearch: { searchCampaigns, searchLeadLists, searchSteps },
		loadOptions: { getTimeZones },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, resources);
	}
}
