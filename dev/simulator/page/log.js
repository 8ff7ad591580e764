import {
	badge,
	counted,
	element,
	line,
	nameOf,
	quiet,
	target,
	time,
} from '/_simulator/elements.js';

function statusBadge(status) {
	if (status === 0) return badge('no response', 'danger');
	return badge(String(status), status < 300 ? 'success' : status < 400 ? 'secondary' : 'danger');
}

function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function entry(parts, body) {
	const className = 'entry border-top py-2';
	if (body === '') return element('div', { className }, line(...parts));
	const value = parsed(body);
	const text = value === undefined ? body : JSON.stringify(value, null, 2);
	const shown = element('pre', { className: 'mt-2 mb-0 p-2 rounded bg-body' }, text);
	const head = element('summary', { className: 'list-unstyled' }, line(...parts));
	return element('details', { className }, head, shown);
}

export function requestEntry({ at, method, path, query, status, body }) {
	const verb = element('strong', { className: 'method small font-monospace' }, method);
	const to = target(query ? `${path}?${query}` : path);
	return entry([time(at), verb, to, statusBadge(status)], body);
}

/** What the trigger did with a delivery, by the status in its response. */
const outcomes = {
	emitted: ['started', 'success'],
	duplicate: ['duplicate', 'secondary'],
	filtered: ['filtered', 'secondary'],
	ignored: ['ignored', 'secondary'],
	refused: ['refused', 'danger'],
	incomplete: ['incomplete', 'danger'],
};

/** With `forwarded`, the response counts the other workflows that get the message too. */
export function outcomeOf({ response }) {
	const { status, forwarded = 0 } = parsed(response) ?? {};
	const [text, kind] = outcomes[status] ?? [];
	if (text === undefined) return undefined;
	if (forwarded === 0 || status === 'duplicate') return { text, kind };
	if (status === 'emitted') return { text: `${forwarded + 1} workflows`, kind };
	return { text: `${text}, ${counted(forwarded, 'other workflow', 'other workflows')}`, kind };
}

export function deliveryEntry(delivery) {
	const { at, status, response, body } = delivery;
	const outcome = outcomeOf(delivery);
	const reason = status === 0 ? [quiet(response)] : [];
	const mark = outcome ? [badge(outcome.text, outcome.kind)] : [];
	return entry([time(at), target(summaryOf(body)), ...reason, ...mark, statusBadge(status)], body);
}

function summaryOf(body) {
	const { event, message } = parsed(body) ?? {};
	if (event !== 'incoming_message') return String(event ?? body);
	return `${message?.lead ? nameOf(message.lead) : 'Someone'}: ${message?.message ?? ''}`;
}
