import type { IDataObject } from 'n8n-workflow';
import { isDataObject, parseJson, roundedNumberIn } from '../json';
import { integerAdvice, toInteger } from '../integers';
import { trimmed } from '../normalize';
import { expressionsInside, isExpression } from './expressions';
import { FieldReader } from './fieldReader';
import { hasGroupedNumbers } from './groupedNumbers';
import { AS_JSON_ADVICE, expressionGave, jsonProblem } from './invalidValue';
import { firstBraces, firstPlaceholder, placeholderProblem } from './templates';
import {
	formatValue,
	isBlank,
	isInvisible,
	isMissing,
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

const SOME_IDS = 'IDs such as 1042, 1043';

/** The kind of value in a field of a request. `plainText` may be empty, and is then left out. */
export type FieldKind =
	'flag' | 'id' | 'integer' | 'option' | 'plainText' | 'template' | 'text' | 'url';

/** The only place that reads the values of a node: each kind of value, for one item. */
export class Parameters extends FieldReader {
	/** An identifier: a whole number above 0, which may be text. */
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

	/** Identifiers, in any form that {@link toIds} reads; an empty array if there are none. */
	ids(name: string): number[] {
		const value = this.value(name);
		const saved = withoutLocator(this.expressions.saved(name));
		if (isExpression(saved) && hasGroupedNumbers(value, saved, this.expressions.evaluate)) {
			const digits = integerAdvice(value) ?? 'Write each ID in digits alone';
			const advice = `${digits}, or as a list such as 1042, 1043, with a space after each comma`;
			this.refuseValue(name, value, SOME_IDS, advice);
		}
		const ids = isMissing(value) ? [] : toIds(value);
		return ids ?? this.refuseValue(name, value, SOME_IDS, integerAdvice(value));
	}

	readonly flag = this.kind(toFlag, 'true or false');

	/** A web address, complete with its scheme and without gaps. */
	readonly url = this.kind(toWebUrl, 'a full URL, such as https://hooks.example.com/in');

	/** Names given as a list or as comma-separated text; at least one. */
	readonly names = this.kind(toNames, 'at least one name');

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
		const oneOfThem = (value: unknown) => {
			const text = toText(value);
			const isChosen = (candidate: unknown) => String(candidate) === trimmed(text ?? '');
			return text === undefined ? undefined : toText(known.find(isChosen));
		};
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

	/** Text that a person reads as it is, so without placeholders, which no one would fill in. */
	textWithoutPlaceholders(name: string): string {
		const saved = this.expressions.saved(name);
		const isEntered = !isExpression(saved) || firstPlaceholder(saved) !== undefined;
		const text =
			typeof saved === 'string' && isEntered && firstBraces(saved) ? saved : this.filledText(name);
		if (firstBraces(text) !== undefined) {
			this.refuseRequest(
				`${this.label(name)}: expected no placeholders, got ${formatValue(text.replace(/^=/, ''))}`,
				'Placeholders are filled in only in campaign steps. Switch the field to Expression for one such as {{ $json.first_name }}',
			);
		}
		return text;
	}

	/** The text of a field, JSON or not, with its `{{field_name}}` placeholders. */
	rawText(name: string): string {
		const value = this.withPlaceholders(name);
		const text = toText(value);
		return text?.trim() ? text : this.refuseValue(name, value, 'text');
	}

	/**
	 * A JSON object, given as text or as an object; `{}` if it is empty. An expression without a result is
	 * refused: a part of the request would be missing.
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
	 * A JSON object or list, whose `{{field_name}}` placeholders are kept; `{}` if it is empty.
	 *
	 * @returns also its text, if that contains numbers that JavaScript would round
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

	private parsedJson(name: string, value: unknown, expected: string): unknown {
		if (this.isLeftEmpty(name)) return {};
		if (isBlank(value) && this.isExpression(name)) this.refuseValue(name, value, expected);
		if (isMissing(value)) return {};
		if (typeof value !== 'string') return value;
		const problem = jsonProblem(value);
		if (problem === undefined) return sendable(parseJson(value)?.value);
		const result = this.isExpression(name) ? expressionGave(value) : '';
		return this.refuseRequest(`${this.label(name)} is not valid JSON: ${problem}${result}`);
	}

	/** How many elements to return; `undefined` for all of them. */
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
}
