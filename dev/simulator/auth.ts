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

export function maskedKey(key: string): string {
	const prefix = prefixOf(key);
	return prefix === '' ? '***' : `${prefix}.***`;
}
