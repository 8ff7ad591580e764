import { type INodeProperties, type IDataObject, NodeApiError } from 'n8n-workflow';
import { z } from 'zod';
import { repeatedRequests } from '../../fields/items';
import { filters, sortDirection, sortField } from '../../fields/prospects';
import { isUsed } from '../../fields/filters';
import { chosenFilters } from '../../fields/filtersJson';
import type { WriteLog } from '../../../shared/api/http/writeLog';
import type { Refusal } from '../../operations/operation';
import { field, flag, identifier, integer, object, text } from '../../../shared/api/schemas';
import { readable, type Parameters } from '../../../shared/parameters/parameters';
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
	displayName: 'Limit',
	name: 'prospectLimit',
	type: 'number',
	required: true,
	typeOptions: { minValue: 1 },
	// The service's own default.
	default: 100,
	description: 'Max number of leads to enrich. Each one costs credits.',
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
				'URL that the service calls for an asynchronous enrichment. It is not documented when it is called and what is sent.',
		},
	],
};

/** The fields of an enrichment, besides the list (extended API, 6.7). */
export const enrichmentFields = [enrichmentType, prospectLimit, maxCredits, mode, additionalFields];

/** The list and the body of an enrichment (extended API, 6.7). */
export interface EnrichmentRequest {
	leadListId: number;
	body: IDataObject;
}

/** Reads what to enrich, and how. */
export function readEnrichment(params: Parameters): EnrichmentRequest {
	const leadListId = params.id('leadListId');
	const mode = params.option('mode');
	const fields = params.collection('additionalFields');
	const isCalled = isUsed(fields, 'webhookUrl');
	if (mode === 'sync' && isCalled) {
		fields.refuseRequest('Webhook URL: the service calls it only in asynchronous mode');
	}
	const body = {
		enrichment_type: params.option('enrichmentType'),
		prospect_limit: params.integer('prospectLimit', 1),
		mode,
		...chosenFilters(fields),
		...(isCalled && { webhook_url: fields.url('webhookUrl') }),
		...fields.body({ sortField: 'plainText', sortDirection: 'option' }),
	};
	return { leadListId, body };
}

type NodeState = Record<string, unknown>;

/** Credits for one lead (extended API, 2.8). */
const PRICES: Record<string, number> = { FIND_EMAIL: 3, FIND_EMAIL_WATERFALL: 6, FIND_PHONE: 30 };

/** Key of the credits that a node has spent or reserved during one execution. */
const SPENT = 'enrichmentCredits';

const spentOf = (nodeState: NodeState): number => toInteger(nodeState[SPENT]) ?? 0;

/** The maximum cost of a valid item: every lead is charged, even where nothing is found. */
function costOf(params: Parameters): number {
	const { body } = readEnrichment(params);
	const price = PRICES[String(body.enrichment_type)] ?? Infinity;
	return price * Number(body.prospect_limit);
}

function limitOf(params: Parameters): number {
	const name = 'maxCredits';
	// What a person entered: a model could fill in an expression.
	if (params.isExpression(name)) {
		params.refuseValue(name, params.expressions.saved(name), 'a number, not an expression');
	}
	return params.integer(name, 1);
}

/** Why credits must not be spent, which would exceed the limit. */
function excess(cost: number, spent: number, limit: number): Omit<Refusal, 'index'> {
	const before = spent > 0 ? ` on top of the ${spent} spent in this execution` : '';
	return {
		message: `Max Credits: this may cost up to ${cost} credits${before}, but only ${limit} are allowed`,
		advice:
			'Lower Limit, or raise Max Credits in the node. A lead costs 3 credits for Find Email, 6 for Find Email (Waterfall), 30 for Find Phone',
	};
}

/** What tells whose data an item pays for: not how many they are at most, nor who is told of it. */
function leadsOf(params: Parameters): EnrichmentRequest {
	const { leadListId, body } = readEnrichment(params);
	return { leadListId, body: { ...body, prospect_limit: 0, mode: '', webhook_url: '' } };
}

/** Refuses items that would pay for the leads of an earlier one again, and those that are over the limit. */
export function checkCredits(items: Parameters[], nodeState: NodeState): Refusal[] {
	const repeated = repeatedRequests(items, leadsOf).map(({ index, count }) => ({
		index,
		message: `${count} items would enrich the same leads, and spend credits each time`,
		advice: 'Turn on Execute Once in the settings of this node',
	}));
	const isRepeated = new Set(repeated.map(({ index }) => index));
	// An invalid item costs nothing.
	const costs = items.map((params, index) => ({
		index,
		cost: isRepeated.has(index) ? 0 : (readable(params, costOf) ?? 0),
		limit: readable(params, limitOf) ?? Infinity,
	}));
	const spent = spentOf(nodeState);
	const total = costs.reduce((sum, { cost }) => sum + cost, 0);
	let reserved = spent;
	const excessive = costs.filter(({ cost, limit }) => {
		const isAllowed = reserved + cost <= limit;
		if (isAllowed) reserved += cost;
		return !isAllowed;
	});
	return [
		...excessive.map(({ index, limit }) => ({ index, ...excess(total, spent, limit) })),
		...repeated,
	];
}

/**
 * Spends credits within the limit. They are reserved before the request, since several tool calls of one
 * execution may run concurrently, and given back where it certainly was not carried out. What an earlier
 * attempt has sent has been counted.
 */
export async function withinCredits(
	params: Parameters,
	nodeState: NodeState,
	writes: Pick<WriteLog, 'isRepeated'>,
	request: () => Promise<IDataObject>,
): Promise<IDataObject> {
	if (writes.isRepeated) return await request();
	const cost = costOf(params);
	const [spent, limit] = [spentOf(nodeState), limitOf(params)];
	if (spent + cost > limit) {
		const { message, advice } = excess(cost, spent, limit);
		params.refuseRequest(message, advice);
	}
	nodeState[SPENT] = spent + cost;
	const refund = (credits: number) => {
		nodeState[SPENT] = spentOf(nodeState) - credits;
	};
	const answer = await request().catch((error: unknown) => {
		// What a 2xx that reports a failure has charged all the same is not known.
		const isCharged = error instanceof NodeApiError && error.httpCode?.startsWith('2');
		if (!writes.isRepeated && !isCharged) refund(cost);
		return Promise.reject(error);
	});
	refund(cost - (toInteger(answer.credits_deducted) ?? cost));
	return answer;
}
