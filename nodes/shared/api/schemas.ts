import { z } from 'zod';

/**
 * The service's objects as they are described (reference, Resources and their fields).
 *
 * An object must have what the package relies on; any other field may be absent, null, or of
 * another type than described, and unknown fields pass through: additions to the service do not
 * break workflows.
 */
export const field = <T extends z.ZodTypeAny>(type: T) => type.nullish().catch(null);

export const identifier = z.union([z.number(), z.string()]);

export const text = field(z.string());
export const integer = field(z.number().int());
export const flag = field(z.boolean());
const timestamps = { created_at: text, updated_at: text };

const sendingDay = field(z.object({ enabled: flag, start: text, end: text }).passthrough());

export const sendingWindow = z
	.object({
		monday: sendingDay,
		tuesday: sendingDay,
		wednesday: sendingDay,
		thursday: sendingDay,
		friday: sendingDay,
		saturday: sendingDay,
		sunday: sendingDay,
	})
	.passthrough();

export const campaign = z
	.object({
		id: identifier,
		name: text,
		status: text,
		timezone: text,
		language: text,
		email_max_messages: integer,
		linkedin_max_messages: integer,
		linkedin_max_connections: integer,
		sending_window: field(sendingWindow),
		...timestamps,
	})
	.passthrough();

export const campaignStep = z
	.object({
		id: identifier,
		step_type: text,
		subject_line: text,
		message_template: text,
		subject_line_b: text,
		message_template_b: text,
		delay_in_hours: integer,
		add_unsubscribe: flag,
		...timestamps,
	})
	.passthrough();

/** A step as it is output: with the campaign that it was read from. */
export const stepOfCampaign = campaignStep.extend({ campaign_id: integer });

export const leadList = z
	.object({
		id: identifier,
		name: text,
		description: text,
		total_prospects: integer,
		status: text,
		...timestamps,
	})
	.passthrough();

export const company = z
	.object({
		id: field(identifier),
		name: text,
		linkedin_url: text,
		logo_url: text,
		website_url: text,
		location: text,
		industry: text,
		revenue: text,
		amount_of_employees: text,
	})
	.passthrough();

/** Described where it is nested in an incoming message; that lists hold the same is a convention. */
export const lead = z
	.object({
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
	})
	.passthrough();

/** A lead as it is output: with the list that it was read from. */
export const leadOfList = lead.extend({ lead_list_id: integer });

/** A search result; except for the ID, which is used to build lists of IDs, its fields are not known. */
export const prospect = z.object({ id: field(identifier) }).passthrough();

/** Numbers of a campaign, of which only the campaign is known. */
export const analyticsOfCampaign = z.object({ campaign_id: integer }).passthrough();

/** Extended API, 3: it documents the prefix; the ID is in the paths of the other requests. */
export const apiKey = z.object({ id: identifier, prefix: text }).passthrough();

/** An object of which nothing is known. */
export const anyObject = z.object({}).passthrough();
