import { z } from 'zod';
import { sentences } from './errors/sentences';

/** A checked `publicOutreachApi` credential. */
export interface ApiCredentials {
	/** Scheme, host and port, without a trailing slash: the only place the key is ever sent to. */
	origin: string;
	apiKey: string;
	/** The key's rate limit (reference, Limits: 50 by default). */
	requestsPerMinute: number;
}

export type CheckedCredentials =
	{ valid: true; credentials: ApiCredentials } | { valid: false; problem: string };

const DEFAULT_REQUESTS_PER_MINUTE = 50;
const LOOPBACK_HOST = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const TOLERATED_PATHS = ['', '/api', '/api/v1'];

/** Only visible ASCII is allowed in a header; the dot separates prefix and secret (reference, Authentication 2). */
const API_KEY = /^[\x21-\x2d\x2f-\x7e]+\.[\x21-\x7e]+$/;

/** What is wrong with a value that is no API key, in words that do not show it. */
function flawOf(key: string): string {
	if (!key.includes('.')) return 'without a dot';
	return /\s/.test(key) ? 'with a space among them' : 'that do not form one';
}

/** @returns whether a URL leads to this machine, where `http` is acceptable */
export function isLoopback(url: URL): boolean {
	return LOOPBACK_HOST.test(url.hostname);
}

function baseUrlProblem(url: URL): string | undefined {
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
		return 'expected https:// (http:// is accepted for this machine alone)';
	}
	if (url.username !== '' || url.password !== '') {
		return 'expected no user name or password in it';
	}
	if (!TOLERATED_PATHS.includes(url.pathname.replace(/\/+$/, '')) || url.search || url.hash) {
		return 'expected the origin of the service alone, such as https://api.example.com';
	}
	return undefined;
}

/** Looks like an address; anything else may be a key that was pasted into the wrong field. */
const ADDRESS = /^(https?:\/\/|localhost\b|[\w-]+(\.[\w-]+)*\.[a-z]{2,10}([:/]|$))/i;

function describeUrl(text: string, url?: URL): string {
	if (text === '') return 'empty';
	if (url?.password) return 'a URL with a password';
	return url || ADDRESS.test(text) ? `"${text}"` : `${text.length} characters that are no address`;
}

const baseUrl = z.string().transform((given, context) => {
	const text = given.trim();
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const problem = url
		? baseUrlProblem(url)
		: 'expected a full URL, such as https://api.example.com';
	if (url && problem === undefined) return url.origin;
	context.addIssue({
		code: 'custom',
		message: `Base URL is ${describeUrl(text, url)}: ${problem}`,
	});
	return z.NEVER;
});

const apiKey = z
	.string()
	.transform((given) => given.trim())
	.superRefine((key, context) => {
		if (API_KEY.test(key)) return;
		// The value itself must not be shown: whatever was pasted may be a secret.
		const shown = key === '' ? 'empty' : `${key.length} characters ${flawOf(key)}`;
		const advice = 'the prefix that the dashboard shows is only the part before the dot';
		context.addIssue({
			code: 'custom',
			message: `API Key is ${shown}: expected the whole key, prefix.secret; ${advice}`,
		});
	});

const requestsPerMinute = z.unknown().transform((given = DEFAULT_REQUESTS_PER_MINUTE, context) => {
	const number = Number(given);
	if (Number.isInteger(number) && number >= 1) return number;
	const message = `Requests per Minute is ${JSON.stringify(given)}: expected a whole number of at least 1`;
	context.addIssue({ code: 'custom', message });
	return z.NEVER;
});

const anyFields = z.record(z.string(), z.unknown()).catch({});

const credentialSchema = z.object({ baseUrl, apiKey, requestsPerMinute });

/**
 * Validates a decrypted credential before it is used.
 *
 * @param raw the decrypted credential data, `{ baseUrl, apiKey, requestsPerMinute? }`
 * @returns the credential with its base URL reduced to the origin, or a message that names the field,
 * its value (never the key's) and what was expected
 */
export function checkCredentials(raw: unknown): CheckedCredentials {
	const given = anyFields.parse(raw);
	const result = credentialSchema.safeParse({ baseUrl: '', apiKey: '', ...given });
	if (!result.success) {
		const problems = result.error.issues.map(({ message }) => message);
		return { valid: false, problem: sentences(problems) };
	}
	const { baseUrl: origin, ...rest } = result.data;
	return { valid: true, credentials: { origin, ...rest } };
}
