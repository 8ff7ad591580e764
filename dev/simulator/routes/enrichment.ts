import { z } from 'zod';

import { failure, ok } from '../response';
import { filtersSchema, personMatches, sorted, sorting } from '../filters';
import { timestamp } from '../objects';
import type { Lead } from '../seed/people';
import { integer, webUrl } from '../validation';
import { callLater } from '../webhook';
import { bodyOf, peopleListOf } from './route';
import type { Call } from './route';

/** Credits for one lead, charged up front and for every lead (extended API, 2.8). */
const prices = { FIND_EMAIL: 3, FIND_EMAIL_WATERFALL: 6, FIND_PHONE: 30 };

/** Extended API, 6.7, with its defaults; the call may come without any body. */
const enrichmentBody = z.object({
	enrichment_type: z
		.enum(['FIND_EMAIL', 'FIND_EMAIL_WATERFALL', 'FIND_PHONE'])
		.default('FIND_EMAIL'),
	prospect_limit: integer.min(1).default(100),
	mode: z.enum(['sync', 'async']).default('async'),
	webhook_url: webUrl.nullable().default(null),
	filters: filtersSchema.default({}),
	...sorting,
});

/** The body of the call to `webhook_url` is unknown (extended API, 6.7); convention: the numbers, by option only. */
export function enrich(call: Call) {
	const { state } = call.context;
	const list = peopleListOf(call, 'enriched');
	const given = bodyOf(call, enrichmentBody);
	const members = state.leads.filter(({ id }) => list.member_ids.includes(id));
	const leads = sorted(members, given.sort_field, given.sort_direction)
		.filter(personMatches(given.filters))
		.slice(0, given.prospect_limit);
	const credits = leads.length * prices[given.enrichment_type];
	// The response without enough credits is unknown; convention: 402, and nothing is charged.
	if (credits > state.credits) throw failure(402, 'Insufficient credits');
	state.credits -= credits;
	list.updated_at = timestamp();
	const results = leads.map((lead) => find(lead, given.enrichment_type === 'FIND_PHONE'));
	const charged = {
		success: true,
		mode: given.mode,
		enrichment_type: given.enrichment_type,
		credits_deducted: credits,
		remaining_credits: state.credits,
	};
	if (given.mode === 'async') {
		if (given.webhook_url) void callLater(call.context, given.webhook_url, charged);
		return ok({
			...charged,
			enriched_count: leads.length,
			webhook_url: given.webhook_url,
			message: 'Enrichment started',
		});
	}
	return ok({
		...charged,
		total_count: leads.length,
		success_count: results.filter(({ success }) => success).length,
		results,
	});
}

/** Every eleventh person is not found, so that both outcomes occur. */
function find(lead: Lead, isPhone: boolean) {
	const success = lead.id % 11 !== 0;
	if (success && isPhone)
		lead.phone_number ||= `+1 202-555-01${String(lead.id % 100).padStart(2, '0')}`;
	if (success && !isPhone) {
		const domain = lead.company.website_url.replace('https://www.', '');
		lead.email ||= `${lead.linkedin_public_id.replace('-', '.')}@${domain}`;
	}
	return { id: lead.id, first_name: lead.first_name, last_name: lead.last_name, success };
}
