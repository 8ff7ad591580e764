import { crypto } from '../platform';
import { Rejection } from './response';
import type { Settings } from './options';
import { timestamp } from './objects';
import type { StoredApiKey } from './objects';
import { takeId } from './state';
import type { State } from './state';

/** The user that `apiKeys` belongs to and whose slot is `webhookUrl`. */
export const DEFAULT_USER = 'default';

/** Every user by name, with the keys that the options give them. */
function configuredKeys({ apiKeys, users }: Settings): Record<string, string[]> {
	return { [DEFAULT_USER]: apiKeys, ...users };
}

/**
 * Makes the stored keys those of the options: a key that stays keeps its id, one that is no longer
 * given is gone, and so is whatever was created over the API.
 */
export function applyConfiguredKeys(state: State, settings: Settings): void {
	const former = state.apiKeys;
	state.apiKeys = Object.entries(configuredKeys(settings)).flatMap(([user, keys]) =>
		keys.map((key, index) => {
			const kept = former.find((stored) => stored.user === user && stored.key === key);
			return kept ?? newKey(state, user, key, `Key ${index + 1}`);
		}),
	);
}

/** A key `<prefix>.<secret>` of a user: all keys of a user share that user's one webhook. */
export function newKey(state: State, user: string, key: string, name: string): StoredApiKey {
	return { id: takeId(state), user, key, name, revoked: false, created_at: timestamp() };
}

/** The first valid key of the default user; '' where there is none. */
export function ownKey({ apiKeys }: State): string {
	return apiKeys.find(({ user, revoked }) => user === DEFAULT_USER && !revoked)?.key ?? '';
}

/** A new random key. */
export function randomKey(): string {
	return `${crypto.randomBytes(4).toString('hex')}.${crypto.randomBytes(16).toString('hex')}`;
}

/**
 * Reference, Authentication 3 and Errors; the texts: extended API, 2.4, that for an invalid key by
 * convention.
 */
export function authenticate({ apiKeys }: State, key: string): StoredApiKey {
	if (key === '') {
		const body = { error: 'Missing API key', message: 'Provide X-API-Key header' };
		throw new Rejection({ status: 401, body });
	}
	const stored = apiKeys.find((candidate) => candidate.key === key && !candidate.revoked);
	if (!stored) throw new Rejection({ status: 401, body: { error: 'Invalid API key' } });
	return stored;
}

/** The names of all users, the default one first. */
export function userNames({ settings }: { settings: Settings }): string[] {
	return Object.keys(configuredKeys(settings));
}

/** A user's webhook URL; null and '' both mean disabled (reference, Events). */
export function webhookUrlOf({ state }: { state: State }, user: string): string | null {
	return user === DEFAULT_USER ? state.webhookUrl : (state.otherWebhookUrls[user] ?? null);
}

export function setWebhookUrl({ state }: { state: State }, user: string, url: string | null): void {
	if (user === DEFAULT_USER) state.webhookUrl = url;
	else state.otherWebhookUrls[user] = url;
}

/** A key as the API returns it, without the secret. */
export function keyView({ id, name, key, revoked, created_at }: StoredApiKey) {
	return { id, name, prefix: prefixOf(key), revoked, created_at };
}

type Headers = Record<string, string | string[] | undefined>;

/** The first half of `<prefix>.<secret>`; '' for text that is no key, because all of it may be secret. */
export function prefixOf(key: string): string {
	const dot = key.indexOf('.');
	return dot > 0 ? key.slice(0, dot) : '';
}

export function keyOf(headers: Headers): string {
	const value = headers['x-api-key'];
	return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Headers with the key redacted, except for its prefix (reference, Authentication 2). */
export function maskedHeaders(headers: Headers): Record<string, string> {
	const masked: Record<string, string> = {};
	for (const [name, value] of Object.entries(headers)) {
		if (value === undefined) continue;
		const text = Array.isArray(value) ? value.join(', ') : value;
		masked[name] = name === 'x-api-key' ? maskedKey(text) : text;
	}
	return masked;
}

function maskedKey(key: string): string {
	const prefix = prefixOf(key);
	return prefix === '' ? '***' : `${prefix}.***`;
}
