import { z } from 'zod';

/**
 * The service's objects as they are described (reference, Resources and their fields).
 *
 * An object must have what the package relies on; any other field may be absent, null, or of
 * another type than described, and unknown fields pass through: additions to the service do not
 * break workflows.
 */
export const field = <T extends z.ZodTypeAny>(type: T) => type.nullish().catch(null);

/** An object whose unknown fields pass through. */
export const object = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).passthrough();

export const identifier = z.union([z.number(), z.string()]);

export const text = field(z.string());
export const integer = field(z.number().int());
export const flag = field(z.boolean());
const timestamps = { created_at: text, updated_at: text };

const sendingDay = field(object({ enabled: flag, start: text, end: text }));

const sendingWindowObject = object({
	monday: sendingDay,
	tuesday: sendingDay,
	wednesday: sendingDay,
	thursday: sendingDay,
	friday: sendingDay,
	saturday: sendingDay,
	sunday: sendingDay,
});

export const campaign = object({
	id: identifier,
	name: text,
	status: text,
	timezone: text,
	language: text,
	email_max_messages: integer,
	linkedin_max_messages: integer,
	linkedin_max_connections: integer,
	sending_window: field(sendingWindowObject),
	...timestamps,
});

export const campaignStep = object({
	id: identifier,
	step_type: text,
	subject_line: text,
	message_template: text,
	subject_line_b: text,
	message_template_b: text,
	delay_in_hours: integer,
	add_unsubscribe: flag,
	...timestamps,
});

/** A step as the node outputs it, with the campaign that it was read from. */
export const stepOfCampaign = campaignStep.extend({ campaign_id: integer });

export const leadList = object({
	id: identifier,
	name: text,
	description: text,
	total_prospects: integer,
	status: text,
	...timestamps,
});

export const company = object({
	id: field(identifier),
	name: text,
	linkedin_url: text,
	logo_url: text,
	website_url: text,
	location: text,
	industry: text,
	revenue: text,
	amount_of_employees: text,
});

/** A lead, as described in an incoming message; that lists hold the same is a convention. */
export const lead = object({
	id: field(identifier),
	first_name: text,
	last_name: text,
	profile_picture_url: text,
	linkedin_profile_url: text,
	linkedin_public_id: text,
	job_title: text,
	industry: text,
	headline: text,
	email: text,
	phone_number: text,
	location: text,
	status: text,
	company: field(company),
	custom_fields: field(z.record(z.string(), z.unknown())),
});

/** A lead as the node outputs it, with the list that it was read from. */
export const leadOfList = lead.extend({ lead_list_id: integer });

/** A search result. Its fields are not known, but the ID is needed to add it to lists. */
export const prospect = object({ id: field(identifier) });

/** Analytics of a campaign; only the campaign is known. */
export const analyticsOfCampaign = object({ campaign_id: integer });

/** Extended API, 3: it documents the prefix; the ID is in the paths of the other requests. */
export const apiKey = object({ id: identifier, prefix: text });

/** An object about which nothing is known. */
export const anyObject = object({});

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

/** Extended API, 8.2: the response is not known; with the prospect who got the message. */
export const sentMessage = object({ prospect_id: integer });

/** Extended API, 9; with the URL that was sent. */
export const webhookSlot = object({ webhook_url: text, success: flag, message: text });

/** Extended API, 3: only the secret, which is shown only once, and the prefix are known. */
export const newApiKey = object({ key: z.string().includes('.'), prefix: text });

/** With the key that was replaced. */
export const rotatedApiKey = newApiKey.extend({ api_key_id: text });

/** Extended API, 3: the response is not known; with the key that was revoked. */
export const revokedApiKey = object({ api_key_id: text });

/** Extended API, 6.5. */
export const addedToCampaign = object({
	success: flag,
	count: integer,
	prospects: field(z.array(prospect)),
	warning: text,
});
