/** The service's resources, field by field (reference, Resources and their fields), with their initial values. */
import { workingWeek } from './sendingWindow';

/** The user's current workspace (extended API, 4.1). */
export const CURRENT_WORKSPACE = 340;

export function timestamp(): string {
	return new Date().toISOString();
}

export const dated = (at: string) => ({ created_at: at, updated_at: at });

/** A new resource, with the given fields. */
export function newObject<Stored extends object>(
	Kind: new () => Stored,
	given: Partial<Stored>,
): Stored {
	return Object.assign(new Kind(), given);
}

/** The settings of a new one are convention. */
export class StoredCampaign {
	id = 0;
	name = '';
	/** Reference, Campaign: only these two appear, the full set is not shown. */
	status: 'DRAFT' | 'ACTIVE' = 'DRAFT';
	timezone = 'Etc/UTC';
	language = 'en';
	email_max_messages = 50;
	linkedin_max_messages = 50;
	linkedin_max_connections = 20;
	sending_window = workingWeek('09:00', '17:00');
	created_at = timestamp();
	updated_at = this.created_at;
	/** Shown only if workspaces are requested. */
	workspace_id = CURRENT_WORKSPACE;
	/** In sending order. */
	steps: StoredStep[] = [];
	prospect_ids: number[] = [];
}

export class StoredStep {
	id = 0;
	/** Reference, Campaign step: EMAIL is the only value that appears. */
	step_type = 'EMAIL';
	subject_line = '';
	message_template = '';
	subject_line_b = '';
	message_template_b = '';
	delay_in_hours = 0;
	add_unsubscribe = false;
	created_at = timestamp();
	updated_at = this.created_at;
	/** What links steps to each other is settable (extended API, 5.2), not part of a step as shown. */
	parent_step_id: number | null = null;
	parent_condition_id: number | null = null;
	child_step_id: number | null = null;
	child_condition_id: number | null = null;
}

export class StoredLeadList {
	id = 0;
	name = '';
	description = '';
	total_prospects = 0;
	/** Reference, Lead list: DRAFT is the only value that appears. */
	status = 'DRAFT';
	created_at = timestamp();
	updated_at = this.created_at;
	/** Fixed when the list is created (extended API, 6.2); not among its fields (reference, Lead list). */
	search_type: 'PEOPLE' | 'COMPANY' = 'PEOPLE';
	/** IDs of leads, or of companies when `search_type` is COMPANY. */
	member_ids: number[] = [];
}

export class StoredChat {
	id = 0;
	prospect_id = 0;
	campaign_id = 0;
	channel: 'EMAIL' | 'LINKEDIN' = 'EMAIL';
	/** Oldest first. */
	messages: ChatMessage[] = [];
	created_at = timestamp();
	updated_at = this.created_at;
}

/** One message inside a chat: not shown (reference, GET /api/v1/public/chats); convention: its own fields. */
export class ChatMessage {
	id = 0;
	message_id = '';
	message = '';
	sent_by_lead = true;
	sent_at = timestamp();
	created_at = timestamp();
	updated_at = this.created_at;
}

/** A key `<prefix>.<secret>` of a user. */
export interface StoredApiKey {
	id: number;
	user: string;
	key: string;
	name: string;
	revoked: boolean;
	created_at: string;
}
