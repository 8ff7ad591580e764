import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { ApiClient } from '../shared/api/client';
import { apiPath } from '../shared/api/path';
import { listEntry } from '../shared/parameters/fields';

/**
 * The campaigns to choose from (reference, GET /api/v1/public/campaigns/).
 *
 * @throws NodeApiError with the service's words, which the editor shows in the list
 */
export async function getCampaigns(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const api = await ApiClient.connect(this);
	const options = { key: 'campaigns', urgent: true };
	const campaigns = await api.list(apiPath`/api/v1/public/campaigns/`, options);
	// A campaign without an ID cannot be matched with incoming messages.
	const known = campaigns.filter(({ id }) => id !== undefined && id !== null);
	return known.map((campaign) => ({
		name: listEntry(campaign),
		value: Number(campaign.id),
		...(typeof campaign.status === 'string' && { description: campaign.status }),
	}));
}
