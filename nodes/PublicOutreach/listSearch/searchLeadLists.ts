import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { apiPath } from '../../shared/api/path';
import { listEntry } from '../../shared/operations/listEntry';
import { searchList } from './searchList';

/** Every new list is a DRAFT (reference, Lead list), so only another status is informative. */
function nameOf(list: IDataObject): string {
	const { total_prospects: count, search_type: searchType, status } = list;
	const [one, many] = searchType === 'COMPANY' ? ['company', 'companies'] : ['lead', 'leads'];
	const size = typeof count === 'number' ? `${count} ${count === 1 ? one : many}` : undefined;
	return listEntry(list, status === 'DRAFT' ? undefined : status, size);
}

export async function searchLeadLists(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = apiPath`/api/v1/public/lead-lists/`;
	return await searchList(this, path, 'lead_lists', nameOf, filter);
}
