import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isDataObject, parseJson } from '../shared/api/answers';
import { INCOMING_MESSAGE, incomingMessage } from './incomingMessage';

/** What came in, before anything is known of it. */
export interface DeliveryRequest {
	contentType: string;
	/** As n8n parsed it, by content type. */
	body: unknown;
	/** As it came over the wire. */
	rawBody: unknown;
}

/** A delivery, read. */
export type Delivery =
	| { kind: 'message'; body: IDataObject; bytes: Uint8Array }
	/** Another event than an incoming message: fine, and nothing to do. */
	| { kind: 'other-event' }
	| { kind: 'not-an-object' };

/** n8n leaves the bytes of every body that it reads; it reads none of a multipart form. */
const bytesSchema = z.instanceof(Uint8Array).catch(new Uint8Array());

/** The body as JSON. n8n also makes objects of XML and forms, which are none. */
function jsonOf({ contentType, body }: DeliveryRequest, bytes: Uint8Array): unknown {
	if (contentType.trim().toLowerCase().startsWith('application/json')) return body;
	return parseJson(new TextDecoder().decode(bytes))?.value;
}

/**
 * Reads a delivery (reference, Events): never throws, whatever the body is.
 *
 * An event without a message object has nothing that could be put out, so it counts as another one.
 */
export function readDelivery(request: DeliveryRequest): Delivery {
	const bytes = bytesSchema.parse(request.rawBody);
	const body = jsonOf(request, bytes);
	if (!isDataObject(body)) return { kind: 'not-an-object' };
	const isMessage = body.event === INCOMING_MESSAGE && isDataObject(body.message);
	return isMessage ? { kind: 'message', body, bytes } : { kind: 'other-event' };
}

/** Which messages start the workflow. */
export interface Filters {
	messagesFrom: 'everyone' | 'leads';
	/** No limit when empty. */
	campaignIds: number[];
}

/** @param body of a delivered message */
export function passesFilters(body: IDataObject, { messagesFrom, campaignIds }: Filters): boolean {
	const { sent_by_lead, campaign } = incomingMessage.catch({}).parse(body.message);
	if (messagesFrom === 'leads' && sent_by_lead !== true) return false;
	return campaignIds.length === 0 || campaignIds.map(String).includes(String(campaign?.id));
}
