import { z } from 'zod';

import { found, ok, rejectUnknown } from '../response';
import { filtersSchema, personMatches, sorted, sorting } from '../filters';
import type { StoredCampaign, StoredLeadList } from '../objects';
import type { Lead } from '../seed/people';
import { setMembers } from '../state';
import type { State } from '../state';
import { idList, integer, limit } from '../validation';
import { bodyOf, peopleListOf } from './route';
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
	const list = peopleListOf(call, 'used in a campaign');
	const given = bodyOf(call, addBody);
	const campaign = found(state.campaigns, given.campaign, 'Campaign');
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
	return ok({ success: true, count: added.length, prospects: added, ...(isIdle && { warning }) });
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
	const list = peopleListOf(call, 'used in a campaign');
	const given = bodyOf(call, moveBody);
	const campaign = found(state.campaigns, given.campaign_id, 'Campaign');
	const moved = chosenLeads(state, list, given.prospect_ids);
	enter(campaign, moved);
	const gone = new Set(moved.map(({ id }) => id));
	setMembers(
		list,
		list.member_ids.filter((id) => !gone.has(id)),
	);
	return ok({ success: true, count: moved.length });
}

/** The members of the list that are wanted; all of them when none is named. */
function chosenLeads({ leads }: State, { member_ids }: StoredLeadList, wanted: number[]): Lead[] {
	const members = leads.filter(({ id }) => member_ids.includes(id));
	rejectUnknown('prospect_ids', wanted, members);
	return members.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
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
