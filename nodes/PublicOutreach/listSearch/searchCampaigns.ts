import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { apiPath } from '../../shared/api/path';
import { listEntry } from '../../shared/operations/listEntry';
import { searchList } from './searchList';

export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = apiPath`/api/v1/public/campaigns/`;
	return await searchList(this, path, 'campaigns', (one) => listEntry(one, one.status), filter);
}
