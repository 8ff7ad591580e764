import { z } from 'zod';

import { failure, found, notFound } from '../response';
import type { SentResponse } from '../response';
import type { Context } from '../context';
import { pagedResponse } from '../paging';
import type { StoredCampaign, StoredLeadList, StoredStep } from '../objects';
import { check, parseJson } from '../validation';

/** One request on its way through a route. */
export interface Call {
	context: Context;
	/** Integers, as every path parameter is (reference, Endpoints). */
	params: Record<string, number>;
	query: URLSearchParams;
	rawBody: string;
	contentType: string | undefined;
	/** As sent; the pipeline has accepted it. */
	key: string;
	/** Absolute, without the query; links to further pages are built on it. */
	url: string;
}

type Handler = (call: Call) => SentResponse;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The handlers of the service, by path and method; a path carries its trailing slash, or has none. */
export type Routes = Record<string, Handlers>;
export type Handlers = Partial<Record<Method, Handler>>;

export function bodyOf<Output>(
	call: Call,
	schema: z.ZodType<Output, z.ZodTypeDef, unknown>,
): Output {
	return check(schema, parseJson(call.rawBody, call.contentType));
}

export function campaignOf({ context, params }: Call): StoredCampaign {
	return found(context.state.campaigns, params.id, 'Campaign');
}

export function stepOf(call: Call): { campaign: StoredCampaign; step: StoredStep } {
	const campaign = campaignOf(call);
	return { campaign, step: found(campaign.steps, call.params.stepId, 'Campaign step') };
}

export function leadListOf({ context, params }: Call): StoredLeadList {
	return found(context.state.leadLists, params.id, 'Lead list');
}

/** A list of people, to be used as the caller says. */
export function peopleListOf(call: Call, use: string): StoredLeadList {
	const list = leadListOf(call);
	if (list.search_type === 'PEOPLE') return list;
	throw failure(400, `Only lists of search type PEOPLE can be ${use}`);
}

/**
 * A list. Reference, Endpoints: bodies of lists are not shown. Campaigns and steps come under their name
 * (extended API, 2.5), the others by convention do so too. Paging is not shown either: off by default.
 */
export function listResponse(call: Call, name: string, all: unknown[]): SentResponse {
	const { pageSize: size, paging } = call.context.settings;
	const page = Number(call.query.get('page') ?? 1);
	if (size > 0 && page > Math.max(1, Math.ceil(all.length / size))) throw notFound('Page');
	return pagedResponse(call, { name, all, size, paging });
}
