import { isGroupedNumber } from '../integers';
import { partsIn } from './braces';
import { textsIn } from './gaps';
import { printedBy } from './printed';
import { referencesIn, writtenIn } from './references';

/** What separates IDs, and never stands within a number. */
const BETWEEN_IDS = /[;\n\r]|,\s/;

/** A separator in code or text that does not stand within a number. */
const SEPARATOR = /(?<!\d)[,;\n\r]|[,;\n\r](?!\d)/;

/** Whether an expression itself puts separators between values, outside or inside of its code. */
function hasSeparator(expression: string): boolean {
	let between = expression;
	for (const { text, inside } of partsIn(expression)) {
		between = between.replace(text, '');
		const isWritten = writtenIn(inside).some((written) => SEPARATOR.test(written));
		if (isWritten || /\bjoin\s*\(/.test(inside)) return true;
	}
	return SEPARATOR.test(between);
}

/** The texts that an expression puts together: the elements of a list before `.join()`, or its data. */
function textsOf(expression: string, evaluate: (expression: string) => unknown): string[] {
	const codes = partsIn(expression).flatMap(({ inside }) => {
		const printed = printedBy(inside);
		const joined = printed.kind === 'value' ? printed.joined : undefined;
		return joined ? [joined.code] : referencesIn(inside);
	});
	return codes.flatMap((code) => {
		try {
			return textsIn(evaluate(`={{ ${code}\n }}`));
		} catch {
			// It cannot be evaluated by itself, such as the parameter of a function.
			return [];
		}
	});
}

/** The numbers with separators of thousands in a text, also as `#5,123`. */
const numbersIn = (text: string) =>
	text
		.split(BETWEEN_IDS)
		.map((part) => part.replace(/^\D+|\D+$/g, ''))
		.filter(isGroupedNumber);

/**
 * Whether an expression gave numbers with separators of thousands instead of IDs: a cell with 5,001 is not a
 * list of 5 and 1, and "5,001, 5,002" has two numbers. A comma that the expression itself puts between IDs
 * separates them, as in `{{ $json.a }},{{ $json.b }}`; one that a cell already has does not.
 *
 * @param value what the expression gave
 * @param evaluate gives the value of an expression
 */
export function hasGroupedNumbers(
	value: unknown,
	expression: string,
	evaluate: (expression: string) => unknown,
): boolean {
	if (typeof value !== 'string') return false;
	const parts = value.split(BETWEEN_IDS);
	const isOwnList = parts.length === 1 && hasSeparator(expression);
	if (!isOwnList) return parts.some(isGroupedNumber);
	return textsOf(expression, evaluate)
		.flatMap(numbersIn)
		.some((number) => value.includes(number));
}
