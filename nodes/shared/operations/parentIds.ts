import type { IDataObject } from 'n8n-workflow';

/**
 * Adds the IDs of an object's parents, so that the next node finds them in its item. A value that the
 * service itself returned is kept.
 *
 * @param owners such as `{ campaign_id: 103 }`
 */
export function withParentIds(
	element: IDataObject,
	owners: Record<string, number | string>,
): IDataObject {
	const missing = Object.entries(owners).filter(
		([name]) => element[name] === undefined || element[name] === null,
	);
	return { ...element, ...Object.fromEntries(missing) };
}
