import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isDataObject, parseJson, roundedNumberIn } from '../json';
import { integerAdvice, isGroupedNumber, toInteger } from '../integers';
import { expressionsInside, isExpression, NO_EXPRESSIONS, type Expressions } from './expressions';
import {
	AS_JSON_ADVICE,
	expressionGave,
	jsonProblem,
	OBJECT_AS_TEXT,
	invalidValueMessage,
} from './invalidValue';
import { isUnclosed } from './braces';
import { GapFinder, isEmptyOnPurpose } from './gaps';
import {
	EXPECT_CLOSED,
	firstBraces,
	firstPlaceholder,
	placeholderProblem,
	protectPlaceholders,
} from './templates';
import {
	formatValue,
	shorten,
	isBlank,
	isInvisible,
	isNothingOfModel,
	sendable,
	toFlag,
	toId,
	toIds,
	toKeyId,
	toNames,
	toText,
	toWebUrl,
	withoutLocator,
} from './values';

const MAY_BE_EMPTY = "If it may be empty, write {{ … || '' }}";

const SOME_IDS = 'IDs such as 1042, 1043';

/** A comma that the expression itself puts between IDs. */
const OWN_SEPARATOR = /\bjoin\s*\(|\}\}\s*[,;]|[,;]\s*\{\{|['"`]\s*[,;]\s*['"`]/;

/**
 * Whether an expression gave numbers with separators of thousands where IDs are expected: a cell with 5,001 is
 * no list of 5 and 1, and "5,001, 5,002" has two.
 */
function hasGroupedNumbers(value: unknown, expression: string): boolean {
	const parts = typeof value === 'string' ? value.split(/[;\n\r]|,\s/) : [];
	const isOwnList = parts.length === 1 && OWN_SEPARATOR.test(expression);
	return !isOwnList && parts.some(isGroupedNumber);
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '';

/** How a field of a request is read; `plainText` may be empty, and is then left out. */
export type FieldKind =
	'flag' | 'id' | 'integer' | 'option' | 'plainText' | 'template' | 'text' | 'url';

/**
 * The only place where the values of a node are read, for one item. An invalid value is refused before
 * any request, with an error that names the field, the value and what was expected.
 */
export class Parameters {
	private readonly values = new Map<string, unknown>();

	/**
	 * @param read the value of a field, with expressions resolved
	 * @param fields descriptions of the fields, for the names and options that the user sees
	 * @param refuseRequest refuses the request as a whole
	 */
	constructor(
		private readonly read: (name: string) => unknown,
		private readonly fields: INodeProperties[],
		readonly refuseRequest: (message: string, description?: string) => never,
		readonly expressions: Expressions = NO_EXPRESSIONS,
		private readonly isChosen: (name: string) => boolean = (name) => read(name) !== undefined,
	) {}

	/** An identifier: a whole number above 0, also as text. */
	id(name: string): number {
		const value = this.value(name);
		const id = toId(value);
		if (id !== undefined) return id;
		const { hint } = this.field(name)?.modes?.find((mode) => mode.name === 'id') ?? {};
		const source = hint === undefined || isBlank(value) ? '' : ` (${hint})`;
		return this.refuseValue(name, value, `an ID such as 1042${source}`, integerAdvice(value));
	}

	/** An identifier of an API key, as text: its form is not documented. */
	readonly keyId = this.kind(toKeyId, 'the ID of an API key');

	/** Identifiers, in any form that {@link toIds} reads; an empty array when there are none. */
	ids(name: string): number[] {
		const value = this.value(name);
		const saved = withoutLocator(this.expressions.saved(name));
		if (isExpression(saved) && hasGroupedNumbers(value, saved)) {
			const digits = integerAdvice(value) ?? 'Write each ID in digits alone';
			const advice = `${digits}, or as a list such as 1042, 1043, with a space after each comma`;
			this.refuseValue(name, value, SOME_IDS, advice);
		}
		const ids = isNothing(value) ? [] : toIds(value);
		return ids ?? this.refuseValue(name, value, SOME_IDS, integerAdvice(value));
	}

	readonly flag = this.kind(toFlag, 'true or false');

	/** A web address, complete with its scheme and without gaps. */
	readonly url = this.kind(toWebUrl, 'a full URL, such as https://hooks.example.com/in');

	/** Names given as a list or as comma-separated text; at least one. */
	readonly names = this.kind(toNames, 'at least one name');

	/**
	 * A kind of value.
	 *
	 * @param convert the value as the operation needs it; `undefined` for one that is refused
	 * @param expected as in {@link refuseValue}
	 * @param advise what else can be said about a value that is refused
	 * @returns what reads a field of this kind, or refuses its value
	 */
	private kind<T>(
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
	 * @param value what the expression gives
	 * @param saved the field as it is saved, or as it was evaluated
	 * @param advice about an object within a text
	 */
	private checked(name: string, value: unknown, saved: unknown, advice?: string): unknown {
		if (isExpression(saved)) {
			this.refuseObject(name, value, advice);
			// A value that is nothing as a whole is for the field to judge.
			if (!isNothing(value)) this.refuseEmptyExpression(name, saved, value);
		}
		return sendable(value);
	}

	integer(name: string, minimum = 0): number {
		const fitting = (value: unknown) => {
			const number = toInteger(value) ?? NaN;
			return number >= minimum ? number : undefined;
		};
		return this.kind(fitting, `a whole number of at least ${minimum}`, integerAdvice)(name);
	}

	/** One of the values that the field offers. */
	option(name: string): string {
		const known = this.optionsOf(name).flatMap((option) => ('value' in option ? option.value : []));
		const oneOfThem = (value: unknown) =>
			toText(known.find((candidate) => String(candidate) === toText(value)));
		return this.kind(oneOfThem, `one of ${known.join(', ')}`)(name);
	}

	/** Text, not empty, without white space around it; numbers and dates are taken as text. */
	text(name: string): string {
		return this.filledText(name).trim();
	}

	/** Text, not empty, as it was entered. */
	private readonly filledText = this.kind(
		(value) => [toText(value)].find((text) => text !== undefined && !isInvisible(text)),
		'text',
	);

	/** Text with `{{field_name}}` placeholders of the service; may be empty. */
	template(name: string): string {
		const value = this.withPlaceholders(name);
		const text = toText(value) ?? this.refuseValue(name, value, 'text');
		this.refuseEmptyText(name, text);
		const problem = placeholderProblem(text);
		return problem === undefined ? text : this.refuseValue(name, text, problem);
	}

	/** A value whose `{{field_name}}` placeholders n8n must not evaluate. */
	private withPlaceholders(name: string, advice?: string): unknown {
		const saved = this.expressions.saved(name);
		if (!isExpression(saved)) return sendable(this.read(name));
		if (isUnclosed(saved)) this.refuseValue(name, saved, EXPECT_CLOSED);
		const expression = protectPlaceholders(saved);
		return this.checked(name, this.expressions.evaluate(expression), expression, advice);
	}

	/** Text that a person reads as it is: without placeholders, which nobody fills in. */
	textWithoutPlaceholders(name: string): string {
		const saved = this.expressions.saved(name);
		const text = isExpression(saved) && firstPlaceholder(saved) ? saved : this.filledText(name);
		if (firstBraces(text) !== undefined) {
			this.refuseRequest(
				`${this.label(name)}: expected no placeholders, got ${formatValue(text.replace(/^=/, ''))}`,
				'Placeholders are filled in only in campaign steps. Switch the field to Expression for one such as {{ $json.first_name }}',
			);
		}
		return text;
	}

	/** Refuses a text that may be empty, but is so by an expression that does not allow it. */
	private refuseEmptyText(name: string, value: unknown): void {
		const saved = this.expressions.saved(name);
		if (!isBlank(value) || !isExpression(saved) || isEmptyOnPurpose(saved)) return;
		this.refuseValue(name, value, 'text', MAY_BE_EMPTY);
	}

	/** Refuses a text of which a part is empty. */
	private refuseEmptyExpression(name: string, expression: string, value: unknown): void {
		const gap = new GapFinder(this.expressions.evaluate).find(expression, value);
		if (gap === undefined) return;
		this.refuseRequest(
			`${this.label(name)}: {{ ${shorten(gap.code.replace(/\s+/g, ' ').trim())} }} ${gap.problem} for this item`,
			`Check the expression. ${MAY_BE_EMPTY}`,
		);
	}

	/**
	 * A JSON object, as text or as an object; `{}` when it is empty. An expression without a result is
	 * refused: what it was to send would be missing.
	 */
	json(name: string, expected = 'a JSON object, or {} for none'): IDataObject {
		const saved = withoutLocator(this.expressions.saved(name));
		const value = this.checked(name, this.read(name), saved, AS_JSON_ADVICE);
		const parsed = this.parsedJson(name, value, expected);
		const rounded = typeof value === 'string' ? roundedNumberIn(value) : undefined;
		if (rounded !== undefined) {
			this.refuseRequest(
				`${this.label(name)}: the number ${rounded} is too long to be kept exactly`,
				`Write it as text: "${rounded}"`,
			);
		}
		return isDataObject(parsed) ? parsed : this.refuseValue(name, parsed, 'a JSON object');
	}

	/**
	 * A JSON object or list, whose `{{field_name}}` placeholders are kept; `{}` when it is empty.
	 *
	 * @returns also its text, where that has numbers that JavaScript would round
	 */
	jsonTemplate(
		name: string,
		expected: string,
	): { json: IDataObject | unknown[]; exactText?: string } {
		const value = this.withPlaceholders(name, AS_JSON_ADVICE);
		const json = this.parsedJson(name, value, expected);
		if (!isDataObject(json) && !Array.isArray(json)) return this.refuseValue(name, json, expected);
		const isExact = typeof value !== 'string' || roundedNumberIn(value) === undefined;
		return isExact ? { json } : { json, exactText: value };
	}

	/** The text of a field, whatever it is, with its `{{field_name}}` placeholders. */
	rawText(name: string): string {
		const value = this.withPlaceholders(name);
		const text = toText(value);
		return text?.trim() ? text : this.refuseValue(name, value, 'text');
	}

	private parsedJson(name: string, value: unknown, expected: string): unknown {
		if (this.isLeftEmpty(name)) return {};
		if (isBlank(value) && this.isExpression(name)) this.refuseValue(name, value, expected);
		if (isNothing(value)) return {};
		if (typeof value !== 'string') return value;
		const problem = jsonProblem(value);
		if (problem === undefined) return sendable(parseJson(value)?.value);
		const result = this.isExpression(name) ? expressionGave(value) : '';
		return this.refuseRequest(`${this.label(name)} is not valid JSON: ${problem}${result}`);
	}

	/** In which way a resource locator is filled in, such as `list` or `id`; `undefined` for another field. */
	mode(name: string): string | undefined {
		const saved = this.expressions.saved(name);
		return isDataObject(saved) ? toText(saved.mode) : undefined;
	}

	/** How many elements to return: `undefined` for all of them. */
	limit(): number | undefined {
		return this.flag('returnAll') ? undefined : this.integer('limit', 1);
	}

	/** The fields of a collection that the user chose. */
	collection(name: string): Parameters {
		const value = this.read(name) ?? {};
		const chosen = isDataObject(value) ? value : this.refuseValue(name, value, 'a set of fields');
		const expressions = expressionsInside(this.expressions, name);
		const fields = this.optionsOf(name).filter((option) => 'type' in option);
		const read = (inner: string) => withoutLocator(chosen[inner]);
		const isChosen = (inner: string) => Object.hasOwn(chosen, inner);
		return new Parameters(read, fields, this.refuseRequest, expressions, isChosen);
	}

	/** Whether a field of a collection was added; 0, false and "" count as values, and so does an empty expression. */
	has(name: string): boolean {
		return this.isChosen(name);
	}

	/** Whether an optional field is used: added, and not left empty by a model, which has to fill in every field. */
	isSet(name: string): boolean {
		if (!this.has(name) || this.isLeftEmpty(name)) return false;
		return this.read(name) !== 0 || !this.isFromAi(name);
	}

	/**
	 * The chosen fields of a collection as the service names them: `emailMaxMessages` is sent as
	 * `email_max_messages`. Fields that were not chosen are left out.
	 */
	body(kinds: Record<string, FieldKind>): IDataObject {
		const body: IDataObject = {};
		for (const [name, kind] of Object.entries(kinds)) {
			const value = this.has(name) ? this.fieldOf(name, kind) : undefined;
			if (value === undefined) continue;
			body[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value;
		}
		return body;
	}

	private fieldOf(name: string, kind: FieldKind): IDataObject[string] {
		const value = this.read(name);
		if (this.isLeftEmpty(name)) return undefined;
		if (kind === 'plainText') {
			this.refuseEmptyText(name, value);
			return value === '' ? undefined : this.textWithoutPlaceholders(name);
		}
		return this[kind](name);
	}

	/** Refuses an update that would change nothing. */
	requireAny(body: IDataObject): void {
		if (Object.keys(body).length === 0) {
			this.refuseRequest('Add at least one field to update (Add Field)');
		}
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

	/** Whether a model, which has to fill in every field, has left this one empty. */
	private isLeftEmpty(name: string): boolean {
		return isNothingOfModel(this.read(name)) && this.isFromAi(name);
	}

	/** Refuses an object that an expression has put into a text. */
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
	 * @param expected as it follows "it needs", such as "an ID such as 1042"
	 * @param advice what else can be done, in the error's description
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

	private field(name: string): INodeProperties | undefined {
		return this.fields.find((candidate) => candidate.name === name);
	}

	private optionsOf(name: string) {
		return this.field(name)?.options ?? [];
	}
}
