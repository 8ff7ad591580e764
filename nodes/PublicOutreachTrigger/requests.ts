import type { IHttpRequestHelper, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { isLoopback } from '../shared/credentials';
import { systemClock, within, type Clock } from '../shared/clock';
import { parseJson } from '../shared/json';
import type { Listener } from './plan';
import { normalized, state } from './registry';

const UNSPECIFIED_HOST = /^(0\.0\.0\.0|\[::\])$/;
const PRIVATE_HOST =
	/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cde])|^[^.[]+$|\.(local|internal|lan|home\.arpa)$/;

function isOnInternet(url: URL): boolean {
	return !isLoopback(url) && !PRIVATE_HOST.test(url.hostname);
}

const VARIABLE = 'the environment variable N8N_WEBHOOK_URL of n8n (before n8n 2.41 WEBHOOK_URL)';

/** n8n appends its endpoint, the webhook ID, and the node's path to its address. */
const COMPLETE = /^https?:\/\/[^/]+\/.*[^/]+\/[^/]+\/[^/]+$/i;

/** Whether a webhook URL is a full web address: the setting that n8n builds it from may lack a host, or https://. */
export function isComplete(webhookUrl: string): boolean {
	return COMPLETE.test(webhookUrl) && URL.canParse(webhookUrl);
}

/**
 * Why the service cannot deliver to a webhook URL of n8n.
 *
 * @param origin the service's origin
 * @param webhookUrl the node's webhook URL, as n8n reports it
 * @returns the problem and what to do, or `undefined`
 */
export function addressProblem(origin: string, webhookUrl: string): string | undefined {
	if (!isComplete(webhookUrl)) {
		return `n8n gives this trigger the webhook URL ${webhookUrl}, which is not a full web address. Set ${VARIABLE} to n8n's public URL with https:// before it, such as https://n8n.example.com/, and restart n8n. If N8N_EDITOR_BASE_URL is set, it needs https:// too`;
	}
	const own = new URL(webhookUrl);
	if (own.pathname.split('/').slice(-2).join().includes('%')) {
		return `n8n finds no trigger under ${webhookUrl}, because of the % in it. Rename the trigger so that its name has letters, digits and hyphens alone, or delete it and add it again`;
	}
	const isLocal = isLoopback(own) || UNSPECIFIED_HOST.test(own.hostname);
	if (!isLocal || !isOnInternet(new URL(origin))) return undefined;
	return `The service at ${origin} cannot deliver to ${own.origin}, which only this machine can reach. Set ${VARIABLE} to n8n's public URL, such as https://n8n.example.com/, and restart n8n`;
}

/** Whether n8n's SSRF protection has blocked a request, by its error message. */
export const isRefusedByN8n = (reason: string): boolean =>
	reason.startsWith('The request was blocked because');

/** @param reason why a request to n8n's own address failed */
export function remedyFor(reason = ''): string {
	if (isRefusedByN8n(reason)) {
		return 'Its SSRF protection refuses that address: allow it with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES and restart n8n';
	}
	if (/certificate|self.signed/i.test(reason)) {
		return "Renew the certificate, or have n8n trust its authority with Node's variable NODE_EXTRA_CA_CERTS";
	}
	return /\b(401|403|407)\b/.test(reason)
		? "Allow requests without a login to n8n's webhook URLs there"
		: 'Make that address reachable from n8n itself';
}

const responseSchema = z.object({ statusCode: z.number(), body: z.unknown() });

/** A response, with its body parsed if it is JSON. */
export interface UrlResponse {
	statusCode: number;
	body?: unknown;
}

/**
 * Sends a request to one of n8n's own URLs, or to another system that gets messages, without the credential:
 * the API key is only for the service.
 *
 * @param timeoutMs from the moment it is sent until the whole response is there
 * @throws when there is no response in that time
 */
export async function requestUrl(
	{ helpers }: IHttpRequestHelper,
	options: IHttpRequestOptions,
	timeoutMs: number,
	clock: Clock = systemClock,
): Promise<UrlResponse> {
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
	const response = await within(clock, timeoutMs, send, undefined, 'own request');
	const { statusCode, body } = responseSchema.parse(response);
	return { statusCode, body: typeof body === 'string' ? parseJson(body)?.value : body };
}

const thrown = z
	.object({ message: z.string().catch(''), cause: z.unknown() })
	.catch({ message: '' });

/** Why a request has no response. n8n wraps network errors: the original message is that of the cause. */
export function reasonOf(error: unknown): string {
	const { message, cause } = thrown.parse(error);
	return thrown.parse(cause).message || message || String(error);
}

/**
 * n8n's response if no published workflow has the webhook. It is another message than "not registered" while
 * n8n's cache still holds the webhook, after a delivery that came while the workflow was being unpublished
 * (n8n 2.41, live-webhooks.js and webhook.service.js).
 */
const NOT_PUBLISHED =
	/\bnot registered\b|^(Active|Published) version not found for workflow\b|^Could not find workflow with id\b/;
const unknownWebhook = z.object({ code: z.literal(404), message: z.string().regex(NOT_PUBLISHED) });

/** Whether a 404 is n8n's own "webhook not registered", rather than a proxy's. */
export function isUnknownWebhook({ statusCode, body }: UrlResponse): boolean {
	return statusCode === 404 && unknownWebhook.safeParse(body).success;
}

const incomingSchema = z.object({
	originalUrl: z.string(),
	socket: z.object({
		localAddress: z.string(),
		localPort: z.number(),
		// An n8n that serves https itself is left out: its certificate is for another name.
		encrypted: z.undefined(),
	}),
});

/** Notes the address at which this process listens, from a verified delivery. */
export function noteOwnAddress(context: IWebhookFunctions, isForwarded: boolean): void {
	const { data } = incomingSchema.safeParse(context.getRequestObject());
	if (!data) return;
	const { localAddress, localPort: port } = data.socket;
	const address = localAddress.replace(/^::ffff:/, '');
	const host = address.includes(':') ? `[${address}]` : address;
	const here = `http://${host}:${port}`;
	if (!URL.canParse(here)) return;
	const { pathname } = new URL(data.originalUrl, here);
	const production = normalized(context.getNodeWebhookUrl('default') ?? '');
	const { own } = state;
	const ofEditor = normalized(context.getInstanceBaseUrl()).replace(/\/$/, '');
	const found = new Set([...(own?.bases ?? []), ofEditor]);
	if (production.endsWith(pathname)) found.add(production.slice(0, -pathname.length));
	const bases = [...found].sort((one, other) => other.length - one.length);
	const isDelivery = context.getMode() !== 'manual' && !isForwarded;
	const takesDeliveries = isDelivery || own?.takesDeliveries === true;
	state.own = { host, port, bases, takesDeliveries, works: own?.works ?? {} };
}

/** The request options that reach a listener at this process's own address, if it takes such requests. */
function directly({ kind, url }: Pick<Listener, 'kind' | 'url'>): IHttpRequestOptions | undefined {
	const { own } = state;
	if (!own || (kind === 'published' && !own.takesDeliveries)) return undefined;
	const base = own.bases.find((one) => url.startsWith(`${one}/`));
	const { host, port } = own;
	const here = `http://${host}:${port}`;
	if (base === undefined) return undefined;
	// n8n has no option to send a request past the proxy of HTTP_PROXY, where its secret would be read: here n8n is
	// its own proxy. Node.js and Express take the form of such a request.
	return { url: here + url.slice(base.length), proxy: { protocol: 'http', host, port } };
}

/**
 * Sends a request to a listener of this n8n, at this process's own address or by the public URL: first by the
 * way that worked last, then by the other.
 *
 * @param isFromTrigger whether a response is that of a trigger
 * @throws the error of the request by the public URL
 */
export async function requestListener(
	sender: IHttpRequestHelper,
	listener: Pick<Listener, 'kind' | 'url'>,
	request: Omit<IHttpRequestOptions, 'url'>,
	isFromTrigger: (response: UrlResponse) => boolean,
	timeoutMs: number,
	clock?: Clock,
): Promise<UrlResponse> {
	const { kind, url } = listener;
	const send = async (way: IHttpRequestOptions) =>
		await requestUrl(sender, { ...request, ...way }, timeoutMs, clock);
	const direct = directly(listener);
	const works = state.own?.works;
	if (!direct || !works || direct.url === url) return await send(direct ?? { url });
	/** The response, unless the other way has to be tried as well. */
	const accept = (isDirect: boolean, response?: UrlResponse) => {
		if (!response) return undefined;
		// If this way has not worked before, n8n may not know the webhook because another process has it.
		const isUnpublished = works[kind] === isDirect && isUnknownWebhook(response);
		if (!isUnpublished && !isFromTrigger(response)) return undefined;
		works[kind] = isDirect;
		return response;
	};
	const sendDirectly = async () => accept(true, await send(direct).catch(() => undefined));
	const isFirst = works[kind] !== false;
	const early = isFirst ? await sendDirectly() : undefined;
	if (early) return early;
	const sent = send({ url });
	const late = accept(false, await sent.catch(() => undefined));
	return late ?? (isFirst ? undefined : await sendDirectly()) ?? (await sent);
}
