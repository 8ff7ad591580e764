import { dateAndTime, element, line, nameOf, quiet } from '/_simulator/elements.js';

/** The names of the campaigns that a person is in. */
export function campaignsOf({ id }, campaigns) {
	const own = campaigns.filter(({ prospect_ids }) => prospect_ids.includes(id));
	return own.length === 0 ? 'no campaign' : own.map(({ name }) => name).join(', ');
}

export function leadOption(lead) {
	const text = `${nameOf(lead)}, ${lead.company.name}`;
	return element('option', { value: String(lead.id) }, text);
}

/** Who the chosen lead is, and what was written so far. */
export function showConversation(place, about, lead, { chats, campaigns }) {
	const ids = `prospect ID ${lead.id}, lead ID ${lead.lead_id}`;
	about.replaceChildren(`${campaignsOf(lead, campaigns)} · ${ids}`);
	const chat = chats.find(({ prospect_id }) => prospect_id === lead.id);
	const messages = chat?.messages ?? [];
	place.replaceChildren(...messages.map((message) => bubble(message, lead)));
	place.hidden = messages.length === 0;
	place.nextElementSibling.hidden = !place.hidden;
	place.scrollTop = place.scrollHeight;
}

function bubble({ sent_by_lead, message, sent_at }, lead) {
	const from = sent_by_lead ? nameOf(lead) : 'Your account';
	const side = sent_by_lead
		? 'align-self-start bg-body-secondary'
		: 'align-self-end bg-success-subtle';
	const className = `message text-break rounded-3 px-3 py-1 ${side}`;
	return element('li', { className }, line(quiet(from), dateAndTime(sent_at)), message);
}
