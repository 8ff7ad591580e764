import { isDataObject } from '../json';
import { partsIn, type BracedPart } from './braces';
import { printedBy, type Logical, type Printed } from './printed';
import { referencesIn, writtenIn } from './references';
import { dateOf, isInvisible } from './values';

/** A part of an expression that has no value for an item. */
export interface Gap {
	/** The part as the user wrote it, such as `$json.first_name`. */
	code: string;
	/** What is wrong with it, as it follows the code in a message: "is empty". */
	problem: string;
}

/** An expression that may print nothing on purpose: `$json.nickname || ''`. */
const EMPTY_ON_PURPOSE =
	/(?:\|\||\?\?|:|(?<![=!<>])=>?|\breturn\b|\bifEmpty\()\s*(?:''|""|``)|\$if(?:Empty)?\([^]*(?:''|""|``)|^=\s*\{\{\s*(?:''|""|``)\s*\}\}\s*$/;

/** What JavaScript and Luxon write for a value that is missing. */
const WORDS = /undefined|null|nan|infinity|invalid date(?:time)?/gi;

const isBlankText = (value: unknown) => typeof value === 'string' && isInvisible(value);

/** Whether an expression says what to do if its data is empty. */
export const isEmptyOnPurpose = (expression: string): boolean => EMPTY_ON_PURPOSE.test(expression);

/** What is wrong with a value that is to be printed; `undefined` if nothing is. */
function problemOf(value: unknown): string | undefined {
	if (value === undefined || value === null || isBlankText(value)) return 'is empty';
	if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'is not a number';
	if (Array.isArray(value)) {
		return value.every((one) => problemOf(one) !== undefined) ? 'is empty' : undefined;
	}
	return dateOf(value)?.isValid === false ? 'is not a valid date' : undefined;
}

/** The words that invalid numbers and dates in a value become. */
function brokenIn(value: unknown): string[] {
	if (typeof value === 'number' && !Number.isFinite(value)) return [String(value)];
	if (Array.isArray(value)) return value.flatMap(brokenIn);
	const date = dateOf(value);
	if (date) return date.isValid ? [] : ['Invalid Date'];
	return isDataObject(value) ? Object.values(value).flatMap(brokenIn) : [];
}

/** All texts in a value, and the words that missing values in it become. */
export function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value === 'number' && !Number.isFinite(value)) return [String(value)];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	const date = dateOf(value);
	if (date) return date.isValid ? [] : ['Invalid Date'];
	return isDataObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

interface PrintedPart extends BracedPart {
	printed: Printed;
}

/** The printed parts of the expressions that were read last: all items of a run have the same expressions. */
const recent = new Map<string, PrintedPart[]>();
const MOST_RECENT = 50;

function printedPartsIn(expression: string): PrintedPart[] {
	const known = recent.get(expression);
	if (known) return known;
	const parts = partsIn(expression).map((part) => ({ ...part, printed: printedBy(part.inside) }));
	if (recent.size === MOST_RECENT) recent.clear();
	recent.set(expression, parts);
	return parts;
}

/**
 * Finds the first gap in what an expression makes: "Hi , thank you", "Hi undefined" or "in NaN days". Each
 * printed reference is evaluated by itself, since its trace in the text is not enough: n8n prints nothing for
 * a missing value, JavaScript prints a word, and the data may contain either as well.
 *
 * - `=Hi {{ $json.first_name }}` and `={{ 'Hi ' + $json.first_name }}` have a gap if there is no name.
 * - `={{ ['Hi', $json.first_name].join(' ') }}` has one as well, because a list that contains texts of the
 *   author is a text. So has `[$json.city, $json.country].join(', ')`, which leaves a comma, and
 *   `$json.tags.join(', ')` with an empty tag; in `[$json.first_name, $json.last_name].join(' ')` one of the two
 *   is enough.
 * - `={{ $json.first_name ? 'Hi ' + $json.first_name : 'Hello' }}` and `=Hi {{ $json.first_name || '' }}` have
 *   none, because the author says what to do; and `={{ $json.text }}` has none if the text is "undefined".
 *
 * A single reference is not evaluated again: the field itself decides whether the value fits.
 *
 * @param expression the expression as it is saved, with its leading `=`
 * @param value its value as a whole
 * @param evaluate gives the value of an expression
 */
export class GapFinder {
	constructor(private readonly evaluate: (expression: string) => unknown) {}

	find(expression: string, value: unknown): Gap | undefined {
		const parts = printedPartsIn(expression);
		const [only] = parts;
		const isWhole = parts.length === 1 && expression.slice(1).trim() === only?.text;
		const gap = isWhole
			? this.gapInWhole(only.printed)
			: this.first(
					parts.map(({ printed }) => printed),
					'part',
				);
		if (gap) return gap;
		if (typeof value === 'number' || !textsIn(value).some((text) => text.match(WORDS))) {
			return undefined;
		}
		for (const { inside } of parts) {
			const made = this.madeWord(inside, isWhole ? value : this.valueOf(inside)?.value);
			if (made) return made;
		}
		return undefined;
	}

	/** The value of the whole is that of the field, which judges it. */
	private gapInWhole(printed: Printed): Gap | undefined {
		const inner = this.gapIn(printed, 'inside');
		if (inner) return inner;
		if (printed.kind === '&&') return this.unmetCondition(printed);
		return printed.kind === 'value' ? this.inJoined(printed) : undefined;
	}

	/** The value of code; `undefined` if it cannot be evaluated by itself. */
	private valueOf(code: string): { value: unknown } | undefined {
		try {
			return { value: this.evaluate(`={{ ${code}\n }}`) };
		} catch {
			return undefined;
		}
	}

	private first(printed: Printed[], role: Role): Gap | undefined {
		for (const one of printed) {
			const gap = this.gapIn(one, role);
			if (gap) return gap;
		}
		return undefined;
	}

	private gapIn(printed: Printed, role: Role): Gap | undefined {
		switch (printed.kind) {
			case 'literal':
				return undefined;
			case 'value':
				return this.gapInValue(printed, role);
			case 'operands':
				return (
					this.first(printed.operands, 'operand') ??
					(printed.isArithmetic ? this.gapAt(printed.code, role) : undefined)
				);
			case 'choice': {
				const condition = this.valueOf(printed.condition);
				const chosen = condition?.value ? printed.chosen : printed.other;
				return condition && this.unlessOnPurpose(printed.code, this.gapIn(chosen, role));
			}
			default:
				return this.unlessOnPurpose(printed.code, this.gapInLogical(printed, role));
		}
	}

	/** No gap if code that says what to do without a value prints nothing, such as `''` that `?? ''` lets pass. */
	private unlessOnPurpose(code: string, gap: Gap | undefined): Gap | undefined {
		if (gap === undefined || !isEmptyOnPurpose(code)) return gap;
		const value = this.valueOf(code)?.value;
		const isList = Array.isArray(value);
		return isBlankText(isList ? String(value) : value) ? undefined : gap;
	}

	private gapInValue(printed: Printed & { kind: 'value' }, role: Role): Gap | undefined {
		// Nothing is printed on purpose, as in `$json.ids ?? []`.
		if (/^\[\s*\]$/.test(printed.code)) return undefined;
		const { inside, written = [] } = printed;
		const inner = this.first(inside, 'inside') ?? this.first(written, 'operand');
		if (inner || role === 'inside') return inner;
		// The author wrote it, and n8n prints nothing for it.
		if (role === 'part' && /^(undefined|null)$/.test(printed.code)) return undefined;
		return this.gapAt(printed.code, role) ?? this.inJoined(printed);
	}

	/** `$json.isVip && ', dear VIP'` prints "false" for all others. */
	private unmetCondition({ code, leftCode, rightCode }: Logical): Gap | undefined {
		const condition = this.valueOf(leftCode)?.value;
		if (condition !== false && condition !== 0) return undefined;
		const isText = typeof this.valueOf(rightCode)?.value === 'string';
		return isText ? { code, problem: `gives "${condition}"` } : undefined;
	}

	private gapInLogical(logical: Logical, role: Role): Gap | undefined {
		const { kind, code, left, leftCode, right } = logical;
		const value = this.valueOf(leftCode)?.value;
		const isLeft = kind === '??' ? value !== undefined && value !== null : Boolean(value);
		if (kind === '&&') {
			const unmet = role === 'inside' ? undefined : this.unmetCondition(logical);
			if (unmet) return unmet;
			// `$json.name && ', ' + $json.name`: nothing is printed without a name, on purpose.
			if (!isLeft) return role === 'operand' && value !== '' ? this.gapAt(code, role) : undefined;
			return this.gapIn(right, role);
		}
		if (isLeft) return this.gapIn(left, role);
		const gap = this.gapIn(right, role);
		return gap && right.kind === 'value' ? { ...gap, code } : gap;
	}

	private gapAt(code: string, role: Role): Gap | undefined {
		if (role === 'inside') return undefined;
		const result = this.valueOf(code);
		// A part of a text that throws is printed as nothing; code inside a part would have made the whole throw.
		if (result === undefined) return role === 'part' ? { code, problem: 'is empty' } : undefined;
		const problem = problemOf(result.value);
		if (problem === undefined) return undefined;
		if (isBlankText(result.value) && isEmptyOnPurpose(code)) return undefined;
		return this.emptyReferenceIn(code) ?? { code, problem };
	}

	private inJoined({ joined }: Printed & { kind: 'value' }): Gap | undefined {
		const list = joined && this.valueOf(joined.code)?.value;
		if (!joined || !Array.isArray(list) || isEmptyOnPurpose(joined.code)) return undefined;
		const isEmpty = problemOf(list) !== undefined;
		// An element that the author left out is no gap.
		const hasGap =
			joined.showsGaps &&
			list.some((one) => problemOf(one) !== undefined) &&
			referencesIn(joined.code).length > 0;
		if (!isEmpty && !hasGap) return undefined;
		const problem = isEmpty ? 'is empty' : 'has an empty element';
		return this.emptyReferenceIn(joined.code) ?? { code: joined.code, problem };
	}

	/** The first reference in code that has no value. */
	private emptyReferenceIn(code: string): Gap | undefined {
		for (const reference of referencesIn(code)) {
			const result = this.valueOf(reference);
			const problem = result && problemOf(result.value);
			if (problem !== undefined) return { code: reference, problem };
		}
		return undefined;
	}

	/** A word for a missing value in the result of code, if neither the code's own texts nor its data contain it. */
	private madeWord(code: string, value: unknown): Gap | undefined {
		const words = textsIn(value).flatMap((text) => text.match(WORDS) ?? []);
		const isJson = /\bJSON\s*\.\s*stringify\b|\.\s*toJsonString\b/.test(code);
		const suspects = words.filter((word) => {
			const lower = word.toLowerCase();
			return !(lower === 'null' && isJson) && !(lower === 'nan' && word !== 'NaN');
		});
		if (suspects.length === 0) return undefined;
		const references = referencesIn(code).map((reference) => this.valueOf(reference)?.value);
		const known = [...writtenIn(code), ...references.flatMap(textsIn)];
		const isKnown = (word: string) =>
			word === 'NaN'
				? known.some((text) => text.includes(word))
				: known.some((text) => text.toLowerCase().includes(word.toLowerCase()));
		// The text "NaN" in the data is a word; a number that is NaN is a gap.
		const isBroken = (word: string) => references.flatMap(brokenIn).includes(word);
		const broken = brokenIn(value).find((word) => !isBroken(word));
		const made = broken ?? suspects.find((word) => !isKnown(word));
		if (made === undefined) return undefined;
		return this.emptyReferenceIn(code) ?? { code, problem: `gives "${made}"` };
	}
}

/** Whether code is a part of a text, an operand, or inside a value that is judged as a whole. */
type Role = 'part' | 'operand' | 'inside';
