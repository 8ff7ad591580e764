import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { ApiClient } from '../../shared/api/client';
import { apiPath } from '../../shared/api/path';

/** The documented ones (reference, States and transitions): there may be others. */
const KNOWN = ['ACTIVE', 'DRAFT'];

/** The known statuses of a campaign, and those of the campaigns that the key can see. */
export async function getCampaignStatuses(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const api = await ApiClient.connect(this);
	const campaigns = await api.list(apiPath`/api/v1/public/campaigns/`, {
		key: 'campaigns',
		urgent: true,
	});
	const found = campaigns.flatMap(({ status }) => (typeof status === 'string' ? [status] : []));
	const statuses = [...new Set([...KNOWN, ...found])].sort();
	return statuses.map((value) => ({ name: value, value }));
}
