import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { isDataObject } from './json';
import { toInteger } from './integers';
import { trimmed } from './normalize';
import { sentences } from './sentences';

export const CREDENTIAL_TYPE = 'publicOutreachApi';

/** A checked `publicOutreachApi` credential. */
export interface ApiCredentials {
	/** Scheme, host and port, without a trailing slash: the only place that the key is ever sent to. */
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

/** A key with the quotes of JSON, a spreadsheet or an article around it. */
const IN_QUOTES = /^(["'`]).*\1$|^[\u201c\u201e\u2018\u00ab].*[\u201d\u201c\u2019\u00bb]$/;

/** What is wrong with a value that is no API key. The text does not show the value, which may be a secret. */
function keyProblem(key: string): string {
	if (/^bearer\s/i.test(key)) return 'API Key: Enter the key without Bearer, prefix.secret';
	if (IN_QUOTES.test(key)) return 'API Key: Enter the key without quotes, prefix.secret';
	const flaw = /\s/.test(key) ? 'with a space in between' : 'that are not a full key';
	const kind = key.includes('.') ? flaw : 'without a dot';
	const shown = key === '' ? 'empty' : `${key.length} characters ${kind}`;
	return `API Key is ${shown}: enter the full key, prefix.secret; the service later shows only the part before the dot`;
}

/** @returns whether a URL points to this machine, so that `http` is acceptable */
export function isLoopback(url: URL): boolean {
	return LOOPBACK_HOST.test(url.hostname);
}

function baseUrlProblem(url: URL): string | undefined {
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
		return 'expected https:// (http:// is accepted for localhost only)';
	}
	if (url.username !== '' || url.password !== '') {
		return 'expected no user name or password in it';
	}
	if (!TOLERATED_PATHS.includes(url.pathname.replace(/\/+$/, '')) || url.search || url.hash) {
		return 'enter only https://host, without a path';
	}
	return undefined;
}

/** A text that looks like an address; anything else may be a key that was pasted into the wrong field. */
const ADDRESS = /^(https?:\/\/|localhost\b|[\w-]+(\.[\w-]+)*\.[a-z]{2,10}([:/]|$))/i;

function describeUrl(text: string, url?: URL): string {
	if (text === '') return 'is empty';
	if (url?.password) return 'is a URL with a password';
	return url || ADDRESS.test(text) ? `is "${text}"` : 'This is not a web address';
}

/** Text without white space around it; a missing value reads as empty. */
const enteredText = z.string().catch('').transform(trimmed);

const baseUrl = enteredText.transform((text, context) => {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const problem = url ? baseUrlProblem(url) : 'expected a full URL, such as https://api.seleqt.ai';
	if (url && problem === undefined) return url.origin;
	const flaw = describeUrl(text, url);
	const message = flaw.startsWith('is ')
		? `Base URL ${flaw}: ${problem}`
		: `Base URL: ${flaw}. Enter one such as https://api.seleqt.ai`;
	context.addIssue({ code: 'custom', message });
	return z.NEVER;
});

const keyField = enteredText.superRefine((key, context) => {
	if (!API_KEY.test(key) || IN_QUOTES.test(key))
		context.addIssue({ code: 'custom', message: keyProblem(key) });
});

const requestsPerMinute = z.unknown().transform((given = DEFAULT_REQUESTS_PER_MINUTE, context) => {
	const number = toInteger(given) ?? 0;
	if (number >= 1) return number;
	const message = `Requests per Minute is ${JSON.stringify(given)}: expected a whole number of at least 1`;
	context.addIssue({ code: 'custom', message });
	return z.NEVER;
});

const credentialSchema = z.object({ baseUrl, apiKey: keyField, requestsPerMinute });

/**
 * Validates a decrypted credential before it is used.
 *
 * @param raw the decrypted credential data, `{ baseUrl, apiKey, requestsPerMinute? }`
 * @returns the credential with its base URL reduced to the origin, or a message that names the field, its
 * value (unless it is the key) and what was expected
 */
export function checkCredentials(raw: unknown): CheckedCredentials {
	const result = credentialSchema.safeParse(isDataObject(raw) ? raw : {});
	if (!result.success) {
		const problems = result.error.issues.map(({ message }) => message);
		return { valid: false, problem: sentences(problems) };
	}
	const { baseUrl: origin, ...rest } = result.data;
	return { valid: true, credentials: { origin, ...rest } };
}

/**
 * Reads and checks the node's credential.
 *
 * @throws NodeOperationError that names the field and what was expected, before anything is sent
 */
export async function credentialsOf(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
): Promise<ApiCredentials> {
	const checked = checkCredentials(await context.getCredentials(CREDENTIAL_TYPE));
	if (checked.valid) return checked.credentials;
	throw new NodeOperationError(context.getNode(), checked.problem, {
		description: 'Open the credential "Public Outreach API" of this node and correct it',
		failure: { cause: 'credential-invalid' },
	});
}
