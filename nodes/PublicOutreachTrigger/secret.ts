import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiCredentials } from '../shared/credentials';

/** Name of the query parameter that carries a registration's secret. */
export const SECRET_PARAMETER = 'secret';

const SECRET_BYTES = 24;

/** The tolerated clock difference between two n8n processes. */
const PROOF_VALID_MS = 300_000;

function sha256(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

/**
 * Compares in constant time, whatever the lengths and wherever the difference is.
 *
 * @param given untrusted input: anything but text is not the secret
 */
export function isSameSecret(given: unknown, expected: string): boolean {
	return typeof given === 'string' && timingSafeEqual(sha256(given), sha256(expected));
}

type Purpose = 'register' | 'state';

/** Signs with the listener's ID, not its URL: processes may know n8n under different addresses. */
function sign(purpose: Purpose, apiKey: string, listenerId: string, subject: string): string {
	return createHmac('sha256', apiKey)
		.update(`${purpose}\n${listenerId}\n${subject}`)
		.digest('base64url');
}

/** 32 random characters, the time in base 36, and a signature of both. */
const SECRET_FORM = /^([\w-]{32}([0-9a-z]{9}))([\w-]{43})$/;

/**
 * A new secret for a registration.
 *
 * Deliveries are compared with the whole secret in n8n's static data. The signature is needed while static
 * data is outdated: n8n stores it only after the registration, an execution may write an older state back,
 * and no message must be refused because of that.
 *
 * @param listenerId the listener that the secret belongs to
 * @param now milliseconds since the epoch
 * @returns 84 URL-safe characters
 */
export function newSecret(apiKey: string, listenerId: string, now: number): string {
	const time = now.toString(36).padStart(9, '0');
	const subject = `${randomBytes(SECRET_BYTES).toString('base64url')}${time}`;
	return `${subject}${sign('register', apiKey, listenerId, subject)}`;
}

/** When a secret was created, in milliseconds since the epoch; `undefined` for any other value. */
function timeOf(secret: unknown): number | undefined {
	const time = typeof secret === 'string' ? SECRET_FORM.exec(secret)?.[2] : undefined;
	return time === undefined ? undefined : Number.parseInt(time, 36);
}

/** Whether a value looks like a secret created after the stored one, or like any secret if none is stored. */
export function isLater(given: unknown, stored: string | undefined): given is string {
	const time = timeOf(given);
	return time !== undefined && time > (timeOf(stored) ?? -Infinity);
}

/** Whether a secret was created with this key for this listener. */
export function isOwnSecret(given: string, apiKey: string, listenerId: string): boolean {
	const [, subject = '', , signature] = SECRET_FORM.exec(given) ?? [];
	return isSameSecret(signature, sign('register', apiKey, listenerId, subject));
}

function signProof(
	{ apiKey }: ApiCredentials,
	listenerId: string,
	body: string,
	madeAt: string,
): string {
	return sign('state', apiKey, listenerId, `${madeAt}\n${body}`);
}

/**
 * A proof that the sender knows the API key, without sending it; valid for one listener, one body and a few
 * minutes.
 *
 * @param now milliseconds since the epoch
 */
export function makeProof(
	credentials: ApiCredentials,
	listenerId: string,
	body: string,
	now: number,
): string {
	return `${now}.${signProof(credentials, listenerId, body, String(now))}`;
}

/** Whether a proof was created with this key, for this listener and body, within the last minutes. */
export function verifyProof(
	given: unknown,
	credentials: ApiCredentials,
	listenerId: string,
	body: string,
	now: number,
): boolean {
	if (typeof given !== 'string') return false;
	const [madeAt = '', signature] = given.split('.');
	const isRecent = Math.abs(now - Number(madeAt)) <= PROOF_VALID_MS;
	return isRecent && isSameSecret(signature, signProof(credentials, listenerId, body, madeAt));
}
