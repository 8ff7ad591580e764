import { timestamp } from './objects';
import type { StoredApiKey, StoredCampaign, StoredLeadList, StoredStep } from './objects';
import { seedCampaigns } from './seed/campaigns';
import { seedChats } from './seed/chats';
import { seedCompanies, seedLeadLists, seedLeads } from './seed/people';
import type { Lead } from './seed/people';

/** The account of a sales team; each new one begins with the seed. */
export class State {
	campaigns = seedCampaigns();
	leadLists = seedLeadLists();
	companies = seedCompanies();
	/** Every person the service knows: the members of lists and what a search finds. `id` is the prospect ID. */
	leads = seedLeads(this.companies);
	chats = seedChats();
	/** The one slot of the default user; null and '' both mean disabled (reference, Events). */
	webhookUrl: string | null = null;
	/** The slots of further users, by their name. */
	otherWebhookUrls: Record<string, string | null> = {};
	/** The keys in the options, and those created over the API. */
	apiKeys: StoredApiKey[] = [];
	credits = 2500;
	/** The next ID; one sequence for all resources, so that mixed-up IDs are noticed. */
	nextId = 90_000;
}

function without<Stored extends object, Hidden extends keyof Stored>(
	stored: Stored,
	...hidden: Hidden[]
): Omit<Stored, Hidden> {
	const shown: Omit<Stored, Hidden> & Partial<Pick<Stored, Hidden>> = { ...stored };
	for (const name of hidden) delete shown[name];
	return shown;
}

/** A campaign as it is shown (reference, Campaign), without what only the simulator keeps. */
export function campaignView(stored: StoredCampaign) {
	return without(stored, 'steps', 'prospect_ids', 'workspace_id');
}

/** A campaign where it is only named (reference, Incoming message). */
export function summaryOf({ id, name, status }: StoredCampaign) {
	return { id, name, status };
}

export function stepView(stored: StoredStep) {
	return without(
		stored,
		...(['parent_step_id', 'parent_condition_id', 'child_step_id', 'child_condition_id'] as const),
	);
}

export function leadListView(stored: StoredLeadList) {
	return without(stored, 'search_type', 'member_ids');
}

export function setMembers(list: StoredLeadList, memberIds: number[]): void {
	list.member_ids = memberIds;
	list.total_prospects = memberIds.length;
	list.updated_at = timestamp();
}

const leadIdOffset = 3000;

/**
 * A person as the lead of a message. No source says that the ID of a lead is the prospect ID that lists,
 * searches and Send Message use, so here the two differ: who takes one for the other finds nobody.
 */
export function leadView(person: Lead): Lead {
	return { ...person, id: person.id + leadIdOffset };
}

/** Reference, GET /api/v1/public/chats: response not shown; convention: who, in which campaign, and the messages. */
export function chatViews({ chats, campaigns, leads }: State) {
	return chats.map(({ campaign_id, ...shown }) => {
		const campaign = campaigns.find(({ id }) => id === campaign_id);
		const person = leads.find(({ id }) => id === shown.prospect_id);
		return {
			...shown,
			campaign: campaign && summaryOf(campaign),
			lead: person && leadView(person),
			last_message: shown.messages.at(-1)?.message ?? '',
		};
	});
}

export function takeId(state: State): number {
	state.nextId += 1;
	return state.nextId;
}
