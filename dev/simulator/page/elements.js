/** Builds elements from data. Text enters as text nodes only: nothing that is shown can become markup. */
export function element(name, properties = {}, ...children) {
	const built = Object.assign(document.createElement(name), properties);
	built.append(...children);
	return built;
}

export const quiet = (text) => element('span', { className: 'quiet' }, text);
export const badge = (text, kind = 'neutral') =>
	element('span', { className: `badge ${kind}` }, text);

export const time = (at) =>
	element(
		'time',
		{ dateTime: new Date(at).toISOString() },
		new Date(at).toLocaleTimeString([], { hour12: false }),
	);

export const nameOf = ({ first_name, last_name }) => `${first_name} ${last_name}`;

export function counted(number, one, many) {
	return `${number} ${number === 1 ? one : many}`;
}
