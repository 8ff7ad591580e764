import { badge, element, nameOf, quiet, time } from '/_simulator/elements.js';

function statusBadge(status) {
	if (status === 0) return badge('no answer', 'bad');
	return badge(String(status), status < 300 ? 'good' : status < 400 ? 'neutral' : 'bad');
}

function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function entry(line, body) {
	const head = element('div', { className: 'line' }, ...line);
	if (body === '') return element('div', { className: 'entry' }, head);
	const value = parsed(body);
	const text = value === undefined ? body : JSON.stringify(value, null, 2);
	const shown = element('pre', {}, text);
	return element('details', { className: 'entry' }, element('summary', {}, head), shown);
}

export function requestEntry({ at, method, path, query, status, body }) {
	const target = element('span', { className: 'target' }, query ? `${path}?${query}` : path);
	const verb = element('span', { className: `method ${method.toLowerCase()}` }, method);
	return entry([time(at), verb, target, statusBadge(status)], body);
}

/** What the trigger did with a delivery, in its own answer. */
const outcomes = {
	emitted: ['started', 'good'],
	duplicate: ['duplicate', 'neutral'],
	filtered: ['filtered', 'neutral'],
	ignored: ['ignored', 'neutral'],
	refused: ['refused', 'bad'],
	incomplete: ['incomplete', 'bad'],
};

export function outcomeOf({ answer }) {
	const outcome = outcomes[parsed(answer)?.status];
	return outcome ? { text: outcome[0], kind: outcome[1] } : undefined;
}

export function deliveryEntry(delivery) {
	const { at, status, answer, body } = delivery;
	const target = element('span', { className: 'target' }, summaryOf(body));
	const outcome = outcomeOf(delivery);
	const reason = status === 0 ? [quiet(answer)] : [];
	const mark = outcome ? [badge(outcome.text, outcome.kind)] : [];
	return entry([time(at), target, ...reason, ...mark, statusBadge(status)], body);
}

function summaryOf(body) {
	const { event, message } = parsed(body) ?? {};
	if (event !== 'incoming_message') return String(event ?? body);
	return `${message?.lead ? nameOf(message.lead) : 'Somebody'}: ${message?.message ?? ''}`;
}
