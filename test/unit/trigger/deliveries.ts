import { exampleDelivery } from '../../../dev/exampleDelivery';
import type { http } from '../../../dev/platform';
import type { Setup } from './support';
import type { TriggerNode } from './triggerNode';

/** The example delivery with another message ID. */
export const message = (message_id: string) => ({
	event: 'incoming_message',
	message: { ...exampleDelivery.message, message_id },
});

/** A delivery of a message with these fields alone. */
export const messageOf = (fields: object) => ({
	event: 'incoming_message',
	message: { sent_by_lead: true, ...fields },
});

/** Whether a request within n8n is for this trigger, published or in a test. */
export const isFor =
	({ node }: TriggerNode) =>
	({ url = '' }: http.IncomingMessage) =>
		url.includes(`/${node.webhookId}/`);

/** Whether a request is a command of one trigger to another, rather than a delivery. */
export const isCommand = ({ headers }: http.IncomingMessage) =>
	'x-public-outreach-proof' in headers;

/** @param headers beside the content type */
export async function post(
	url: string,
	body: unknown,
	type = 'application/json',
	headers: Record<string, string> = {},
) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': type, ...headers },
		body: text,
	});
	return { status: response.status, body: await response.text() };
}

/** Publishes a trigger and returns what delivers to it. */
export async function published(setup: Setup, trigger: TriggerNode) {
	await setup.publish(trigger);
	const url = setup.simulator.webhookUrl ?? '';
	return async (body: unknown, type?: string) => await post(url, body, type);
}
