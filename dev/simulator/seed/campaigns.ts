import { CURRENT_WORKSPACE, dated, newObject, StoredCampaign, StoredStep } from '../objects';
import { workingWeek } from '../sendingWindow';

type StepRow = [delay: number, subject: string, message: string, others?: Partial<StoredStep>];

type CampaignRow = [
	name: string,
	status: StoredCampaign['status'],
	prospects: number[],
	created: string,
	settings: Partial<StoredCampaign>,
	...steps: StepRow[],
];

const settings = (
	timezone: string,
	language: string,
	hours: [start: string, end: string],
	[email, messages, connections]: [number, number, number],
) => ({
	...{ timezone, language, sending_window: workingWeek(...hours), email_max_messages: email },
	...{ linkedin_max_messages: messages, linkedin_max_connections: connections },
});

const rows: CampaignRow[] = [
	[
		'Benelux Logistics: Spring Outreach',
		'ACTIVE',
		[5001, 5002, 5003, 5004, 5023],
		'2025-02-03T08:15:00.000Z',
		settings('Europe/Amsterdam', 'en', ['09:00', '17:00'], [40, 80, 25]),
		[
			0,
			'Fewer empty runs at {{company_name}}',
			'Hi {{first_name}},\n\nteams like yours in {{location}} lose about a tenth of their capacity to empty return runs. We help dispatchers to fill them.\n\nWould a short call next week suit you?',
			{
				subject_line_b: '{{first_name}}, a question about return runs',
				message_template_b:
					'Hi {{first_name}},\n\nhow does {{company_name}} plan return runs today? I have an idea that took one of our customers an afternoon to try.',
				add_unsubscribe: true,
			},
		],
		[
			72,
			'Re: Fewer empty runs at {{company_name}}',
			'Hi {{first_name}}, I know that spring is a busy time. Shall I send you the two-page summary instead?',
		],
		[
			120,
			'Closing the loop',
			'Hi {{first_name}}, this is my last note. If planning becomes a topic for you as {{job_title}}, you know where to find me.',
			{ add_unsubscribe: true },
		],
	],
	[
		'Trial Follow-up Q2',
		'ACTIVE',
		[5005, 5006, 5017],
		'2025-03-04T13:40:00.000Z',
		settings('America/New_York', 'en', ['08:30', '16:30'], [60, 100, 30]),
		[
			24,
			'How is your trial going, {{first_name}}?',
			'Hi {{first_name}},\n\nyou started a trial for {{company_name}} a while ago. Is there anything that keeps you from your first campaign?',
		],
		[
			96,
			'Three things other teams set up first',
			'Hi {{first_name}},\n\nmost teams begin with a short list, two steps and a calm sending window. I can set this up with you in 20 minutes.',
			{
				subject_line_b: 'A 20 minute set-up for {{company_name}}',
				message_template_b: 'Hi {{first_name}}, shall we set up your first campaign together?',
				add_unsubscribe: true,
			},
		],
	],
	[
		'Healthcare Partnerships Pilot',
		'DRAFT',
		[5014, 5015],
		'2025-03-19T15:05:00.000Z',
		settings('America/Chicago', 'en', ['09:00', '15:00'], [25, 40, 15]),
		[
			0,
			'Partnering with {{company_name}}',
			'Hello {{first_name}},\n\nI read about the new clinics in {{location}}. Could your referral team use a hand with the first contact?',
			{ add_unsubscribe: true },
		],
		[
			48,
			'Re: Partnering with {{company_name}}',
			'Hello {{first_name}}, would Tuesday or Thursday suit you for a short call?',
		],
		[
			168,
			'One page on the pilot',
			'Hello {{first_name}}, here is the pilot on one page, in case {{job_title}} is the wrong address.',
		],
	],
	[
		'Nordics Maritime Re-engagement',
		'DRAFT',
		[],
		'2025-03-27T09:20:00.000Z',
		settings('Europe/Oslo', 'no', ['08:00', '15:30'], [20, 30, 10]),
		[
			0,
			'Hei {{first_name}}, skal vi prøve igjen?',
			'Hei {{first_name}},\n\nvi snakket sammen i fjor om {{company_name}}. Passer det med en kort prat i neste uke?',
		],
	],
];

export function seedCampaigns(): StoredCampaign[] {
	return rows.map(([name, status, prospects, created, given, ...steps], index) => {
		const id = 101 + index;
		return newObject(StoredCampaign, {
			...{ id, name, status, prospect_ids: [...prospects], ...given, ...dated(created) },
			// The last one is in another workspace that the user can see.
			workspace_id: index < rows.length - 1 ? CURRENT_WORKSPACE : CURRENT_WORKSPACE + 1,
			steps: steps.map((step, place) => storedStep(id, place, step, steps.length, created)),
		});
	});
}

/** Step IDs encode campaign and position: 10102 is the second step of campaign 101. */
function storedStep(
	campaignId: number,
	place: number,
	[delay_in_hours, subject_line, message_template, others]: StepRow,
	count: number,
	created: string,
): StoredStep {
	const id = campaignId * 100 + place + 1;
	return newObject(StoredStep, {
		...{ id, delay_in_hours, subject_line, message_template, ...others, ...dated(created) },
		parent_step_id: place > 0 ? id - 1 : null,
		child_step_id: place < count - 1 ? id + 1 : null,
	});
}
