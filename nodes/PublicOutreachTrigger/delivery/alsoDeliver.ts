import type { IWebhookFunctions } from 'n8n-workflow';
import { pause, systemClock, type Clock } from '../../shared/api/clock';

const TIMEOUT_MS = 15_000;
/** Delays between the attempts, in milliseconds. */
const RETRY_DELAYS_MS = [1_000, 5_000, 25_000];

async function post(
	{ helpers }: IWebhookFunctions,
	url: string,
	contentType: string,
	bytes: Uint8Array,
): Promise<void> {
	await helpers.httpRequest({
		method: 'POST',
		url,
		body: Buffer.from(bytes),
		headers: { 'content-type': contentType || 'application/json' },
		timeout: TIMEOUT_MS,
		encoding: 'text',
		disableFollowRedirect: true,
	});
}

/**
 * Posts a delivery, unchanged, to the user's further URLs, with up to four attempts. Runs in the
 * background and never throws; a failure is logged with the host only, since the rest of such a URL is
 * often a secret.
 */
export async function alsoDeliver(
	context: IWebhookFunctions,
	urls: string[],
	{ contentType, bytes }: { contentType: string; bytes: Uint8Array },
	clock: Clock = systemClock,
): Promise<void> {
	await Promise.all(
		urls.map(async (url) => {
			for (const waitMs of [...RETRY_DELAYS_MS, undefined]) {
				try {
					return await post(context, url, contentType, bytes);
				} catch (error) {
					const status = error instanceof Error && 'httpCode' in error ? error.httpCode : undefined;
					if (waitMs !== undefined) await pause(clock, waitMs);
					else
						context.logger.warn(
							`A message could not be delivered to ${new URL(url).host} as well${status ? ` (${String(status)})` : ''}`,
						);
				}
			}
		}),
	);
}
