import { type INodeProperties, type IDataObject, NodeApiError } from 'n8n-workflow';
import { z } from 'zod';
import { repeatedRequests } from '../../fields/items';
import { filters, sortDirection, sortField } from '../../fields/prospects';
import { chosenFilters } from '../../fields/filtersJson';
import type {
	IndexedInput,
	NodeState,
	RejectedItem,
	SendContext,
} from '../../operations/operation';
import { field, flag, identifier, integer, object, text } from '../../../shared/api/schemas';
import type { Parameters } from '../../../shared/parameters/parameters';
import { toInteger } from '../../../shared/integers';

/** Extended API, 6.7: the fields of both modes, then those of only one of them. */
export const enrichment = object({
	success: flag,
	mode: text,
	enrichment_type: text,
	credits_deducted: integer,
	remaining_credits: integer,
	enriched_count: integer,
	webhook_url: text,
	message: text,
	total_count: integer,
	success_count: integer,
	results: field(
		z.array(
			object({
				id: field(identifier),
				first_name: text,
				last_name: text,
				success: flag,
			}),
		),
	),
});

/** The data to find, with its price (extended API, 2.8); always sent, whatever the service's default is. */
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
	description: 'What to find for each lead',
};

const prospectLimit: INodeProperties = {
	displayName: 'Limit',
	name: 'prospectLimit',
	type: 'number',
	required: true,
	typeOptions: { minValue: 1 },
	// The service's own default.
	default: 100,
	description: 'Max number of leads to enrich. Each one costs credits.',
};

/** Takes no expressions, so that no AI model can fill it in. The default is the cost of the service's defaults. */
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
		'Maximum credits that this node may spend per workflow execution. Requests that could cost more are not sent, not even for an AI agent.',
};

const mode: INodeProperties = {
	displayName: 'Mode',
	name: 'mode',
	type: 'options',
	options: [
		{
			name: 'Asynchronous',
			value: 'async',
			description: 'Start the enrichment and continue without waiting for results',
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
				'URL that the service calls for an asynchronous enrichment. It is not documented when the service calls it, or what it sends.',
		},
	],
};

/** The fields of an enrichment, besides the list (extended API, 6.7). */
export const enrichmentFields = [enrichmentType, prospectLimit, maxCredits, mode, additionalFields];

/** The leads to enrich, and how. */
interface EnrichmentInput {
	leadListId: number;
	/** The body of the request (extended API, 6.7). */
	body: IDataObject;
	/** The most credits that it may cost. */
	cost: number;
	maxCredits: number;
}

/** Credits for one lead (extended API, 2.8). */
const PRICES: Record<string, number> = { FIND_EMAIL: 3, FIND_EMAIL_WATERFALL: 6, FIND_PHONE: 30 };

/** Reads the leads to enrich, and how. */
export function readEnrichment(params: Parameters): EnrichmentInput {
	const leadListId = params.id('leadListId');
	const mode = params.option('mode');
	const fields = params.collection('additionalFields');
	const isCalled = fields.isSet('webhookUrl');
	if (mode === 'sync' && isCalled) {
		fields.refuseRequest('Webhook URL: the service calls it only in asynchronous mode');
	}
	const type = params.option('enrichmentType');
	const limit = params.integer('prospectLimit', 1);
	const body = {
		enrichment_type: type,
		prospect_limit: limit,
		mode,
		...chosenFilters(fields),
		...(isCalled && { webhook_url: fields.url('webhookUrl') }),
		...fields.body({ sortField: 'plainText', sortDirection: 'option' }),
	};
	// Every lead is charged, even if nothing is found.
	const cost = (PRICES[type] ?? Infinity) * limit;
	return { leadListId, body, cost, maxCredits: maxCreditsOf(params) };
}

function maxCreditsOf(params: Parameters): number {
	const name = 'maxCredits';
	// Only a number that a person entered: an AI model could fill in an expression.
	if (params.isExpression(name)) {
		params.refuseValue(name, params.expressions.saved(name), 'a number, not an expression');
	}
	return params.integer(name, 1);
}

/** Key of the credits that a node has spent or reserved during one execution. */
const SPENT = 'enrichmentCredits';

const spentOf = (nodeState: NodeState): number => toInteger(nodeState()[SPENT]) ?? 0;

/** The error if spending credits would exceed the limit. */
function excess(cost: number, spent: number, limit: number): Omit<RejectedItem, 'index'> {
	const before = spent > 0 ? ` on top of the ${spent} spent in this execution` : '';
	return {
		message: `Max Credits: this may cost up to ${cost} credits${before}, but only ${limit} are allowed`,
		advice:
			'Lower Limit, or raise Max Credits in the node. A lead costs 3 credits for Find Email, 6 for Find Email (Waterfall), 30 for Find Phone',
	};
}

/** Identifies the leads that an item pays for; limit, mode and webhook URL do not matter. */
function leadsOf({ leadListId, body }: EnrichmentInput) {
	return { leadListId, body: { ...body, prospect_limit: 0, mode: '', webhook_url: '' } };
}

/** Rejects items that would pay for the leads of an earlier item again, and those that are over the limit. */
export function checkCredits(
	items: Array<IndexedInput<EnrichmentInput>>,
	nodeState: NodeState,
): RejectedItem[] {
	const repeated = repeatedRequests(items, leadsOf).map(({ index, count }) => ({
		index,
		message: `${count} items would enrich the same leads, and spend credits each time`,
		advice: 'Turn on Execute Once in the settings of this node',
	}));
	const isRepeated = new Set(repeated.map(({ index }) => index));
	const paid = items.filter(({ index }) => !isRepeated.has(index));
	const spent = spentOf(nodeState);
	const total = paid.reduce((sum, { input }) => sum + input.cost, 0);
	let reserved = spent;
	const excessive = paid.filter(({ input: { cost, maxCredits } }) => {
		const isAllowed = reserved + cost <= maxCredits;
		if (isAllowed) reserved += cost;
		return !isAllowed;
	});
	return [
		...excessive.map(({ index, input }) => ({ index, ...excess(total, spent, input.maxCredits) })),
		...repeated,
	];
}

/**
 * Spends credits within the limit. They are reserved before the request, since several tool calls of one
 * execution may run concurrently, and given back if it certainly was not carried out. Writes of an earlier
 * attempt have already been counted.
 */
export async function withinCredits(
	{ cost, maxCredits: limit }: EnrichmentInput,
	{ nodeState, writes, entered }: SendContext,
	request: () => Promise<IDataObject>,
): Promise<IDataObject> {
	if (writes.isRepeated) return await request();
	const spent = spentOf(nodeState);
	if (spent + cost > limit) {
		const { message, advice } = excess(cost, spent, limit);
		entered.refuseRequest(message, advice);
	}
	const state = nodeState();
	state[SPENT] = spent + cost;
	const refund = (credits: number) => {
		state[SPENT] = spentOf(nodeState) - credits;
	};
	const response = await request().catch((error: unknown) => {
		// Whether a 2xx response that reports a failure was charged is unknown.
		const isCharged = error instanceof NodeApiError && error.httpCode?.startsWith('2');
		if (!writes.isRepeated && !isCharged) refund(cost);
		throw error;
	});
	// A deduction may be written as a negative number.
	refund(cost - Math.abs(toInteger(response.credits_deducted) ?? cost));
	return response;
}
