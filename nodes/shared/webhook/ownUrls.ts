import { isLoopback } from '../api/credentials';

/** The base address of the n8n that a trigger's URL belongs to; two of them may share a host. */
export function addressOf(url: string): string {
	const { origin, pathname } = new URL(url);
	// n8n appends the endpoint, the webhook ID and the node's path to its base address.
	return `${origin}${pathname.split('/').slice(0, -3).join('/')}`;
}

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
