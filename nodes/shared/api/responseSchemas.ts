import { z } from 'zod';
import { campaign, field, flag, identifier, integer, prospect, text } from './schemas';

/* Responses to actions that are more than the changed object. As tolerant as the schemas of the
 * objects: an action that was carried out must not fail because its response has an unexpected shape. */

/**
 * The output that this package builds from the response to a deletion
 * (reference, DELETE /api/v1/public/campaigns/{id}/steps/{step_id}/).
 */
export const deletedStep = z.object({
	deleted: z.literal(true),
	step_id: integer,
	campaign_id: integer,
	message: text,
	campaign: field(campaign),
});

/** Extended API, 8.2: the response is not known; with the prospect who was written to. */
export const sentMessage = z.object({ prospect_id: integer }).passthrough();

/** Extended API, 9; with the URL that was sent. */
export const webhookSlot = z
	.object({ webhook_url: text, success: flag, message: text })
	.passthrough();

/** Extended API, 3: of the response only the secret and the prefix are known. */
export const newApiKey = z
	.object({ key: text, prefix: text, api_key_id: field(identifier) })
	.passthrough();

/** Extended API, 3: the response is not known; with the key that was revoked. */
export const revokedApiKey = z.object({ api_key_id: field(identifier) }).passthrough();

/** Extended API, 4.7: a campaign with its numbers. */
export const campaignNumbers = z
	.object({
		id: identifier,
		name: text,
		status: text,
		workspace_id: integer,
		analytics: field(
			z
				.object({
					amount_of_prospects: integer,
					amount_of_emails_sent: integer,
					amount_of_invites_sent: integer,
					amount_of_invites_accepted: integer,
					amount_of_linkedin_messages_sent: integer,
					amount_of_prospects_contacted: integer,
					amount_of_replies: integer,
					amount_of_interested: integer,
					average_reply_time: text,
				})
				.passthrough(),
		),
	})
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

/** Extended API, 6.7: the fields of both modes, then those of only one of them. */
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
