import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';
import { isLoopback } from '../shared/api/credentials';
import { systemClock, within, type Clock } from '../shared/api/clock';
import { parseJson } from '../shared/api/responses/json';

const UNSPECIFIED_HOST = /^(0\.0\.0\.0|\[::\])$/;
const PRIVATE_HOST =
	/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cde])|^[^.[]+$|\.(local|internal|lan|home\.arpa)$/;

function isOnInternet(url: URL): boolean {
	return !isLoopback(url) && !PRIVATE_HOST.test(url.hostname);
}

/**
 * Why the service cannot deliver to n8n: it is on the internet, and n8n's webhook URL is a local address.
 *
 * @param origin of the service
 * @param webhookUrl of the node, as n8n reports it
 * @returns the problem and what to do, or `undefined`
 */
export function addressProblem(origin: string, webhookUrl: string): string | undefined {
	const own = new URL(webhookUrl);
	const isLocal = isLoopback(own) || UNSPECIFIED_HOST.test(own.hostname);
	if (!isLocal || !isOnInternet(new URL(origin))) return undefined;
	return `The service at ${origin} cannot deliver to ${own.origin}, an address that only this machine can reach. Set the environment variable N8N_WEBHOOK_URL of n8n (before n8n 2.41 WEBHOOK_URL) to the address under which the internet reaches it, such as https://n8n.example.com/, and restart n8n`;
}

/** n8n's error message for a request that its SSRF protection blocks. */
const REFUSED_BY_N8N = /^The request was blocked because/;

/** @param reason n8n's error message for a failed request to its own address */
export function remedyFor(reason: string | undefined): string {
	return reason !== undefined && REFUSED_BY_N8N.test(reason)
		? 'Its SSRF protection refuses that address: allow it with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES and restart n8n'
		: 'Make that address reachable from n8n itself';
}

const responseSchema = z.object({ statusCode: z.number(), body: z.unknown() });

/**
 * Sends a request to a URL of n8n's own, or of another system that gets messages: without the credential,
 * since the API key is only for the service.
 *
 * @param timeoutMs from the moment it is sent until the whole response is there
 * @throws when there is no response in that time
 */
export async function requestUrl(
	{ helpers }: IHttpRequestHelper,
	options: IHttpRequestOptions,
	timeoutMs: number,
	clock: Clock = systemClock,
): Promise<{ statusCode: number; body?: unknown }> {
	const send = async (abortSignal: AbortSignal): Promise<unknown> =>
		await helpers.httpRequest({
			...options,
			timeout: timeoutMs,
			abortSignal,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		});
	// The HTTP client applies its timeout to idle time only, and some releases of n8n no signal at all.
	const response = await within(clock, timeoutMs, send);
	const { statusCode, body } = responseSchema.parse(response);
	return { statusCode, body: typeof body === 'string' ? parseJson(body)?.value : body };
}

/**
 * What n8n answers where no published workflow has the webhook. It is one of the messages other than "not
 * registered" where n8n's cache still holds the webhook, after a delivery that came while the workflow was being
 * unpublished (n8n 2.41, live-webhooks.js and webhook.service.js).
 */
const NOT_PUBLISHED =
	/\bnot registered\b|^(Active|Published) version not found for workflow\b|^Could not find workflow with id\b/;
const unknownWebhook = z.object({ code: z.literal(404), message: z.string().regex(NOT_PUBLISHED) });

/** Whether a response is n8n's own 404 for a webhook URL that nobody takes deliveries at, as opposed to a proxy's. */
export function isUnknownWebhook(statusCode: number, body: unknown): boolean {
	return statusCode === 404 && unknownWebhook.safeParse(body).success;
}
