import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { apiPath } from '../../shared/api/path';
import { campaign } from '../../shared/api/schemas';
import { nameWithStatus, searchList } from './searchList';

export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = apiPath`/api/v1/public/campaigns/`;
	return await searchList(this, path, campaign, nameWithStatus, filter);
}
