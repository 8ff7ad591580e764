/** A value as TypeScript, with the keys unquoted where that is possible: rules look for identifiers. */
export function literalOf(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
	const keyOf = (key: string) => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key));
	return `{ ${entries.map(([key, inner]) => `${keyOf(key)}: ${literalOf(inner)}`).join(',\n')} }`;
}
