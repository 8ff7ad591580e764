import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** A warning in the form, where n8n does not show an operation's description. */
export function notice(name: string, text: string): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '' };
}

/**
 * The display name of an element, with details for elements of the same name: "Q4 founders (ACTIVE, ID 102)".
 *
 * @param details missing ones are left out
 */
export function listEntry({ id, name }: IDataObject, ...details: unknown[]): string {
	const known = [...details, `ID ${String(id)}`].filter((one) => one !== undefined && one !== null);
	const shown = name ? String(name) : 'Without a name';
	return `${shown} (${known.filter((one) => one !== '').join(', ')})`;
}
