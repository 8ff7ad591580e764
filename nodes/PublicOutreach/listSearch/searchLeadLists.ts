import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { apiPath } from '../../shared/api/path';
import { entry, searchList } from './searchList';

/** Every new list is a DRAFT (reference, Lead list), so only another status is informative. */
function nameOf(list: IDataObject): string {
	const { total_prospects: leads, status } = list;
	const size = typeof leads === 'number' ? `${leads} ${leads === 1 ? 'lead' : 'leads'}` : undefined;
	return entry(list, status === 'DRAFT' ? undefined : status, size);
}

export async function searchLeadLists(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = apiPath`/api/v1/public/lead-lists/`;
	return await searchList(this, path, 'lead_lists', nameOf, filter);
}
