import type { Campaign, CampaignStep, ChatMessage, Company, Lead, LeadList } from './types';

/** What links steps to each other; settable (extended-api §5.2), not part of a step as shown. */
export interface StepLinks {
	parent_step_id: number | null;
	parent_condition_id: number | null;
	child_step_id: number | null;
	child_condition_id: number | null;
}

export interface StoredStep extends CampaignStep, StepLinks {}

export interface StoredCampaign extends Campaign {
	/** In sending order. */
	steps: StoredStep[];
	prospect_ids: number[];
}

export interface StoredLeadList extends LeadList {
	/** Fixed when the list is created (extended-api §6.2); not among the reference's fields. */
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

export interface State {
	campaigns: StoredCampaign[];
	leadLists: StoredLeadList[];
	/** Every person the service knows: the members of lists and what a search finds. */
	leads: Lead[];
	companies: Company[];
	chats: StoredChat[];
	/** The one slot of the user; null and '' both mean disabled (reference: Events). */
	webhookUrl: string | null;
	credits: number;
	/** The next identifier to give out; one sequence for all resources keeps ids from being mixed up unnoticed. */
	nextId: number;
}

/** A campaign as the reference shows it, without what only the simulator keeps. */
export function campaignView(stored: StoredCampaign): Campaign {
	const shown: Campaign & Partial<StoredCampaign> = { ...stored };
	delete shown.steps;
	delete shown.prospect_ids;
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

/** Reference: response shape not shown; convention: who, in which campaign, and the messages. */
export function chatView(state: State, chat: StoredChat) {
	const campaign = state.campaigns.find(({ id }) => id === chat.campaign_id);
	return {
		id: chat.id,
		prospect_id: chat.prospect_id,
		channel: chat.channel,
		campaign: campaign && { id: campaign.id, name: campaign.name, status: campaign.status },
		lead: state.leads.find(({ id }) => id === chat.prospect_id),
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
