import { ok, Rejection } from '../response';
import { CURRENT_WORKSPACE, type StoredCampaign } from '../objects';
import { summaryOf, type State } from '../state';
import { campaignOf, listResponse } from './route';
import type { Call, Routes } from './route';

export const workspaceRoutes: Routes = {
	'/api/v1/campaigns/': { GET: list },
	'/api/v1/dashboard/campaign-analytics/': { GET: dashboard },
	'/api/v1/public/campaigns/:id/analytics/': { GET: analytics },
};

/**
 * The campaigns of the workspaces that are asked for (extended API, 4.1): without `workspace_id` of the
 * current one, with `ALL` of all that the user can see. Whatever else is rejected as no access.
 */
function campaignsOfWorkspace({ context, query }: Call): StoredCampaign[] {
	const { campaigns } = context.state;
	const asked = query.get('workspace_id') ?? String(CURRENT_WORKSPACE);
	if (asked === 'ALL') return campaigns;
	const found = campaigns.filter(({ workspace_id }) => String(workspace_id) === asked);
	if (found.length > 0) return found;
	throw new Rejection({ status: 403, body: { error: 'Access denied' } });
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
	return listResponse(call, 'campaigns', rows);
}

/** Extended API, 4.7. */
function numbersOf(state: State, campaign: StoredCampaign) {
	const chats = state.chats.filter(({ campaign_id }) => campaign_id === campaign.id);
	const messages = chats.flatMap((chat) => chat.messages);
	const sent = chats
		.filter(({ channel }) => channel === 'LINKEDIN')
		.flatMap((chat) => chat.messages.filter(({ sent_by_lead }) => !sent_by_lead));
	return {
		amount_of_prospects: campaign.prospect_ids.length,
		amount_of_emails_sent:
			messages.filter(({ sent_by_lead }) => !sent_by_lead).length - sent.length,
		amount_of_invites_sent: 0,
		amount_of_invites_accepted: 0,
		amount_of_linkedin_messages_sent: sent.length,
		amount_of_prospects_contacted: chats.length,
		amount_of_replies: messages.filter(({ sent_by_lead }) => sent_by_lead).length,
		amount_of_interested: 0,
		average_reply_time: '2 days',
	};
}

/** Extended API, 4.6: the keys are unknown; convention: those of the dashboard (extended API, 4.7). */
function analytics(call: Call) {
	return ok({ success: true, analytics: numbersOf(call.context.state, campaignOf(call)) });
}

/** Extended API, 4.7: the numbers of every campaign of a workspace. */
function dashboard(call: Call) {
	const rows = campaignsOfWorkspace(call).map((campaign) => ({
		...summaryOf(campaign),
		workspace_id: campaign.workspace_id,
		analytics: numbersOf(call.context.state, campaign),
	}));
	return listResponse(call, 'campaigns', rows);
}
