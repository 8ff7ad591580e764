import { isDataObject, parseJson } from '../api/answers';

const MAX_SHOWN = 120;

/** A value as an error message repeats it, shortened. */
export function shown(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'nothing';
	const text = JSON.stringify(value) ?? String(value);
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

export function toInteger(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

export function toId(value: unknown): number | undefined {
	// Number() would also take "0x10", "1e3" and "12.0".
	if (typeof value === 'string' && !/^\s*\d+\s*$/.test(value)) return undefined;
	const number = toInteger(value);
	return number !== undefined && number > 0 ? number : undefined;
}

/** Comma-separated text, a JSON array as text, one number, or an array of any of these. */
export function toIds(value: unknown): number[] | undefined {
	const text = typeof value === 'string' ? value.trim() : undefined;
	const parsed = text?.startsWith('[') ? parseJson(text)?.value : undefined;
	const parts =
		parsed ?? (text === undefined ? value : text.split(',').filter((part) => part.trim()));
	const ids = (Array.isArray(parts) ? parts : [parts]).map(toId);
	return ids.every((id) => id !== undefined) ? ids : undefined;
}

export function toText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return ['number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : undefined;
}

export function toFlag(value: unknown): boolean | undefined {
	const text = String(value);
	return text === 'true' || (text === 'false' ? false : undefined);
}

/** A full web address, without the space around it. */
export function toWebUrl(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}

/** What a resource locator points to; any other value is itself. */
export function withoutLocator(value: unknown): unknown {
	return isDataObject(value) && value.__rl === true ? value.value : value;
}
