import type { IDataObject } from 'n8n-workflow';
import { campaign, company, lead, stepOfCampaign } from '../../shared/api/schemas';
import { outputOf } from './output';

const CAMPAIGN = [
	'id',
	'name',
	'status',
	'workspace_id',
	'prospect_count',
	'timezone',
	'language',
	'email_max_messages',
	'linkedin_max_messages',
	'linkedin_max_connections',
	'created_at',
	'updated_at',
];

const STEP = [
	'id',
	'campaign_id',
	'step_type',
	'delay_in_hours',
	'subject_line',
	'message_template',
	'subject_line_b',
	'message_template_b',
	'add_unsubscribe',
	'updated_at',
];

/** Extended API, 4.7. */
const NUMBERS = [
	'amount_of_prospects',
	'amount_of_prospects_contacted',
	'amount_of_emails_sent',
	'amount_of_linkedin_messages_sent',
	'amount_of_replies',
	'amount_of_interested',
	'average_reply_time',
	'amount_of_invites_sent',
	'amount_of_invites_accepted',
].map((name) => `analytics.${name}`);

/** A chat's fields are not documented: these names follow other objects of the service. */
const CHAT = [
	'id',
	'prospect_id',
	'lead.id',
	'lead.first_name',
	'lead.last_name',
	'lead.email',
	'campaign.id',
	'campaign.name',
	'channel',
	'last_message',
	'last_message.message',
	'updated_at',
];

/** Identity and contact data of a person. */
const PERSON = [
	'id',
	'lead_list_id',
	'first_name',
	'last_name',
	'job_title',
	'company.name',
	'email',
	'phone_number',
	'linkedin_profile_url',
	'location',
	'status',
];

const COMPANY = [
	'id',
	'lead_list_id',
	'name',
	'linkedin_url',
	'website_url',
	'location',
	'industry',
	'revenue',
	'amount_of_employees',
];

const companyFields = Object.keys(company.shape);

/** A list of companies holds companies instead of people; they have one name instead of two. */
const personOrCompany = (element: IDataObject) =>
	'name' in element && !('first_name' in element) ? COMPANY : PERSON;

/** Reference, Campaign; workspace and number of prospects: extended API, 4.1. */
export const campaignOutput = outputOf({
	noun: 'campaign',
	fields: [...Object.keys(campaign.shape), 'workspace_id', 'prospect_count'],
	simplified: () => CAMPAIGN,
});

export const analyticsOutput = outputOf({
	noun: "campaign's numbers",
	fields: ['id', 'name', 'status', 'workspace_id', ...NUMBERS],
	simplified: () => ['id', 'name', 'status', ...NUMBERS],
});

export const chatOutput = outputOf({
	noun: 'chat',
	fields: [],
	loadFields: 'getChatFields',
	simplified: () => CHAT,
});

/** Only for lists of steps; a single step is always output whole, so that it can be edited. */
export const stepOutput = outputOf({
	noun: 'campaign step',
	fields: Object.keys(stepOfCampaign.shape),
	simplified: () => STEP,
});

/** Reference, Lead and Company: for the elements of lists and searches, no source shows the fields. */
const PEOPLE_AND_COMPANIES = [
	...new Set([
		...Object.keys(lead.shape),
		...companyFields,
		...companyFields.map((name) => `company.${name}`),
	]),
];

export const leadOutput = outputOf({
	noun: 'lead',
	fields: ['lead_list_id', ...PEOPLE_AND_COMPANIES],
	simplified: personOrCompany,
});

export const prospectOutput = outputOf({
	noun: 'prospect',
	fields: PEOPLE_AND_COMPANIES,
	simplified: personOrCompany,
});
