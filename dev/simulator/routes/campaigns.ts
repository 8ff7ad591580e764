import { z } from 'zod';

import { ok } from '../answer';
import { workingWeek } from '../seed/sendingWindow';
import { campaignView, stepView, takeId, timestamp } from '../state';
import type { State, StoredCampaign } from '../state';
import { limit, name, sendingWindow, timezone } from '../validation';
import { bodyOf, campaignOf, listAnswer } from './route';
import type { Call, Route } from './route';

/** Reference, PATCH: these fields and a partial body; whatever else is sent is left aside (convention). */
const campaignPatch = z
	.object({
		name,
		timezone,
		language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'Enter a short language code.'),
		email_max_messages: limit,
		linkedin_max_messages: limit,
		linkedin_max_connections: limit,
		sending_window: sendingWindow,
	})
	.partial();

export const campaignRoutes: Route[] = [
	{
		path: '/api/v1/public/campaigns/',
		methods: {
			GET: (call) => listAnswer(call, 'campaigns', call.context.state.campaigns.map(campaignView)),
			POST: create,
		},
	},
	{ path: '/api/v1/public/campaigns/:id/', methods: { GET: get, PATCH: update } },
	{ path: '/api/v1/public/campaigns/:id/analytics/', methods: { GET: analytics } },
];

/** extended-api §4.3: a draft, with "(N)" appended to a name that is taken. Its settings are convention. */
function create(call: Call) {
	const { state } = call.context;
	const given = bodyOf(call, z.object({ name }));
	const now = timestamp();
	const campaign: StoredCampaign = {
		id: takeId(state),
		name: freeName(state, given.name),
		status: 'DRAFT',
		timezone: 'Etc/UTC',
		language: 'en',
		email_max_messages: 50,
		linkedin_max_messages: 50,
		linkedin_max_connections: 20,
		sending_window: workingWeek('09:00', '17:00'),
		created_at: now,
		updated_at: now,
		steps: [],
		prospect_ids: [],
	};
	state.campaigns.push(campaign);
	return ok({ campaign: campaignView(campaign) }, 201);
}

function freeName(state: State, wanted: string): string {
	const taken = new Set(state.campaigns.map((campaign) => campaign.name));
	let free = wanted;
	for (let number = 1; taken.has(free); number += 1) free = `${wanted} (${number})`;
	return free;
}

/** extended-api §4.4: with the whole step tree, whose key and shape are unknown; convention: `steps`. */
function get(call: Call) {
	const campaign = campaignOf(call);
	return ok({ campaign: { ...campaignView(campaign), steps: campaign.steps.map(stepView) } });
}

function update(call: Call) {
	const campaign = campaignOf(call);
	Object.assign(campaign, bodyOf(call, campaignPatch), { updated_at: timestamp() });
	return ok({ success: true, campaign: campaignView(campaign) });
}

/** extended-api §4.6: the keys are unknown; convention: the names of the dashboard's numbers, §4.7. */
function analytics(call: Call) {
	const campaign = campaignOf(call);
	const chats = call.context.state.chats.filter(({ campaign_id }) => campaign_id === campaign.id);
	const messages = chats.flatMap((chat) => chat.messages);
	const sent = chats
		.filter(({ channel }) => channel === 'LINKEDIN')
		.flatMap((chat) => chat.messages.filter(({ sent_by_lead }) => !sent_by_lead));
	return ok({
		success: true,
		analytics: {
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
		},
	});
}
