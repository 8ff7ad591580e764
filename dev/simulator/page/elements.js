/** Builds elements from data. Text enters as text nodes only: nothing that is shown can become markup. */
export function element(name, properties = {}, ...children) {
	const built = Object.assign(document.createElement(name), properties);
	built.append(...children);
	return built;
}

export const quiet = (text) => element('span', { className: 'quiet' }, text);
export const badge = (text, kind = 'neutral') =>
	element('span', { className: `badge ${kind}` }, text);

const timeElement = (at, shown) => element('time', { dateTime: new Date(at).toISOString() }, shown);

export const time = (at) => timeElement(at, new Date(at).toLocaleTimeString([], { hour12: false }));

const DATE_AND_TIME = {
	year: 'numeric',
	month: 'short',
	day: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	hour12: false,
};
export const dateAndTime = (at) => timeElement(at, new Date(at).toLocaleString([], DATE_AND_TIME));

export const nameOf = ({ first_name, last_name }) => `${first_name} ${last_name}`;

export function counted(number, one, many) {
	return `${number} ${number === 1 ? one : many}`;
}
