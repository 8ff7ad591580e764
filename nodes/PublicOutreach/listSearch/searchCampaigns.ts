import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { apiPath } from '../../shared/api/path';
import { entry, searchList } from './searchList';

export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = apiPath`/api/v1/public/campaigns/`;
	return await searchList(this, path, 'campaigns', (one) => entry(one, one.status), filter);
}
