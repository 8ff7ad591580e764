import type { INodeProperties } from 'n8n-workflow';
import { isDataObject } from '../json';
import { isExpression, NO_EXPRESSIONS, type Expressions } from './expressions';
import { invalidValueMessage, OBJECT_AS_TEXT } from './invalidValue';
import { isUnclosed, partsIn } from './braces';
import { GapFinder, isEmptyOnPurpose } from './gaps';
import { EXPECT_CLOSED, protectPlaceholders } from './templates';
import {
	isBlank,
	isMissing,
	isNothingOfModel,
	sendable,
	shorten,
	toText,
	withoutLocator,
} from './values';

const MAY_BE_EMPTY = "If it may be empty, write {{ … || '' }}";

/**
 * The values of a node's fields for one item, as the user or an AI model entered them: whether they are set, and
 * what their expressions give. An invalid value is refused before any request, with an error that names the field,
 * the value and what was expected.
 */
export class FieldReader {
	private readonly values = new Map<string, unknown>();

	/**
	 * @param read returns the value of a field, with expressions resolved
	 * @param fields descriptions of the fields, for the names and options that the user sees
	 * @param refuseRequest refuses the request as a whole
	 */
	constructor(
		protected readonly read: (name: string) => unknown,
		private readonly fields: INodeProperties[],
		readonly refuseRequest: (message: string, description?: string) => never,
		readonly expressions: Expressions = NO_EXPRESSIONS,
		private readonly isChosen: (name: string) => boolean = (name) => read(name) !== undefined,
	) {}

	/**
	 * The value of a field, for fields with their own format. A text that an expression made is refused if a
	 * part of it is empty ({@link GapFinder}), or is an object.
	 */
	value(name: string): unknown {
		if (!this.values.has(name)) {
			const saved = withoutLocator(this.expressions.saved(name));
			this.values.set(name, this.checked(name, this.read(name), saved));
		}
		return this.values.get(name);
	}

	/**
	 * Declares a kind of value.
	 *
	 * @param convert gives the value as the operation needs it; `undefined` if it is refused
	 * @param expected as in {@link refuseValue}
	 * @param advise gives further advice about a refused value
	 * @returns a function that reads a field of this kind, or refuses its value
	 */
	protected kind<T>(
		convert: (value: unknown) => T | undefined,
		expected: string,
		advise: (value: unknown) => string | undefined = () => undefined,
	) {
		return (name: string): T => {
			const value = this.value(name);
			return convert(value) ?? this.refuseValue(name, value, expected, advise(value));
		};
	}

	/**
	 * @param value the value of the expression
	 * @param saved the field as it is saved, or the expression that was evaluated instead
	 * @param advice about an object within a text
	 */
	protected checked(name: string, value: unknown, saved: unknown, advice?: string): unknown {
		this.refuseGaps(name, value, saved, advice);
		return sendable(value);
	}

	/** Refuses texts with a gap, and fixed texts with an expression, also in the rows of a collection. */
	private refuseGaps(name: string, value: unknown, saved: unknown, advice?: string): void {
		if (isExpression(saved)) {
			this.refuseObject(name, value, advice);
			// The field itself judges a value that is missing as a whole.
			if (!isMissing(value)) this.refuseEmptyExpression(name, saved, value);
			return;
		}
		if (typeof saved === 'string') this.refuseFixedExpression(name, saved);
		if (typeof saved !== 'object' || typeof value !== 'object' || !saved || !value) return;
		const values = new Map<string, unknown>(Object.entries(value));
		for (const [key, one] of Object.entries(saved)) this.refuseGaps(name, values.get(key), one);
	}

	/** A value whose `{{field_name}}` placeholders n8n must not evaluate. */
	protected withPlaceholders(name: string, advice?: string): unknown {
		const saved = this.expressions.saved(name);
		if (!isExpression(saved)) return sendable(this.read(name));
		if (isUnclosed(saved)) this.refuseValue(name, saved, EXPECT_CLOSED);
		const expression = protectPlaceholders(saved);
		return this.checked(name, this.expressions.evaluate(expression), expression, advice);
	}

	/** Whether a field of a collection was added, even if its value is 0, false, "" or an empty expression. */
	has(name: string): boolean {
		return this.isChosen(name);
	}

	/** Whether an optional field is used: added, and not left empty by an AI model, which has to fill in every field. */
	isSet(name: string): boolean {
		if (!this.has(name) || this.isLeftEmpty(name)) return false;
		return this.read(name) !== 0 || !this.isFromAi(name);
	}

	/** The mode of a resource locator, such as `list` or `id`; `undefined` for another field. */
	mode(name: string): string | undefined {
		const saved = this.expressions.saved(name);
		return isDataObject(saved) ? toText(saved.mode) : undefined;
	}

	/** Whether the field holds an expression. */
	isExpression(name: string): boolean {
		return isExpression(withoutLocator(this.expressions.saved(name)));
	}

	/** Whether an AI model fills in the field, or one of the fields of a collection. */
	isFromAi(name: string): boolean {
		const saved = this.expressions.saved(name);
		return /"=[^"]*\$fromAI\b/i.test(JSON.stringify(saved) ?? '');
	}

	/** Whether an AI model, which has to fill in every field, left this one empty. */
	protected isLeftEmpty(name: string): boolean {
		return isNothingOfModel(this.read(name)) && this.isFromAi(name);
	}

	/** Refuses an empty text, although the field allows it, if an expression gave it by mistake. */
	protected refuseEmptyText(name: string, value: unknown): void {
		const saved = this.expressions.saved(name);
		if (!isBlank(value) || !isExpression(saved) || isEmptyOnPurpose(saved)) return;
		this.refuseValue(name, value, 'text', MAY_BE_EMPTY);
	}

	/** Refuses a text if a part of its expression is empty. */
	private refuseEmptyExpression(name: string, expression: string, value: unknown): void {
		const gap = new GapFinder(this.expressions.evaluate).find(expression, value);
		if (gap === undefined) return;
		this.refuseRequest(
			`${this.label(name)}: {{ ${shorten(gap.code.replace(/\s+/g, ' ').trim())} }} ${gap.problem} for this item`,
			`Check the expression. ${MAY_BE_EMPTY}`,
		);
	}

	/** Refuses a fixed text with an expression: n8n would send `{{ $json.name }}` as it is. */
	private refuseFixedExpression(name: string, text: string): void {
		const part = partsIn(text).find(({ inside }) => inside.includes('$'));
		if (part === undefined || this.field(name)?.noDataExpression) return;
		const problem = `n8n does not evaluate ${shorten(part.text)} in a fixed value`;
		this.refuseRequest(`${this.label(name)}: ${problem}`, 'Switch the field to Expression');
	}

	/** Refuses a text into which an expression has put an object. */
	private refuseObject(
		name: string,
		value: unknown,
		advice = 'Choose a field of the object',
	): void {
		if (typeof value !== 'string' || !value.includes(OBJECT_AS_TEXT)) return;
		const problem = `contains an object, which turned into "${OBJECT_AS_TEXT}"`;
		this.refuseRequest(`${this.label(name)} ${problem}`, advice);
	}

	/**
	 * Refuses a value with an error that names the field, the value and what was expected.
	 *
	 * @param expected what the field needs, as it follows "it needs": "an ID such as 1042"
	 * @param advice what to do, in the error's description
	 */
	refuseValue(name: string, value: unknown, expected: string, advice?: string): never {
		const byExpression = this.isExpression(name) ? 'expression' : 'person';
		const enteredBy = this.isFromAi(name) ? 'model' : byExpression;
		return this.refuseRequest(
			invalidValueMessage(this.label(name), value, expected, enteredBy),
			advice,
		);
	}

	/** The field's name as the user sees it. */
	label(name: string): string {
		return this.field(name)?.displayName ?? name;
	}

	protected field(name: string): INodeProperties | undefined {
		return this.fields.find((candidate) => candidate.name === name);
	}

	protected optionsOf(name: string) {
		return this.field(name)?.options ?? [];
	}
}
