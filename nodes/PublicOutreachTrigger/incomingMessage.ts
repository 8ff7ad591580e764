import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isDataObject, isIdentifier, parseJson } from '../shared/api/responses/json';
import { field, flag, identifier, lead, text } from '../shared/api/schemas';
import type { OutputForm, Settings } from './settings';

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

const isScalar = (given: unknown): given is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof given);

/** A scalar field of a message; null for any other type. Each delivery would pay for a union of the three. */
const value = z
	.unknown()
	.optional()
	.transform((given) => (isScalar(given) ? given : null));

/** Fields of an object; all null where it is none. */
function part<Shape extends z.ZodRawShape>(shape: Shape) {
	const type = z.object(shape);
	return type.catch(() => type.parse({}));
}

/**
 * The fields of an incoming message that this node itself reads (reference, Incoming message).
 *
 * Any of them may be absent, null or of another type than described, and there may be others: the
 * output is always the message as received, never the result of this schema.
 */
const incomingMessage = part({
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
		status: value,
		company: part({ name: value }),
	}),
});

export type IncomingMessage = z.infer<typeof incomingMessage>;

/** A request as received, before it is parsed. */
export interface DeliveryRequest {
	contentType: string;
	/** As n8n parsed it, by content type. */
	body: unknown;
	/** As received over the wire. */
	bytes: Uint8Array;
}

/** A parsed delivery. */
export type Delivery =
	| { kind: 'message'; body: IDataObject }
	/** An `incoming_message` event without a message: there is nothing to output. */
	| { kind: 'no-message' }
	/** Another event: accepted and ignored. */
	| { kind: 'other-event' }
	| { kind: 'not-an-object' };

/** A received message. */
export interface Message extends Pick<DeliveryRequest, 'contentType' | 'bytes'> {
	body: IDataObject;
	identity: string;
	/** Whether another trigger of this n8n has forwarded it. */
	isForwarded: boolean;
}

/** The body as JSON. n8n also parses XML and forms into objects, which are not accepted. */
function jsonOf({ contentType, body, bytes }: DeliveryRequest): unknown {
	if (contentType.trim().toLowerCase().startsWith('application/json')) return body;
	return parseJson(new TextDecoder().decode(bytes))?.value;
}

/** Parses a delivery (reference, Events); never throws. */
export function readDelivery(request: DeliveryRequest): Delivery {
	const body = jsonOf(request);
	if (!isDataObject(body)) return { kind: 'not-an-object' };
	if (body.event !== INCOMING_MESSAGE) return { kind: 'other-event' };
	return isDataObject(body.message) ? { kind: 'message', body } : { kind: 'no-message' };
}

/**
 * The unique identifier of a message: `message_id` (reference, Events: Retries), else `id`.
 *
 * @returns a number or non-empty text; `undefined` where the message has neither
 */
export function identifierOf({
	message_id,
	id,
}: Pick<IncomingMessage, 'message_id' | 'id'>): string | number | undefined {
	return [message_id, id].find(isIdentifier);
}

const identifierFields = part({ message_id: value, id: value });

const hash = (kind: string, content: string | Uint8Array) =>
	createHash('sha256').update(`${kind}\n`).update(content).digest('base64url');

/** An item may be the message itself, which has a field of this name as well. */
const messageIn = (json: IDataObject) =>
	json.event === INCOMING_MESSAGE && isDataObject(json.message) ? json.message : json;

/**
 * The deduplication key of a message: its identifier, else the whole message, so that no message is
 * dropped for lacking an identifier that is its own.
 *
 * @param json a delivery's body, or the item that any output makes of it
 * @param bytes of the body as received, if they are known: serializing a deeply nested body could
 * overflow the stack
 * @returns a hash of 43 characters, however long the identifier is
 */
export function identityOf(json: IDataObject, bytes: Uint8Array = new Uint8Array()): string {
	const identifier = identifierOf(identifierFields.parse(messageIn(json)));
	// Of several larger numbers JSON.parse makes the same one.
	const isExact = typeof identifier !== 'number' || Math.abs(identifier) <= Number.MAX_SAFE_INTEGER;
	if (identifier !== undefined && isExact) return hash('identifier', String(identifier));
	return hash('body', bytes.length > 0 ? bytes : JSON.stringify(json));
}

/**
 * What no earlier message may have had, in the process and in n8n's store: the identity of the message, and
 * its lead, where only the first message of a lead is asked for. One that names no lead counts as a first one.
 *
 * @param json as for its identity
 */
export function keysOf(json: IDataObject, identity: string, firstMessageOnly: boolean): string[] {
	const { lead, lead_id } = messageIn(json);
	const id = isDataObject(lead) ? lead.id : lead_id;
	return firstMessageOnly && isIdentifier(id) ? [identity, hash('lead', String(id))] : [identity];
}

/** Which messages start the workflow; none of them changes what other workflows get. */
export type Filters = Pick<
	Settings,
	'messagesFrom' | 'campaignIds' | 'leadStatus' | 'textContains' | 'firstMessageOnly'
>;

const filteredFields = part({
	sent_by_lead: value,
	message: value,
	campaign: part({ id: value }),
	lead: part({ status: value }),
});

const includes = (values: unknown[], value: unknown) =>
	values.length === 0 ||
	values.some((one) => String(one).toLowerCase() === String(value ?? '').toLowerCase());

const contains = (text: string, what: string) => text.toLowerCase().includes(what.toLowerCase());

/** @param body of a delivered message */
export function passesFilters(body: IDataObject, filters: Filters): boolean {
	const { sent_by_lead, campaign, message, lead } = filteredFields.parse(body.message);
	const { messagesFrom, firstMessageOnly, campaignIds, leadStatus, textContains } = filters;
	// Only what a lead sent can be the first of a lead; which one it is, `keysOf` tells.
	if ((messagesFrom === 'leads' || firstMessageOnly) && sent_by_lead !== true) return false;
	return (
		includes(campaignIds, campaign.id) &&
		includes(leadStatus, lead.status) &&
		(textContains === '' || contains(String(message ?? ''), textContains))
	);
}

/**
 * The ten fields that workflows use most, none of them nested; null where the message does not say.
 *
 * @param message as delivered; a field of an unexpected type reads as null
 */
export function simplify(message: unknown): IDataObject {
	const read = incomingMessage.parse(message);
	const { campaign, lead } = read;
	const names = [lead.first_name, lead.last_name].filter((name) => name !== null && name !== '');
	return {
		message_id: identifierOf(read) ?? null,
		message: read.message,
		sent_by_lead: read.sent_by_lead,
		sent_at: read.sent_at,
		campaign_id: campaign.id,
		campaign_name: campaign.name,
		lead_id: lead.id,
		lead_name: names.length > 0 ? names.join(' ') : null,
		lead_email: lead.email,
		company_name: lead.company.name,
	};
}

/**
 * The item's JSON for a delivery.
 *
 * @param body of the delivery, `{ event, message }`; the parts that are output are unchanged
 */
export function toOutput(body: IDataObject, output: OutputForm): IDataObject {
	if (output === 'raw') return body;
	if (output === 'simplified') return simplify(body.message);
	return isDataObject(body.message) ? body.message : body;
}
