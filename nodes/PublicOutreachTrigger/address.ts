import { isLoopback } from '../shared/api/credentials';

const UNSPECIFIED_HOST = /^(0\.0\.0\.0|\[::\])$/;
const PRIVATE_HOST =
	/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cde])|^[^.[]+$|\.(local|internal|lan|home\.arpa)$/;

function isOnInternet(url: URL): boolean {
	return !isLoopback(url) && !PRIVATE_HOST.test(url.hostname);
}

/**
 * Why the service cannot deliver to n8n: it is on the internet, and n8n names itself by an address
 * of its own machine.
 *
 * @param origin of the service
 * @param webhookUrl of the node, as n8n names it
 * @returns the problem and what to do, in one text, or nothing
 */
export function addressProblem(origin: string, webhookUrl: string): string | undefined {
	const own = new URL(webhookUrl);
	const isLocal = isLoopback(own) || UNSPECIFIED_HOST.test(own.hostname);
	if (!isLocal || !isOnInternet(new URL(origin))) return undefined;
	return `The service at ${origin} cannot deliver to ${own.origin}, an address of this machine alone. Set the environment variable WEBHOOK_URL of n8n to the address under which the internet reaches it, such as https://n8n.example.com/, and restart n8n`;
}
