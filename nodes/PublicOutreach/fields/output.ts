import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { campaign, company, lead, stepOfCampaign } from '../../shared/api/schemas';
import type { OutputForms } from '../operations/operation';
import { selected, simplified } from './shapes';

interface OutputOptions {
	/** The name of one object, such as "campaign". */
	noun: string;
	/** Fields to choose from; `company.name` is a field of a nested object. */
	fields: string[];
	/** The fields of the simplified form, the most important first. */
	simplified: (element: IDataObject) => string[];
	/** The method that loads the fields to choose from, if no source describes them. */
	loadFields?: string;
}

const FORMS: INodePropertyOptions[] = [
	{ name: 'Raw', value: 'raw', description: 'Everything that the service sends' },
	{ name: 'Selected Fields', value: 'selected', description: 'Only the fields that you choose' },
	{
		name: 'Simplified',
		value: 'simplified',
		description:
			'Up to ten fields, no nested objects, about 1 KB in total; long texts are shortened',
	},
];

/** Words whose Title Case is not just an initial capital. */
const WORDS: Record<string, string> = {
	id: 'ID',
	in: 'in',
	linkedin: 'LinkedIn',
	of: 'of',
	timezone: 'Time Zone',
	url: 'URL',
};

/** `linkedin_url` as "LinkedIn URL", `delay_in_hours` as "Delay in Hours". */
export function titleOf(field: string): string {
	const words = field.split(/[._]/);
	return words.map((word) => WORDS[word] ?? word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function fieldChoice({ fields, loadFields }: OutputOptions): INodeProperties {
	const field = {
		name: 'outputFields',
		type: 'multiOptions' as const,
		default: [],
		displayOptions: { show: { output: ['selected'] } },
	};
	if (loadFields) {
		return {
			displayName: 'Field Names or IDs',
			...field,
			typeOptions: { loadOptionsMethod: loadFields },
			description:
				'The fields to output. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		};
	}
	const options = fields.map((value) => ({ name: titleOf(value), value }));
	return {
		displayName: 'Fields',
		...field,
		options: options.sort((one, other) => one.name.localeCompare(other.name, 'en')),
		description:
			'The fields to output. An expression can name others, as a list or comma-separated text.',
	};
}

/**
 * The field Output for an operation whose objects have more than ten fields. The default is Raw on the
 * canvas, so that nothing is left out unasked, and Simplified for an agent's tool, since an AI model reads
 * its entire input.
 */
export function outputOf(options: OutputOptions): OutputForms {
	const forms: INodeProperties = {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: FORMS,
		default: 'raw',
		description: `How much of each ${options.noun} to output`,
	};
	return {
		properties: [
			// `hide`, since a release of n8n that does not know @tool must show one of the two.
			{ ...forms, displayOptions: { hide: { '@tool': [true] } } },
			{ ...forms, default: 'simplified', displayOptions: { show: { '@tool': [true] } } },
			fieldChoice(options),
		],
		read(params) {
			const form = params.option('output');
			return { form, names: form === 'selected' ? params.names('outputFields') : [] };
		},
		convert(element, { form, names }) {
			if (form === 'raw') return element;
			if (form === 'selected') return selected(element, names);
			return simplified(element, options.simplified(element));
		},
	};
}

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

/**
 * A chat's fields are not documented: these names follow other objects of the service. Send Message finds the
 * person by the LinkedIn profile, but perhaps not by the lead's ID.
 */
const CHAT = [
	'id',
	'prospect_id',
	'lead.first_name',
	'lead.last_name',
	'lead.linkedin_profile_url',
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
	noun: "campaign's analytics",
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
