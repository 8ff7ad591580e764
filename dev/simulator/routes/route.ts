import { z } from 'zod';

import { notFound, ok } from '../answer';
import type { Answer } from '../answer';
import type { Context } from '../context';
import type { StoredCampaign, StoredLeadList, StoredStep } from '../state';
import { check, parseJson } from '../validation';

/** One request on its way through a route. */
export interface Call {
	context: Context;
	/** Integers, as the reference has every path parameter. */
	params: Record<string, number>;
	query: URLSearchParams;
	rawBody: string;
	contentType: string | undefined;
	/** Absolute, without the query; links to further pages are built on it. */
	url: string;
}

export type Handler = (call: Call) => Answer;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the service answers under one path; the path carries its trailing slash, or has none. */
export interface Route {
	path: string;
	methods: Partial<Record<Method, Handler>>;
}

export function bodyOf<Output>(
	call: Call,
	schema: z.ZodType<Output, z.ZodTypeDef, unknown>,
): Output {
	return check(schema, parseJson(call.rawBody, call.contentType));
}

export function campaignOf({ context, params }: Call): StoredCampaign {
	const campaign = context.state.campaigns.find(({ id }) => id === params.id);
	if (!campaign) throw notFound('Campaign');
	return campaign;
}

export function stepOf(call: Call): { campaign: StoredCampaign; step: StoredStep } {
	const campaign = campaignOf(call);
	const step = campaign.steps.find(({ id }) => id === call.params.stepId);
	if (!step) throw notFound('Campaign step');
	return { campaign, step };
}

export function leadListOf({ context, params }: Call): StoredLeadList {
	const list = context.state.leadLists.find(({ id }) => id === params.id);
	if (!list) throw notFound('Lead list');
	return list;
}

/**
 * A list. Reference: bodies of lists not shown. Campaigns and steps come under their name
 * (extended-api §2.5), the others by convention do so too. Paging is not shown either: off by default;
 * when on, `count`, `next` and `previous` stand beside the rows, or a Link header when rows come bare.
 */
export function listAnswer(call: Call, name: string, rows: unknown[]): Answer {
	const { pageSize, listShape } = call.context.settings;
	const bare = listShape === 'array';
	if (pageSize === 0) return ok(bare ? rows : { [name]: rows });

	const page = Number(call.query.get('page') ?? 1);
	const pages = Math.max(1, Math.ceil(rows.length / pageSize));
	if (!Number.isInteger(page) || page < 1 || page > pages) throw notFound('Page');
	const shown = rows.slice((page - 1) * pageSize, page * pageSize);
	const next = page < pages ? pageUrl(call, page + 1) : null;
	const previous = page > 1 ? pageUrl(call, page - 1) : null;
	if (!bare) return ok({ count: rows.length, next, previous, [name]: shown });
	return { ...ok(shown), ...(next && { headers: { link: `<${next}>; rel="next"` } }) };
}

function pageUrl({ url, query }: Call, page: number): string {
	const search = new URLSearchParams(query);
	search.set('page', String(page));
	return `${url}?${search.toString()}`;
}
