import type { IDataObject } from 'n8n-workflow';

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
