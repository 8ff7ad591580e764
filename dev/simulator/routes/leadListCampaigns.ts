import { z } from 'zod';

import { failure, invalid, notFound, ok } from '../answer';
import { filtersSchema, personMatches, sorted, sorting } from '../filters';
import { timestamp } from '../state';
import type { State, StoredCampaign, StoredLeadList } from '../state';
import type { Lead } from '../types';
import { idList, integer, limit } from '../validation';
import { bodyOf, leadListOf } from './route';
import type { Call } from './route';

/** Extended API, 6.5, with its defaults. */
const addBody = z.object({
	campaign: integer,
	prospect_ids: z.array(integer).default([]),
	amount: limit.default(0),
	allow_duplicates: z.boolean().default(false),
	prospects_per_company: integer.min(1).default(1),
	filters: filtersSchema.default({}),
	activate: z.boolean().default(false),
	...sorting,
});

export function addToCampaign(call: Call) {
	const { state } = call.context;
	const list = peopleListOf(call);
	const given = bodyOf(call, addBody);
	const campaign = campaignFor(state, given.campaign);
	const chosen = chosenLeads(state, list, given.prospect_ids);
	const matching = sorted(chosen, given.sort_field, given.sort_direction)
		.filter(personMatches(given.filters))
		.filter((lead) => isFree(state, campaign, lead, given.allow_duplicates));
	const capped = capByCompany(matching, given.prospects_per_company);
	// `amount` counts only when no prospects are named; 0 means all.
	const isAmountSet = given.prospect_ids.length === 0 && given.amount > 0;
	const added = isAmountSet ? capped.slice(0, given.amount) : capped;
	enter(campaign, added);
	const isIdle = given.activate && campaign.status !== 'ACTIVE';
	const warning = 'The campaign is not active: prospects were added but not scheduled';
	return ok({
		success: true,
		count: added.length,
		prospects: added,
		...(isIdle && { warning }),
	});
}

/** Extended API, 6.6: `campaign_id` and `prospect_ids` come as text there; numbers are taken too. */
const moveBody = z.object({
	campaign_id: z.preprocess(
		(value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
		integer,
	),
	prospect_ids: idList.default([]),
});

/** Response unknown; convention: what add-to-campaign says of the number, and that the prospects leave the list. */
export function moveToCampaign(call: Call) {
	const { state } = call.context;
	const list = peopleListOf(call);
	const given = bodyOf(call, moveBody);
	const campaign = campaignFor(state, given.campaign_id);
	const moved = chosenLeads(state, list, given.prospect_ids);
	enter(campaign, moved);
	const gone = new Set(moved.map(({ id }) => id));
	list.member_ids = list.member_ids.filter((id) => !gone.has(id));
	list.total_prospects = list.member_ids.length;
	list.updated_at = timestamp();
	return ok({ success: true, count: moved.length });
}

function peopleListOf(call: Call): StoredLeadList {
	const list = leadListOf(call);
	if (list.search_type === 'COMPANY') {
		throw failure(400, 'Only lists of search type PEOPLE can be used in a campaign');
	}
	return list;
}

function campaignFor(state: State, campaignId: number): StoredCampaign {
	const campaign = state.campaigns.find(({ id }) => id === campaignId);
	if (!campaign) throw notFound('Campaign');
	return campaign;
}

function chosenLeads(state: State, list: StoredLeadList, wanted: number[]): Lead[] {
	const strangers = wanted.filter((id) => !list.member_ids.includes(id));
	if (strangers.length > 0) {
		const texts = strangers.map((id) => `Invalid pk "${id}" - object does not exist.`);
		throw invalid({ prospect_ids: texts });
	}
	const ids = new Set(wanted.length > 0 ? wanted : list.member_ids);
	return state.leads.filter(({ id }) => ids.has(id));
}

function isFree(state: State, campaign: StoredCampaign, { id }: Lead, allowDuplicates: boolean) {
	if (campaign.prospect_ids.includes(id)) return false;
	return allowDuplicates || !state.campaigns.some((other) => other.prospect_ids.includes(id));
}

function capByCompany(leads: Lead[], most: number): Lead[] {
	const taken = new Map<number, number>();
	return leads.filter(({ company }) => {
		const count = (taken.get(company.id) ?? 0) + 1;
		taken.set(company.id, count);
		return count <= most;
	});
}

function enter(campaign: StoredCampaign, leads: Lead[]): void {
	const ids = new Set([...campaign.prospect_ids, ...leads.map(({ id }) => id)]);
	campaign.prospect_ids = [...ids];
}
