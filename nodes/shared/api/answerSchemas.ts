import { z } from 'zod';
import { campaign, field, flag, identifier, integer, prospect, text } from './schemas';

/* What the service answers to an action, where that is more than the changed object. As tolerant as
 * the schemas of the objects: an action that was carried out must not fail on the words about it. */

/** What this package makes of the answer to a deletion (reference, DELETE of a step). */
export const deletedStep = z.object({
	deleted: z.literal(true),
	message: text,
	campaign: field(campaign),
});

/** Extended API, 9; with the URL that was sent. */
export const webhookSlot = z
	.object({ webhook_url: text, success: flag, message: text })
	.passthrough();

/** Extended API, 6.5. */
export const addedToCampaign = z
	.object({
		success: flag,
		count: integer,
		prospects: field(z.array(prospect)),
		warning: text,
	})
	.passthrough();

/** Extended API, 6.7: what both modes answer, then what only one of them does. */
export const enrichment = z
	.object({
		success: flag,
		mode: text,
		enrichment_type: text,
		credits_deducted: integer,
		remaining_credits: integer,
		enriched_count: integer,
		webhook_url: text,
		message: text,
		total_count: integer,
		success_count: integer,
		results: field(
			z.array(
				z
					.object({
						id: field(identifier),
						first_name: text,
						last_name: text,
						success: flag,
					})
					.passthrough(),
			),
		),
	})
	.passthrough();
