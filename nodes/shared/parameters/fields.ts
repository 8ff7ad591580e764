import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** A warning in the form, since n8n does not show an operation's description there. */
export function notice(name: string, text: string): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '' };
}

/**
 * The display name of an element, such as "Q4 founders (ID 102)" or "Jane Doe (Larkfield, ID 5001)".
 *
 * @param distinction a detail that tells elements of the same name apart, such as the company; left out if
 * missing
 */
export function listEntry({ id, name }: IDataObject, distinction?: unknown): string {
	const shown = name ? String(name) : 'Without a name';
	const known = [distinction, `ID ${String(id)}`].filter(Boolean);
	return `${shown} (${known.join(', ')})`;
}
