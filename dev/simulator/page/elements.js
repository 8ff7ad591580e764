/** Builds elements from data. Text enters as text nodes only: nothing that is shown can become markup. */
export function element(name, properties = {}, ...children) {
	const built = Object.assign(document.createElement(name), properties);
	built.append(...children);
	return built;
}

/** Side by side. */
export const line = (...parts) => element('div', { className: 'line hstack gap-2' }, ...parts);

export const quiet = (text) => element('small', { className: 'text-body-secondary' }, text);

/** An ID with what it is the ID of, such as "lead ID 8003", which stays on one line. */
export const idText = (id, of = '') => `${of} ID ${id}`.trim().replaceAll(' ', '\u00a0');

/** Fills the line; text that is too long for it wraps. */
export const target = (text) => element('span', { className: 'flex-fill text-break' }, text);

/** @param kind one of Bootstrap's colours */
export function badge(text, kind = 'secondary') {
	const className = `badge rounded-pill bg-${kind}-subtle text-${kind}-emphasis`;
	return element('span', { className }, text);
}

function timeElement(at, shown) {
	const className = 'small font-monospace text-body-secondary';
	return element('time', { dateTime: new Date(at).toISOString(), className }, shown);
}

export const time = (at) => timeElement(at, new Date(at).toLocaleTimeString([], { hour12: false }));

const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short', hour12: false };
export const dateAndTime = (at) => timeElement(at, new Date(at).toLocaleString([], DATE_AND_TIME));

export const nameOf = ({ first_name, last_name }) => `${first_name} ${last_name}`;

export function counted(number, one, many) {
	return `${number} ${number === 1 ? one : many}`;
}
