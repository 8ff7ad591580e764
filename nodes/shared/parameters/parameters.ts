import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isDataObject, parseJson } from '../api/responses/json';
import { toInteger } from '../integers';
import { expressionsInside, isExpression, NO_EXPRESSIONS, type Expressions } from './expressions';
import {
	AS_JSON,
	expressionGave,
	FOR_ALL,
	jsonProblem,
	OBJECT_AS_TEXT,
	refusalOf,
} from './refusals';
import {
	CLOSED,
	firstBraces,
	firstPlaceholder,
	gapIn,
	isUnclosed,
	placeholderProblem,
	protectPlaceholders,
} from './templates';
import {
	formatValue,
	isBlank,
	toFlag,
	toId,
	toIds,
	toKeyId,
	toNames,
	toText,
	toWebUrl,
	withoutLocator,
} from './values';

const SOME_IDS = 'IDs such as 1042, 1043';

const isNothing = (value: unknown) => value === undefined || value === null || value === '';

/** How a field of a request is read; `plainText` may be empty, and is then left out. */
export type FieldKind =
	'flag' | 'id' | 'ids' | 'integer' | 'option' | 'plainText' | 'template' | 'text' | 'url';

/**
 * The only place where the values of a node are read, for one item. An invalid value is refused before
 * any request, with an error that names the field, the value and what was expected.
 */
export class Parameters {
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
		const value = this.read(name);
		const id = toId(value);
		if (id !== undefined) return id;
		const { hint } = this.field(name)?.modes?.find((mode) => mode.name === 'id') ?? {};
		const source = hint === undefined || isBlank(value) ? '' : ` (${hint})`;
		return this.refuseValue(name, value, `an ID such as 1042${source}`);
	}

	/** An identifier of an API key, as text: its form is not documented. */
	readonly keyId = this.kind(toKeyId, 'the ID of an API key');

	/** Identifiers, in any form that {@link toIds} reads; an empty array when there are none. */
	readonly ids = this.kind((value) => (isNothing(value) ? [] : toIds(value)), SOME_IDS);

	readonly flag = this.kind(toFlag, 'true or false');

	/** A web address, complete with its scheme and without gaps. */
	url(name: string): string {
		const url = this.kind(toWebUrl, 'a full URL, such as https://hooks.example.com/in')(name);
		this.refuseGap(name);
		return url;
	}

	/** Names given as a list or as comma-separated text; at least one. */
	readonly names = this.kind(toNames, 'at least one name');

	/**
	 * A kind of value.
	 *
	 * @param convert the value as the operation needs it; `undefined` for one that is refused
	 * @param expected as in {@link refuseValue}
	 * @returns what reads a field of this kind, or refuses its value
	 */
	private kind<T>(convert: (value: unknown) => T | undefined, expected: string) {
		return (name: string): T => {
			const value = this.value(name);
			return convert(value) ?? this.refuseValue(name, value, expected);
		};
	}

	/** The raw value of a field, for fields with their own format. */
	value(name: string): unknown {
		const value = this.read(name);
		this.refuseObject(name, value, 'Choose a field of the object');
		return value;
	}

	integer(name: string, minimum = 0): number {
		const fitting = (value: unknown) => {
			const number = toInteger(value) ?? NaN;
			return number >= minimum ? number : undefined;
		};
		return this.kind(fitting, `a whole number of at least ${minimum}`)(name);
	}

	/** One of the values that the field offers. */
	option(name: string): string {
		const known = this.optionsOf(name).flatMap((option) => ('value' in option ? option.value : []));
		const oneOfThem = (value: unknown) =>
			toText(known.find((candidate) => String(candidate) === toText(value)));
		return this.kind(oneOfThem, `one of ${known.join(', ')}`)(name);
	}

	/** Text, not empty; numbers are taken as text. */
	text(name: string): string {
		const filled = (value: unknown) => [toText(value)].find((text) => text?.trim());
		return this.kind(filled, 'text')(name);
	}

	/** Text with `{{field_name}}` placeholders of the service; may be empty. */
	template(name: string): string {
		const saved = this.expressions.saved(name);
		if (isExpression(saved) && isUnclosed(saved)) this.refuseValue(name, saved, CLOSED);
		const value = isExpression(saved)
			? this.expressions.evaluate(protectPlaceholders(saved))
			: this.read(name);
		const text = toText(value) ?? this.refuseValue(name, value, 'text');
		this.refuseObject(name, text, 'Choose a field of the object');
		if (text.trim() !== '') this.refuseGap(name);
		const problem = placeholderProblem(text);
		return problem === undefined ? text : this.refuseValue(name, text, problem);
	}

	/** Text that a person reads as it is: without placeholders, which nobody fills in, and without gaps. */
	textWithoutPlaceholders(name: string): string {
		const saved = this.expressions.saved(name);
		const text = isExpression(saved) && firstPlaceholder(saved) ? saved : this.text(name);
		if (firstBraces(text) !== undefined) {
			this.refuseRequest(
				`${this.label(name)}: expected no placeholders, got ${formatValue(text.replace(/^=/, ''))}`,
				'Placeholders are filled in only in campaign steps. Switch the field to Expression for one such as {{ $json.first_name }}',
			);
		}
		this.refuseGap(name);
		return text;
	}

	/** Refuses an expression in a text where a part of it is empty. */
	private refuseGap(name: string): void {
		const saved = this.expressions.saved(name);
		if (!isExpression(saved)) return;
		const gap = gapIn(protectPlaceholders(saved), this.expressions.evaluate);
		if (gap === undefined) return;
		this.refuseRequest(
			`${this.label(name)}: ${gap} is empty for this item`,
			`Check the expression. Where nothing may stand there, write {{ … || '' }}`,
		);
	}

	/**
	 * A JSON object, as text or as an object; `{}` when it is empty. An expression without a result is
	 * refused: what it was to send would be missing.
	 */
	json(name: string, expected = 'a JSON object, or {} for none'): IDataObject {
		const value = this.read(name);
		if (isBlank(value) && this.isExpression(name) && !this.isFromAi(name)) {
			this.refuseValue(name, value, expected);
		}
		if (isNothing(value)) return {};
		const problem = typeof value === 'string' ? jsonProblem(value) : undefined;
		if (problem === undefined) this.refuseObject(name, value, AS_JSON);
		else {
			const result = this.isExpression(name) ? expressionGave(String(value)) : '';
			this.refuseRequest(`${this.label(name)} is not valid JSON: ${problem}${result}`);
		}
		const parsed = typeof value === 'string' ? parseJson(value)?.value : value;
		return isDataObject(parsed) ? parsed : this.refuseValue(name, parsed, 'a JSON object');
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
		if (kind !== 'ids' && this.isLeftEmpty(name)) return undefined;
		if (kind === 'plainText') return value === '' ? undefined : this.textWithoutPlaceholders(name);
		// The service takes no IDs for all: what should select a few would select everybody.
		if (kind === 'ids' && this.ids(name).length === 0) {
			this.refuseValue(name, value, SOME_IDS, FOR_ALL);
		}
		return this[kind](name);
	}

	/** Refuses an update that would change nothing. */
	requireAny(body: IDataObject): void {
		if (Object.keys(body).length === 0) {
			this.refuseRequest('Choose at least one field to update with Add Field');
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
	isLeftEmpty(name: string): boolean {
		return isBlank(this.read(name)) && this.isFromAi(name);
	}

	/** Refuses an object that an expression has put into a text. */
	private refuseObject(name: string, value: unknown, advice: string): void {
		if (!this.isExpression(name) || !toText(value)?.includes(OBJECT_AS_TEXT)) return;
		this.refuseRequest(`${this.label(name)}: an object in it became "${OBJECT_AS_TEXT}"`, advice);
	}

	/**
	 * Refuses a value with an error that names the field, the value and what was expected.
	 *
	 * @param expected as it follows "it needs", such as "an ID such as 1042"
	 * @param advice what else can be done, in the error's description
	 */
	refuseValue(name: string, value: unknown, expected: string, advice?: string): never {
		const byExpression = this.isExpression(name) ? 'expression' : 'person';
		const origin = this.isFromAi(name) ? 'model' : byExpression;
		return this.refuseRequest(refusalOf(this.label(name), value, expected, origin), advice);
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

/** The value, or `undefined` for an invalid item, which is refused when it is executed. */
export function readable<T>(params: Parameters, read: (params: Parameters) => T): T | undefined {
	try {
		return read(params);
	} catch {
		return undefined;
	}
}
