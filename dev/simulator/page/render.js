/** Builds elements from data. Text enters as text nodes only: nothing that is shown can become markup. */
function element(name, properties = {}, ...children) {
	const built = Object.assign(document.createElement(name), properties);
	built.append(...children);
	return built;
}

const badge = (text, kind) => element('span', { className: `badge ${kind}` }, text);

function statusBadge(status) {
	if (status === 0) return badge('no answer', 'bad');
	return badge(String(status), status < 300 ? 'good' : status < 400 ? 'neutral' : 'bad');
}

const time = (at) =>
	element(
		'time',
		{ dateTime: new Date(at).toISOString() },
		new Date(at).toLocaleTimeString([], { hour12: false }),
	);

function readable(body) {
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch {
		return body;
	}
}

function entry(line, body) {
	const head = element('div', { className: 'line' }, ...line);
	if (body === '') return element('div', { className: 'entry' }, head);
	const text = element('pre', {}, readable(body));
	return element('details', { className: 'entry' }, element('summary', {}, head), text);
}

export function requestEntry({ at, method, path, query, status, body }) {
	const target = element('span', { className: 'target' }, query ? `${path}?${query}` : path);
	const verb = element('span', { className: `method ${method.toLowerCase()}` }, method);
	return entry([time(at), verb, target, statusBadge(status)], body);
}

export function deliveryEntry({ at, status, answer, body }) {
	const target = element('span', { className: 'target' }, summaryOf(body));
	const reason = status === 0 ? [element('span', { className: 'quiet' }, answer)] : [];
	return entry([time(at), target, ...reason, statusBadge(status)], body);
}

function summaryOf(body) {
	try {
		const { event, message } = JSON.parse(body);
		if (event !== 'incoming_message') return String(event ?? body);
		return `${message.lead.first_name} ${message.lead.last_name}: ${message.message}`;
	} catch {
		return body;
	}
}

export function campaignItem({ id, name, status, steps }, isOpen) {
	const head = element(
		'div',
		{ className: 'line' },
		element('span', { className: 'target' }, name),
		element('span', { className: 'quiet' }, `id ${id}`),
		badge(status, status === 'ACTIVE' ? 'good' : 'neutral'),
	);
	const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
	const details = element(
		'details',
		{ open: isOpen },
		element('summary', { className: 'quiet' }, count),
		element('ol', {}, ...steps.map(stepItem)),
	);
	details.dataset.campaign = String(id);
	return element('li', {}, head, ...(steps.length > 0 ? [details] : []));
}

function stepItem({ id, subject_line, delay_in_hours }) {
	const when = delay_in_hours === 0 ? 'at once' : `after ${delay_in_hours} h`;
	const about = element('span', { className: 'quiet' }, ` ${when}, id ${id}`);
	return element('li', {}, subject_line || '(no subject line)', about);
}

export function leadOption({ id, first_name, last_name, company }) {
	return element('option', { value: String(id) }, `${first_name} ${last_name}, ${company.name}`);
}
