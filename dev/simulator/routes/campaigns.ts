import { z } from 'zod';

import { ok } from '../response';
import { newObject, StoredCampaign, timestamp } from '../objects';
import { sendingWindow } from '../sendingWindow';
import { campaignView, stepView, takeId } from '../state';
import type { State } from '../state';
import { limit, name, timezone } from '../validation';
import { bodyOf, campaignOf, listResponse } from './route';
import type { Call, Routes } from './route';

/**
 * Reference, PATCH /api/v1/public/campaigns/{id}/: these fields and a partial body; whatever else is sent
 * is left aside (convention).
 */
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

export const campaignRoutes: Routes = {
	'/api/v1/public/campaigns/': {
		GET: (call) => listResponse(call, 'campaigns', call.context.state.campaigns.map(campaignView)),
		POST: create,
	},
	'/api/v1/public/campaigns/:id/': { GET: get, PATCH: update },
};

/** Extended API, 4.3: a draft, with "(N)" appended to a name that is taken. */
function create(call: Call) {
	const { state } = call.context;
	const given = bodyOf(call, z.object({ name }));
	const named = { id: takeId(state), name: freeName(state, given.name) };
	const campaign = newObject(StoredCampaign, named);
	state.campaigns.push(campaign);
	return ok({ campaign: campaignView(campaign) }, 201);
}

function freeName(state: State, wanted: string): string {
	const taken = new Set(state.campaigns.map((campaign) => campaign.name));
	let free = wanted;
	for (let number = 1; taken.has(free); number += 1) free = `${wanted} (${number})`;
	return free;
}

/** Extended API, 4.4: with the whole step tree, whose key and shape are unknown; convention: `steps`. */
function get(call: Call) {
	const campaign = campaignOf(call);
	return ok({ campaign: { ...campaignView(campaign), steps: campaign.steps.map(stepView) } });
}

function update(call: Call) {
	const campaign = campaignOf(call);
	Object.assign(campaign, bodyOf(call, campaignPatch), { updated_at: timestamp() });
	return ok({ success: true, campaign: campaignView(campaign) });
}
