import type { State, StoredChat, StoredLeadList } from '../state';
import { seedCampaigns } from './campaigns';
import { seedCompanies, seedLeads } from './people';

/** The account of a sales team; new objects on every call. */
export function seed(): State {
	const companies = seedCompanies();
	return {
		campaigns: seedCampaigns(),
		leadLists: seedLeadLists(),
		leads: seedLeads(companies),
		companies,
		chats: seedChats(),
		webhookUrl: null,
		otherWebhookUrls: {},
		apiKeys: [],
		credits: 2500,
		nextId: 90_000,
	};
}

function seedLeadLists(): StoredLeadList[] {
	return [
		leadList(
			301,
			'Benelux Operations Leaders',
			'Met at the Rotterdam trade fair',
			[5001, 5002, 5003, 5004, 5023],
		),
		leadList(
			302,
			'Trial Users, March',
			'Started a trial and did not finish the set-up',
			[5005, 5006, 5007, 5017, 5018],
		),
		leadList(303, 'US Partnerships', '', [5008, 5009, 5014, 5015, 5016, 5019, 5020]),
		{
			...leadList(304, 'Target Accounts 2025', 'Companies, not people', [7001, 7004, 7007]),
			search_type: 'COMPANY',
		},
	];
}

function leadList(
	id: number,
	name: string,
	description: string,
	memberIds: number[],
): StoredLeadList {
	const created = `2025-03-${String(id - 290).padStart(2, '0')}T10:00:00.000Z`;
	return {
		id,
		name,
		description,
		total_prospects: memberIds.length,
		status: 'DRAFT',
		created_at: created,
		updated_at: created,
		search_type: 'PEOPLE',
		member_ids: memberIds,
	};
}

const seedChats = () => [
	chat(401, 5001, 101, 'EMAIL', '2025-04-01', [
		[false, 'Hi Marit, would a short call next week suit you?'],
		[true, 'Wednesday after 14:00 would work. Can you bring numbers for the Antwerp lane?'],
	]),
	chat(402, 5003, 101, 'LINKEDIN', '2025-04-02', [
		[false, 'Hi Imogen, shall I send you the two-page summary?'],
		[true, 'Please do. We decide on planning tools in May.'],
	]),
	chat(403, 5005, 102, 'EMAIL', '2025-04-02', [
		[false, 'Hi Dalia, is there anything that keeps you from your first campaign?'],
		[true, 'Mostly time. How long does the import of our list take?'],
		[false, 'Ten minutes if it is a CSV file. I can stay on the line.'],
	]),
	chat(404, 5017, 102, 'EMAIL', '2025-04-03', [
		[false, 'Hi Klara, how is your trial going?'],
		[true, 'Good so far, but our data protection officer has questions.'],
	]),
];

function chat(
	id: number,
	prospectId: number,
	campaignId: number,
	channel: StoredChat['channel'],
	day: string,
	texts: Array<[sentByLead: boolean, text: string]>,
): StoredChat {
	const at = (place: number) => `${day}T${String(9 + 2 * place).padStart(2, '0')}:30:00.000Z`;
	const messages = texts.map(([sent_by_lead, message], place) => ({
		...{ id: id * 100 + place + 1, message_id: `msg_seed_${id}_${place + 1}` },
		...{ message, sent_by_lead, sent_at: at(place), created_at: at(place), updated_at: at(place) },
	}));
	return {
		...{ id, prospect_id: prospectId, campaign_id: campaignId, channel, messages },
		created_at: at(0),
		updated_at: at(texts.length - 1),
	};
}
