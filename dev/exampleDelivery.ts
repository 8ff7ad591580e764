import { INCOMING_MESSAGE, type MessageItem } from '../nodes/PublicOutreachTrigger/message';

/**
 * A delivery with every field (reference, Incoming message and Lead and Company).
 * Pinned to the trigger, its message lets a workflow be built before the first one comes.
 */
export const exampleDelivery = {
	event: INCOMING_MESSAGE,
	message: {
		id: 5120,
		message_id: 'msg_01JQ8Z6T3N',
		message: 'Thanks for reaching out. Could we talk on Thursday?',
		sent_by_lead: true,
		sent_at: '2026-03-02T09:14:00Z',
		created_at: '2026-03-02T09:14:02Z',
		updated_at: '2026-03-02T09:14:02Z',
		campaign: { id: 1042, name: 'Wind farms, spring', status: 'ACTIVE' },
		lead: {
			id: 77,
			first_name: 'Ada',
			last_name: 'Berg',
			profile_picture_url: 'https://cdn.example.com/people/77.jpg',
			linkedin_profile_url: 'https://www.linkedin.com/in/ada-berg-example',
			linkedin_public_id: 'ada-berg-example',
			job_title: 'Head of Grid Planning',
			industry: 'Renewable energy',
			headline: 'Bringing wind power to the grid',
			email: 'ada.berg@example.com',
			phone_number: '+49 40 5550123',
			location: 'Hamburg, Germany',
			status: 'IN_REVIEW',
			company: {
				id: 9,
				name: 'Nordlicht Energie',
				linkedin_url: 'https://www.linkedin.com/company/nordlicht-energie-example',
				logo_url: 'https://cdn.example.com/companies/9.png',
				website_url: 'https://nordlicht-energie.example.com',
				location: 'Hamburg, Germany',
				industry: 'Renewable energy',
				revenue: '10M-50M',
				amount_of_employees: '51-200',
			},
			custom_fields: { region: 'north' },
		},
	} satisfies MessageItem,
};
