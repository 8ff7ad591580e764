import {
	counted,
	dateAndTime,
	element,
	idText,
	line,
	nameOf,
	quiet,
} from '/_simulator/elements.js';

/** The names of the campaigns that a person is in. */
export function campaignsOf({ id }, campaigns) {
	const own = campaigns.filter(({ prospect_ids }) => prospect_ids.includes(id));
	return own.length === 0 ? 'no campaign' : own.map(({ name }) => name).join(', ');
}

/** Older messages are folded. */
const MOST_SHOWN = 3;

export function leadOption(lead) {
	const text = `${nameOf(lead)}, ${lead.company.name}`;
	return element('option', { value: String(lead.id) }, text);
}

/** Shows who the chosen lead is, and the messages so far. */
export function showConversation(place, about, lead, { chats, campaigns }) {
	const ids = `${idText(lead.id, 'prospect')}, ${idText(lead.lead_id, 'lead')}`;
	about.replaceChildren(`${campaignsOf(lead, campaigns)} · ${ids}`);
	const chat = chats.find(({ prospect_id }) => prospect_id === lead.id);
	const messages = chat?.messages ?? [];
	const bubbles = messages.map((message) => bubble(message, lead));
	const newest = bubbles.splice(-MOST_SHOWN);
	const isOpen = place.dataset.lead === String(lead.id) && place.querySelector('details[open]');
	place.replaceChildren(
		...(bubbles.length > 0 ? [folded(bubbles, Boolean(isOpen))] : []),
		...newest,
	);
	place.dataset.lead = lead.id;
	place.hidden = messages.length === 0;
	place.nextElementSibling.hidden = !place.hidden;
}

function folded(bubbles, open) {
	const text = counted(bubbles.length, 'earlier message', 'earlier messages');
	const list = element('ol', { className: 'list-unstyled vstack gap-2 mt-2' }, ...bubbles);
	return element('li', {}, element('details', { open }, element('summary', {}, quiet(text)), list));
}

function bubble({ sent_by_lead, message, sent_at }, lead) {
	const from = sent_by_lead ? nameOf(lead) : 'Your account';
	const side = sent_by_lead
		? 'align-self-start bg-body-secondary'
		: 'align-self-end bg-success-subtle';
	const className = `message text-break rounded-3 px-3 py-1 ${side}`;
	return element('li', { className }, line(quiet(from), dateAndTime(sent_at)), message);
}
