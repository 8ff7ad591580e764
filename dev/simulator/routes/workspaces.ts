import { Refusal } from '../answer';
import { CURRENT_WORKSPACE, type StoredCampaign } from '../records';
import { summaryOf } from '../state';
import { listAnswer } from './route';
import type { Call, Routes } from './route';

export const workspaceRoutes: Routes = { '/api/v1/campaigns/': { GET: list } };

/**
 * The campaigns of the workspaces that are asked for (extended API, 4.1): without `workspace_id` of the
 * current one, with `ALL` of all that the user can see. Whatever else is refused as no access.
 */
export function campaignsOfWorkspace({ context, query }: Call): StoredCampaign[] {
	const { campaigns } = context.state;
	const asked = query.get('workspace_id') ?? String(CURRENT_WORKSPACE);
	if (asked === 'ALL') return campaigns;
	const found = campaigns.filter(({ workspace_id }) => String(workspace_id) === asked);
	if (found.length > 0) return found;
	throw new Refusal({ status: 403, body: { error: 'Access denied' } });
}

/** Extended API, 4.1: fewer fields than a campaign has elsewhere, and the number of its prospects. */
function list(call: Call) {
	const rows = campaignsOfWorkspace(call).map((campaign) => ({
		...summaryOf(campaign),
		workspace_id: campaign.workspace_id,
		timezone: campaign.timezone,
		language: campaign.language,
		created_at: campaign.created_at,
		updated_at: campaign.updated_at,
		prospect_count: campaign.prospect_ids.length,
	}));
	return listAnswer(call, 'campaigns', rows);
}
