import { z } from 'zod';
import { field, flag, identifier, lead, text } from '../shared/api/schemas';

/** The only kind of event that the service sends (reference, Events). */
export const INCOMING_MESSAGE = 'incoming_message';

/** A message as the trigger outputs it: an item whose fields may all be absent or null. */
export const messageItem = z
	.object({
		id: field(identifier),
		message_id: text,
		message: text,
		sent_by_lead: flag,
		sent_at: text,
		created_at: text,
		updated_at: text,
		campaign: field(z.object({ id: field(identifier), name: text, status: text }).passthrough()),
		lead: field(lead),
	})
	.passthrough();

export type MessageItem = z.infer<typeof messageItem>;

/** A scalar field of a message; null for any other type. */
const value = z.union([z.string(), z.number(), z.boolean()]).nullish().catch(null);

const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullish().catch(null);

/**
 * The fields of an incoming message that this node itself reads (reference, Incoming message).
 *
 * Any of them may be absent, null or of another type than described, and there may be others: the
 * output is always the message as received, never the result of this schema.
 */
export const incomingMessage = z.object({
	id: value,
	message_id: value,
	message: value,
	sent_by_lead: value,
	sent_at: value,
	campaign: part({ id: value, name: value }),
	lead: part({
		id: value,
		first_name: value,
		last_name: value,
		email: value,
		company: part({ name: value }),
	}),
});

export type IncomingMessage = z.infer<typeof incomingMessage>;

/**
 * The unique identifier of a message: `message_id` (reference, Events: Retries), else `id`.
 *
 * @returns a number or non-empty text; `undefined` where the message has neither
 */
export function identifierOf({
	message_id,
	id,
}: Pick<IncomingMessage, 'message_id' | 'id'>): string | number | undefined {
	for (const identifier of [message_id, id]) {
		if (typeof identifier === 'number') return identifier;
		if (typeof identifier === 'string' && identifier !== '') return identifier;
	}
	return undefined;
}
