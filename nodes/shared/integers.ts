import { trimmed } from './normalize';

/** Digits alone; a spreadsheet may add ".0". */
const INTEGER = /^(?:0|[1-9]\d*)(?:\.0+)?$/;

/** Groups of three digits, with any separator in use: 5,001 and 5.001 and 5 001; also 5,001.00. */
const GROUPED = /^(\d{1,3}(?:([.,'\u2019\p{Zs}])\d{3})+)(?:(?!\2)[.,]0+)?$/u;

/** Whether a text may be one number with separators of thousands, such as "5,001" or "1.000". */
export function isGroupedNumber(text: string): boolean {
	return GROUPED.test(trimmed(text));
}

/**
 * The only reader of entered whole numbers, in fields and in the credential. Text is read only if it can mean
 * just one number: "5001" and "5001.0" are 5001. "1.000" is 1 in one country and 1000 in another, so it is
 * not read, and neither are "5,001", "1e3", "0x10" and "001".
 *
 * @returns `undefined` for everything else
 */
export function toInteger(value: unknown): number | undefined {
	const text = typeof value === 'string' ? trimmed(value) : undefined;
	const isWritten = text === undefined || (INTEGER.test(text) && !isGroupedNumber(text));
	const number = text === undefined ? value : Number(text);
	return isWritten && typeof number === 'number' && Number.isSafeInteger(number)
		? number
		: undefined;
}

/** How to write a number that {@link toInteger} does not read; `undefined` if no whole number was meant. */
export function integerAdvice(value: unknown): string | undefined {
	if (typeof value !== 'string' || toInteger(value) !== undefined) return undefined;
	const text = trimmed(value);
	const [, groups] = GROUPED.exec(text) ?? [];
	const meant = Number(groups?.replace(/\D/g, '') ?? (text || NaN));
	return Number.isSafeInteger(meant) && meant >= 0
		? `Write it in digits alone, such as ${meant}`
		: undefined;
}
