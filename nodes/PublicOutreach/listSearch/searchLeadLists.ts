import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { apiPath } from '../../shared/api/path';
import { leadList } from '../../shared/api/schemas';
import { nameWithStatus, searchList } from './searchList';

export async function searchLeadLists(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = apiPath`/api/v1/public/lead-lists/`;
	return await searchList(this, path, leadList, nameWithStatus, filter);
}
