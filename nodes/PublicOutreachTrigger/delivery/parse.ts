import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isDataObject, parseJson } from '../../shared/api/responses/json';
import { INCOMING_MESSAGE, incomingMessage } from '../incomingMessage';
import type { Settings } from '../settings';

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

const bytesSchema = z.instanceof(Uint8Array).catch(new Uint8Array());

/**
 * The bytes of a body. For versions of a node above 1 n8n reads only those whose content type it parses
 * (n8n 2.41, webhook-helpers.js).
 *
 * @returns none where they cannot be read, such as a multipart form, which n8n has consumed: an error
 * thrown by webhook() would start a failed execution
 */
export async function bytesOf(request: object): Promise<Uint8Array> {
	const isUnread = !('rawBody' in request) || request.rawBody === undefined;
	if (isUnread && 'readRawBody' in request && typeof request.readRawBody === 'function') {
		await Promise.resolve(request.readRawBody()).catch(() => undefined);
	}
	return bytesSchema.parse('rawBody' in request ? request.rawBody : undefined);
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

/** Which messages start the workflow; none of them changes what other workflows get. */
export type Filters = Pick<
	Settings,
	'messagesFrom' | 'campaignIds' | 'leadStatus' | 'textContains' | 'firstMessageOnly'
>;

const filteredFields = incomingMessage
	.pick({ sent_by_lead: true, campaign: true, message: true, lead: true })
	.catch({});

const includes = (values: unknown[], value: unknown) =>
	values.length === 0 ||
	values.some((one) => String(one).toLowerCase() === String(value).toLowerCase());

/** @param body of a delivered message */
export function passesFilters(body: IDataObject, filters: Filters): boolean {
	const { sent_by_lead, campaign, message, lead } = filteredFields.parse(body.message);
	const { messagesFrom, firstMessageOnly, campaignIds, leadStatus, textContains } = filters;
	// Only what a lead sent can be the first of a lead; which one it is, `keysOf` tells.
	if ((messagesFrom === 'leads' || firstMessageOnly) && sent_by_lead !== true) return false;
	return (
		includes(campaignIds, campaign?.id) &&
		includes(leadStatus, lead?.status) &&
		String(message ?? '')
			.toLowerCase()
			.includes(textContains.toLowerCase())
	);
}
