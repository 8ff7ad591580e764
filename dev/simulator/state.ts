import type { Campaign, CampaignStep, ChatMessage, Company, Lead, LeadList } from './types';

/** What links steps to each other; settable (extended API, 5.2), not part of a step as shown. */
export interface StepLinks {
	parent_step_id: number | null;
	parent_condition_id: number | null;
	child_step_id: number | null;
	child_condition_id: number | null;
}

export interface StoredStep extends CampaignStep, StepLinks {}

/** The user's current workspace (extended API, 4.1). */
export const CURRENT_WORKSPACE = 340;

export interface StoredCampaign extends Campaign {
	/** Shown only where workspaces are asked for. */
	workspace_id: number;
	/** In sending order. */
	steps: StoredStep[];
	prospect_ids: number[];
}

export interface StoredLeadList extends LeadList {
	/** Fixed when the list is created (extended API, 6.2); not among its fields (reference, Lead list). */
	search_type: 'PEOPLE' | 'COMPANY';
	/** Ids of leads, or of companies when `search_type` is COMPANY. */
	member_ids: number[];
}

export interface StoredChat {
	id: number;
	prospect_id: number;
	campaign_id: number;
	channel: 'EMAIL' | 'LINKEDIN';
	/** Oldest first. */
	messages: ChatMessage[];
	created_at: string;
	updated_at: string;
}

export interface StoredApiKey {
	id: number;
	/** Whose it is: all keys of a user share that user's one webhook. */
	user: string;
	/** `<prefix>.<secret>`. */
	key: string;
	name: string;
	revoked: boolean;
	created_at: string;
}

export interface State {
	campaigns: StoredCampaign[];
	leadLists: StoredLeadList[];
	/** Every person the service knows: the members of lists and what a search finds. `id` is the prospect ID. */
	leads: Lead[];
	companies: Company[];
	chats: StoredChat[];
	/** The one slot of the default user; null and '' both mean disabled (reference, Events). */
	webhookUrl: string | null;
	/** The slots of further users, by their name. */
	otherWebhookUrls: Record<string, string | null>;
	/** Those of the options, and what was created over the API. */
	apiKeys: StoredApiKey[];
	credits: number;
	/** The next ID; one sequence for all resources, so that mixed-up IDs are noticed. */
	nextId: number;
}

/** A campaign as it is shown (reference, Campaign), without what only the simulator keeps. */
export function campaignView(stored: StoredCampaign): Campaign {
	const shown: Campaign & Partial<StoredCampaign> = { ...stored };
	delete shown.steps;
	delete shown.prospect_ids;
	delete shown.workspace_id;
	return shown;
}

export function stepView(stored: StoredStep): CampaignStep {
	const shown: CampaignStep & Partial<StoredStep> = { ...stored };
	delete shown.parent_step_id;
	delete shown.parent_condition_id;
	delete shown.child_step_id;
	delete shown.child_condition_id;
	return shown;
}

export function leadListView(stored: StoredLeadList): LeadList {
	const shown: LeadList & Partial<StoredLeadList> = { ...stored };
	delete shown.search_type;
	delete shown.member_ids;
	return shown;
}

const leadIdOffset = 3000;

/**
 * A person as the lead of a message. No source says that the ID of a lead is the prospect ID that lists,
 * searches and Send Message use, so here the two differ: who takes one for the other finds nobody.
 */
export function leadView(person: Lead): Lead {
	return { ...person, id: person.id + leadIdOffset };
}

/** Reference, GET /api/v1/public/chats: answer not shown; convention: who, in which campaign, and the messages. */
export function chatView(state: State, chat: StoredChat) {
	const campaign = state.campaigns.find(({ id }) => id === chat.campaign_id);
	const person = state.leads.find(({ id }) => id === chat.prospect_id);
	return {
		id: chat.id,
		prospect_id: chat.prospect_id,
		channel: chat.channel,
		campaign: campaign && { id: campaign.id, name: campaign.name, status: campaign.status },
		lead: person && leadView(person),
		last_message: chat.messages.at(-1)?.message ?? '',
		messages: chat.messages,
		created_at: chat.created_at,
		updated_at: chat.updated_at,
	};
}

export function takeId(state: State): number {
	state.nextId += 1;
	return state.nextId;
}

export function timestamp(): string {
	return new Date().toISOString();
}
