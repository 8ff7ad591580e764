import type {
	Campaign,
	CampaignStep,
	CampaignSummary,
	ChatMessage,
	Company,
	Lead,
	LeadList,
} from './types';

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

function without<Stored extends object, Hidden extends keyof Stored>(
	stored: Stored,
	...hidden: Hidden[]
): Omit<Stored, Hidden> {
	const shown: Omit<Stored, Hidden> & Partial<Pick<Stored, Hidden>> = { ...stored };
	for (const name of hidden) delete shown[name];
	return shown;
}

/** A campaign as it is shown (reference, Campaign), without what only the simulator keeps. */
export function campaignView(stored: StoredCampaign): Campaign {
	return without(stored, 'steps', 'prospect_ids', 'workspace_id');
}

/** A campaign where it is only named (reference, Incoming message). */
export function summaryOf({ id, name, status }: Campaign): CampaignSummary {
	return { id, name, status };
}

export function stepView(stored: StoredStep): CampaignStep {
	return without(
		stored,
		...(['parent_step_id', 'parent_condition_id', 'child_step_id', 'child_condition_id'] as const),
	);
}

export function leadListView(stored: StoredLeadList): LeadList {
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

/** Reference, GET /api/v1/public/chats: answer not shown; convention: who, in which campaign, and the messages. */
export function chatView(state: State, chat: StoredChat) {
	const { campaign_id, ...shown } = chat;
	const campaign = state.campaigns.find(({ id }) => id === campaign_id);
	const person = state.leads.find(({ id }) => id === chat.prospect_id);
	return {
		...shown,
		campaign: campaign && summaryOf(campaign),
		lead: person && leadView(person),
		last_message: chat.messages.at(-1)?.message ?? '',
	};
}

export function takeId(state: State): number {
	state.nextId += 1;
	return state.nextId;
}

export function timestamp(): string {
	return new Date().toISOString();
}
