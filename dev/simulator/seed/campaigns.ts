import { CURRENT_WORKSPACE, type StoredCampaign, type StoredStep } from '../state';
import { workingWeek } from './sendingWindow';

interface StepRow {
	delay: number;
	subject: string;
	message: string;
	subjectB?: string;
	messageB?: string;
	unsubscribe?: boolean;
}

interface CampaignRow {
	name: string;
	status: StoredCampaign['status'];
	timezone: string;
	language: string;
	limits: [email: number, linkedinMessages: number, linkedinConnections: number];
	hours: [start: string, end: string];
	created: string;
	prospects: number[];
	steps: StepRow[];
}

const rows: CampaignRow[] = [
	{
		name: 'Benelux Logistics: Spring Outreach',
		status: 'ACTIVE',
		timezone: 'Europe/Amsterdam',
		language: 'en',
		limits: [40, 80, 25],
		hours: ['09:00', '17:00'],
		created: '2025-02-03T08:15:00.000Z',
		prospects: [5001, 5002, 5003, 5004, 5023],
		steps: [
			{
				delay: 0,
				subject: 'Fewer empty runs at {{company_name}}',
				message:
					'Hi {{first_name}},\n\nteams like yours in {{location}} lose about a tenth of their capacity to empty return runs. We help dispatchers to fill them.\n\nWould a short call next week suit you?',
				subjectB: '{{first_name}}, a question about return runs',
				messageB:
					'Hi {{first_name}},\n\nhow does {{company_name}} plan return runs today? I have an idea that took one of our customers an afternoon to try.',
				unsubscribe: true,
			},
			{
				delay: 72,
				subject: 'Re: Fewer empty runs at {{company_name}}',
				message:
					'Hi {{first_name}}, I know that spring is a busy time. Shall I send you the two-page summary instead?',
			},
			{
				delay: 120,
				subject: 'Closing the loop',
				message:
					'Hi {{first_name}}, this is my last note. If planning becomes a topic for you as {{job_title}}, you know where to find me.',
				unsubscribe: true,
			},
		],
	},
	{
		name: 'Trial Follow-up Q2',
		status: 'ACTIVE',
		timezone: 'America/New_York',
		language: 'en',
		limits: [60, 100, 30],
		hours: ['08:30', '16:30'],
		created: '2025-03-04T13:40:00.000Z',
		prospects: [5005, 5006, 5017],
		steps: [
			{
				delay: 24,
				subject: 'How is your trial going, {{first_name}}?',
				message:
					'Hi {{first_name}},\n\nyou started a trial for {{company_name}} a while ago. Is there anything that keeps you from your first campaign?',
			},
			{
				delay: 96,
				subject: 'Three things other teams set up first',
				message:
					'Hi {{first_name}},\n\nmost teams begin with a short list, two steps and a calm sending window. I can set this up with you in 20 minutes.',
				subjectB: 'A 20 minute set-up for {{company_name}}',
				messageB: 'Hi {{first_name}}, shall we set up your first campaign together?',
				unsubscribe: true,
			},
		],
	},
	{
		name: 'Healthcare Partnerships Pilot',
		status: 'DRAFT',
		timezone: 'America/Chicago',
		language: 'en',
		limits: [25, 40, 15],
		hours: ['09:00', '15:00'],
		created: '2025-03-19T15:05:00.000Z',
		prospects: [5014, 5015],
		steps: [
			{
				delay: 0,
				subject: 'Partnering with {{company_name}}',
				message:
					'Hello {{first_name}},\n\nI read about the new clinics in {{location}}. Could your referral team use a hand with the first contact?',
				unsubscribe: true,
			},
			{
				delay: 48,
				subject: 'Re: Partnering with {{company_name}}',
				message: 'Hello {{first_name}}, would Tuesday or Thursday suit you for a short call?',
			},
			{
				delay: 168,
				subject: 'One page on the pilot',
				message:
					'Hello {{first_name}}, here is the pilot on one page, in case {{job_title}} is the wrong address.',
			},
		],
	},
	{
		name: 'Nordics Maritime Re-engagement',
		status: 'DRAFT',
		timezone: 'Europe/Oslo',
		language: 'no',
		limits: [20, 30, 10],
		hours: ['08:00', '15:30'],
		created: '2025-03-27T09:20:00.000Z',
		prospects: [],
		steps: [
			{
				delay: 0,
				subject: 'Hei {{first_name}}, skal vi prøve igjen?',
				message:
					'Hei {{first_name}},\n\nvi snakket sammen i fjor om {{company_name}}. Passer det med en kort prat i neste uke?',
			},
		],
	},
];

const firstCampaignId = 101;

export function seedCampaigns(): StoredCampaign[] {
	return rows.map((row, index) => {
		const id = firstCampaignId + index;
		return {
			id,
			name: row.name,
			status: row.status,
			timezone: row.timezone,
			language: row.language,
			email_max_messages: row.limits[0],
			linkedin_max_messages: row.limits[1],
			linkedin_max_connections: row.limits[2],
			sending_window: workingWeek(...row.hours),
			created_at: row.created,
			updated_at: row.created,
			// The last one is in another workspace that the user can see.
			workspace_id: index < rows.length - 1 ? CURRENT_WORKSPACE : CURRENT_WORKSPACE + 1,
			steps: row.steps.map((step, place) => storedStep(id, place, row, step)),
			prospect_ids: [...row.prospects],
		};
	});
}

/** Step IDs encode campaign and position: 10102 is the second step of campaign 101. */
function storedStep(
	campaignId: number,
	place: number,
	row: CampaignRow,
	step: StepRow,
): StoredStep {
	const id = campaignId * 100 + place + 1;
	return {
		id,
		step_type: 'EMAIL',
		subject_line: step.subject,
		message_template: step.message,
		subject_line_b: step.subjectB ?? '',
		message_template_b: step.messageB ?? '',
		delay_in_hours: step.delay,
		add_unsubscribe: step.unsubscribe ?? false,
		created_at: row.created,
		updated_at: row.created,
		parent_step_id: place > 0 ? id - 1 : null,
		parent_condition_id: null,
		child_step_id: place < row.steps.length - 1 ? id + 1 : null,
		child_condition_id: null,
	};
}
