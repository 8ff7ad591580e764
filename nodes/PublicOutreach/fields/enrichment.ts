import type { INodeProperties } from 'n8n-workflow';
import { filters, sortDirection, sortField } from './selection';

/** The data to find, with its price (extended API, 2.8); always sent, whatever the service's default. */
const enrichmentType: INodeProperties = {
	displayName: 'Enrichment Type',
	name: 'enrichmentType',
	type: 'options',
	required: true,
	options: [
		{
			name: 'Find Email',
			value: 'FIND_EMAIL',
			description: 'Costs 3 credits for each lead',
		},
		{
			name: 'Find Email (Waterfall)',
			value: 'FIND_EMAIL_WATERFALL',
			description: 'Costs 6 credits for each lead',
		},
		{
			name: 'Find Phone',
			value: 'FIND_PHONE',
			description: 'Costs 30 credits for each lead',
		},
	],
	default: 'FIND_EMAIL',
	description:
		'What to find. Credits per lead: 3 for an email, 6 for an email by waterfall, 30 for a phone number.',
};

const prospectLimit: INodeProperties = {
	displayName: 'Prospect Limit',
	name: 'prospectLimit',
	type: 'number',
	required: true,
	typeOptions: { minValue: 1 },
	// The service's own default.
	default: 100,
	description: 'How many leads to enrich at most; each costs 3, 6 or 30 credits by enrichment type',
};

/** Must not be filled in by a model, so without expressions. The default is the cost of the service's defaults. */
const maxCredits: INodeProperties = {
	displayName: 'Max Credits',
	name: 'maxCredits',
	type: 'number',
	required: true,
	noDataExpression: true,
	builderHint: { propertyHint: 'Ask the user how many credits may be spent. Never an expression.' },
	typeOptions: { minValue: 1 },
	default: 300,
	description:
		'The most credits that this node may spend in one execution of the workflow. Anything that may cost more is refused before it is sent, even to an AI agent.',
};

const mode: INodeProperties = {
	displayName: 'Mode',
	name: 'mode',
	type: 'options',
	options: [
		{
			name: 'Asynchronous',
			value: 'async',
			description: 'Start the enrichment and go on without its results',
		},
		{
			name: 'Synchronous',
			value: 'sync',
			description: 'Wait for the results and return them',
		},
	],
	default: 'async',
	description: 'Whether to wait for the results',
};

const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		filters,
		sortDirection,
		sortField,
		{
			displayName: 'Webhook URL',
			name: 'webhookUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://hooks.example.com/enriched',
			description:
				'URL that the service calls for an asynchronous enrichment. When, and with what, is not documented.',
		},
	],
};

/** The fields of an enrichment, besides the list (extended API, 6.7). */
export const enrichmentFields = [enrichmentType, prospectLimit, maxCredits, mode, additionalFields];
