/**
 * An n8n that somebody else has started, in place of the pinned one: a container of a newer release,
 * say. It needs this package, and its owner's login.
 */
import { z } from 'zod';
import { process } from '../platform';
import { signIn, type N8nClient, type Owner } from './client';
import { PACKAGE } from './ownNodes';

export interface ExternalN8n {
	/** Origin, without a trailing slash, as n8n names it in the URLs of its webhooks. */
	url: string;
	owner: Owner;
}

const variables = z.object({
	N8N_URL: z
		.string()
		.regex(/^https?:\/\/[^/?#]+\/?$/, 'Expected an address such as http://localhost:5678'),
	N8N_OWNER_EMAIL: z.string().email(),
	N8N_OWNER_PASSWORD: z.string().min(1),
});

/** The n8n that the environment names; none without N8N_URL. */
export function externalN8n(env: NodeJS.ProcessEnv = process.env): ExternalN8n | undefined {
	if (!env.N8N_URL) return undefined;
	const { data, error } = variables.safeParse(env);
	if (!data) {
		const { path, message } = error.issues[0] ?? { path: ['N8N_URL'], message: 'is not usable' };
		throw new Error(
			`${path.join()}: ${message}. With N8N_URL, the tests and the demonstration use the n8n at that address: ` +
				'give the login of its owner in N8N_OWNER_EMAIL and N8N_OWNER_PASSWORD',
		);
	}
	const { N8N_URL, N8N_OWNER_EMAIL: email, N8N_OWNER_PASSWORD: password } = data;
	return { url: new URL(N8N_URL).origin, owner: { email, password } };
}

/** Signs in; throws where that n8n has not got the package. */
export async function openExternalN8n({ url, owner }: ExternalN8n): Promise<N8nClient> {
	const client = await signIn(url, owner);
	const types = await client.nodeTypes();
	if (types.some((name) => name.startsWith(`${PACKAGE}.`))) return client;
	throw new Error(
		`The n8n at ${url} does not have ${PACKAGE}: run "npm ci && npm run build && npm pack", install the file with ` +
			'"npm install --prefix ~/.n8n/nodes --ignore-scripts <file>", and restart it',
	);
}
