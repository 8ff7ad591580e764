import { dated, type StoredChat } from '../objects';

export const seedChats = () => [
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
	prospect_id: number,
	campaign_id: number,
	channel: StoredChat['channel'],
	day: string,
	texts: Array<[sentByLead: boolean, text: string]>,
): StoredChat {
	const at = (place: number) => `${day}T${String(9 + 2 * place).padStart(2, '0')}:30:00.000Z`;
	const messages = texts.map(([sent_by_lead, message], place) => ({
		...{ id: id * 100 + place + 1, message_id: `msg_seed_${id}_${place + 1}` },
		...{ message, sent_by_lead, sent_at: at(place), ...dated(at(place)) },
	}));
	const last = { updated_at: at(texts.length - 1) };
	return { id, prospect_id, campaign_id, channel, messages, ...dated(at(0)), ...last };
}
