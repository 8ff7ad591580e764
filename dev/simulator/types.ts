/** The service's resources, field by field (reference, Resources and their fields). */
import type { SendingWindow } from './validation';

export interface Campaign {
	id: number;
	name: string;
	/** Reference, Campaign: only these two appear, the full set is not shown. */
	status: 'DRAFT' | 'ACTIVE';
	timezone: string;
	language: string;
	email_max_messages: number;
	linkedin_max_messages: number;
	linkedin_max_connections: number;
	sending_window: SendingWindow;
	created_at: string;
	updated_at: string;
}

export interface CampaignStep {
	id: number;
	/** Reference, Campaign step: EMAIL is the only value that appears. */
	step_type: 'EMAIL';
	subject_line: string;
	message_template: string;
	subject_line_b: string;
	message_template_b: string;
	delay_in_hours: number;
	add_unsubscribe: boolean;
	created_at: string;
	updated_at: string;
}

export interface LeadList {
	id: number;
	name: string;
	description: string;
	total_prospects: number;
	/** Reference, Lead list: DRAFT is the only value that appears. */
	status: 'DRAFT';
	created_at: string;
	updated_at: string;
}

export interface Company {
	id: number;
	name: string;
	linkedin_url: string;
	logo_url: string;
	website_url: string;
	location: string;
	industry: string;
	revenue: string;
	amount_of_employees: string;
}

export interface Lead {
	id: number;
	first_name: string;
	last_name: string;
	profile_picture_url: string;
	linkedin_profile_url: string;
	linkedin_public_id: string;
	job_title: string;
	industry: string;
	headline: string;
	email: string;
	phone_number: string;
	location: string;
	/** Reference, Lead: IN_REVIEW is the only value that appears. */
	status: 'IN_REVIEW';
	company: Company;
	custom_fields: Record<string, unknown>;
}

export type CampaignSummary = Pick<Campaign, 'id' | 'name' | 'status'>;

export interface IncomingMessage {
	id: number;
	message_id: string;
	message: string;
	sent_by_lead: boolean;
	sent_at: string;
	created_at: string;
	updated_at: string;
	campaign: CampaignSummary;
	lead: Lead;
}

/** One message inside a chat: not shown (reference, GET /api/v1/public/chats); convention: its own fields. */
export type ChatMessage = Omit<IncomingMessage, 'campaign' | 'lead'>;
