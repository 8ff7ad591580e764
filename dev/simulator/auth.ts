import { Refusal } from './answer';

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

/** Headers as they may be shown: the key is a secret but for its prefix (reference: Authentication 2). */
export function maskedHeaders(headers: Headers): Record<string, string> {
	const masked: Record<string, string> = {};
	for (const [name, value] of Object.entries(headers)) {
		if (value === undefined) continue;
		const text = Array.isArray(value) ? value.join(', ') : value;
		masked[name] = name === 'x-api-key' ? maskedKey(text) : text;
	}
	return masked;
}

export function maskedKey(key: string): string {
	const prefix = prefixOf(key);
	return prefix === '' ? '***' : `${prefix}.***`;
}

/** Reference: Authentication 3 and Errors; the texts follow extended-api §2.4, the invalid one is convention. */
export function authenticate(key: string, validKeys: string[]): void {
	if (key === '') {
		const body = { error: 'Missing API key', message: 'Provide X-API-Key header' };
		throw new Refusal({ status: 401, body });
	}
	if (!validKeys.includes(key)) {
		throw new Refusal({ status: 401, body: { error: 'Invalid API key' } });
	}
}
