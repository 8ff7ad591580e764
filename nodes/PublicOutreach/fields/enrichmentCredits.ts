import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { toInteger } from '../../shared/operations/values';
import type { Parameters } from '../../shared/operations/parameters';
import { readEnrichment } from './enrichmentValues';
import { readable, repeatedRequest } from './repeatedRequests';

type Memory = Record<string, unknown>;

/** Credits for one lead (extended API, 2.8). */
const PRICES: Record<string, number> = { FIND_EMAIL: 3, FIND_EMAIL_WATERFALL: 6, FIND_PHONE: 30 };

/** Key of the credits that a node has spent or reserved during one execution. */
const SPENT = 'enrichmentCredits';

const spentOf = (memory: Memory): number => toInteger(memory[SPENT]) ?? 0;

/** The maximum cost of an item: every lead is charged, even where nothing is found. */
function costOf(params: Parameters): number {
	const price = PRICES[params.option('enrichmentType')] ?? Infinity;
	return price * params.integer('prospectLimit', 1);
}

function requireCredits(params: Parameters, cost: number, memory: Memory): void {
	const limit = params.fixedInteger('maxCredits', 1);
	const spent = spentOf(memory);
	if (spent + cost <= limit) return;
	const before = spent > 0 ? ` besides ${spent} credits spent in this execution` : '';
	params.refuseRequest(
		`Max Credits: this may cost up to ${cost} credits${before}, and ${limit} are allowed`,
		'Lower Prospect Limit, or raise Max Credits in the node. A lead costs 3 credits for Find Email, 6 for Find Email (Waterfall), 30 for Find Phone',
	);
}

/**
 * Refuses, before anything is spent, items that would exceed the limit in total, or that would pay for
 * the same leads twice.
 */
export function checkCredits(items: Parameters[], memory: () => Memory): void {
	const [first] = items;
	if (!first) return;
	const repeated = repeatedRequest(items, readEnrichment);
	if (repeated) {
		first.refuseRequest(
			`${repeated.count} items would enrich the same leads, and spend credits each time`,
			'Turn on Execute Once in the settings of this node',
		);
	}
	// An invalid item costs nothing.
	const costs = items.map((params) => readable(params, costOf) ?? 0);
	requireCredits(
		first,
		costs.reduce((sum, cost) => sum + cost, 0),
		memory(),
	);
}

/** Whether the service certainly did not carry out the request. */
function isRefusal(error: unknown): boolean {
	const code = error instanceof NodeApiError ? (error.httpCode ?? '') : '';
	return /^4\d\d$/.test(code) && code !== '408';
}

/**
 * Spends credits within the limit. They are reserved before the request, since several tool calls of one
 * execution may run concurrently.
 *
 * @param isRepeated whether an earlier attempt has made the request, and so has been counted
 */
export async function withinCredits(
	params: Parameters,
	memory: Memory,
	isRepeated: boolean,
	request: () => Promise<IDataObject>,
): Promise<IDataObject> {
	if (isRepeated) return await request();
	const cost = costOf(params);
	requireCredits(params, cost, memory);
	memory[SPENT] = spentOf(memory) + cost;
	const refund = (credits: number) => {
		memory[SPENT] = spentOf(memory) - credits;
	};
	const answer = await request().catch((error: unknown) => {
		if (isRefusal(error)) refund(cost);
		return Promise.reject(error);
	});
	refund(cost - (toInteger(answer.credits_deducted) ?? cost));
	return answer;
}
