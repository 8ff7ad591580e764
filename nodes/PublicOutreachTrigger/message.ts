import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isDataObject, isIdentifier, parseJson } from '../shared/json';
import { field, flag, identifier, lead, text } from '../shared/api/schemas';
import { comparable } from '../shared/normalize';
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

/**
 * A text, number or boolean in a message (reference, Incoming message). Any field may be absent, null or of
 * an unexpected type: it then reads as null. The output is the message as received.
 */
function scalarAt(message: unknown, ...path: string[]): string | number | boolean | null {
	let value: unknown = message;
	for (const name of path) value = isDataObject(value) ? value[name] : undefined;
	if (typeof value === 'string' || typeof value === 'number') return value;
	return typeof value === 'boolean' ? value : null;
}

/** A request as received, before it is parsed. */
interface DeliveryRequest {
	contentType: string;
	/** The body as n8n parsed it, by its content type. */
	body: unknown;
	/** The body as received over the wire. */
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

/**
 * The body as JSON, whatever its content type: if n8n has not parsed it as JSON, it is read from the bytes.
 * n8n also parses XML and forms into objects, which are not accepted.
 */
function jsonOf({ contentType, body, bytes }: DeliveryRequest): unknown {
	const isParsed = /^application\/json(;|$)/i.test(contentType);
	// n8n also gives an empty object for a body that it has not parsed.
	if (isParsed && isDataObject(body) && Object.keys(body).length > 0) return body;
	return bytes.length > 0 ? parseJson(new TextDecoder().decode(bytes))?.value : isParsed && body;
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
 * @returns a number or non-empty text; `undefined` if the message has neither
 */
export function identifierOf(message: unknown): string | number | undefined {
	return [scalarAt(message, 'message_id'), scalarAt(message, 'id')].find(isIdentifier);
}

const hash = (kind: string, content: string | Uint8Array) =>
	createHash('sha256').update(`${kind}\n`).update(content).digest('base64url');

/** The message in an item, or the item itself: a message has a field `message` as well. */
const messageIn = (json: IDataObject) =>
	json.event === INCOMING_MESSAGE && isDataObject(json.message) ? json.message : json;

/**
 * The deduplication key of a message: its identifier, else the whole message, so that no message is dropped
 * because it has no identifier.
 *
 * @param json a delivery's body, or the item that any output makes of it
 * @param bytes the body as received, if known: serializing a deeply nested body could overflow the stack
 * @returns a hash of 43 characters, however long the identifier is
 */
export function identityOf(json: IDataObject, bytes: Uint8Array = new Uint8Array()): string {
	const identifier = identifierOf(messageIn(json));
	// JSON.parse turns several larger numbers into the same one.
	const isExact = typeof identifier !== 'number' || Math.abs(identifier) <= Number.MAX_SAFE_INTEGER;
	if (identifier !== undefined && isExact) return hash('identifier', String(identifier));
	return hash('body', bytes.length > 0 ? bytes : JSON.stringify(json));
}

/**
 * The keys that must be new, in the process and in n8n's store: the identity of the message and, if only the
 * first message of a lead is wanted, its lead. A message that names no lead counts as the first one.
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

/** Whether a value is among the chosen ones, regardless of case; without any, all values pass. */
const isChosen = (chosen: Array<string | number>, value: string | number | boolean | null) =>
	chosen.length === 0 ||
	chosen.some((one) => String(one).toLowerCase() === String(value ?? '').toLowerCase());

/**
 * Whether a text contains another, regardless of case and of how apostrophes, accents and spaces are stored.
 * Every text contains an empty one.
 */
function containsText(text: string, part: string): boolean {
	const ignoreCase = true;
	return comparable(text, { ignoreCase }).includes(comparable(part, { ignoreCase }));
}

/** @param body the body of a delivered message */
export function passesFilters({ message }: IDataObject, filters: Filters): boolean {
	const { messagesFrom, firstMessageOnly, campaignIds, leadStatus, textContains } = filters;
	const isFromLead = scalarAt(message, 'sent_by_lead') === true;
	// Only a message from a lead can be the first of that lead; `keysOf` recognizes which one is.
	if ((messagesFrom === 'leads' || firstMessageOnly) && !isFromLead) return false;
	const text = String(scalarAt(message, 'message') ?? '');
	return (
		isChosen(campaignIds, scalarAt(message, 'campaign', 'id')) &&
		isChosen(leadStatus, scalarAt(message, 'lead', 'status')) &&
		containsText(text, textContains)
	);
}

/**
 * The ten fields that workflows use most, none of them nested; null if the message does not have one.
 *
 * @param message as delivered; a field of an unexpected type reads as null
 */
export function simplify(message: unknown): IDataObject {
	const at = (...path: string[]) => scalarAt(message, ...path);
	const all = [at('lead', 'first_name'), at('lead', 'last_name')];
	const names = all.filter((name) => name !== null && name !== '');
	return {
		message_id: identifierOf(message) ?? null,
		message: at('message'),
		sent_by_lead: at('sent_by_lead'),
		sent_at: at('sent_at'),
		campaign_id: at('campaign', 'id'),
		campaign_name: at('campaign', 'name'),
		lead_id: at('lead', 'id'),
		lead_name: names.length > 0 ? names.join(' ') : null,
		lead_email: at('lead', 'email'),
		company_name: at('lead', 'company', 'name'),
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
