import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';
import { systemClock, unlessAborted, type Clock } from '../shared/api/clock';
import { parseJson } from '../shared/api/responses/json';

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
	const deadline = clock.deadline(timeoutMs);
	const sending = helpers.httpRequest({
		...options,
		timeout: timeoutMs,
		abortSignal: deadline,
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	});
	// The HTTP client applies its timeout to idle time only, and some releases of n8n no signal at all.
	const response: unknown = await unlessAborted(sending, deadline);
	const { statusCode, body } = responseSchema.parse(response);
	return { statusCode, body: typeof body === 'string' ? parseJson(body)?.value : body };
}

const unknownWebhook = z.object({ code: z.literal(404), message: z.string() });

/** Whether a response is n8n's own 404 for an unknown webhook URL, as opposed to a proxy's. */
export function isUnknownWebhook(statusCode: number, body: unknown): boolean {
	return statusCode === 404 && unknownWebhook.safeParse(body).success;
}
