import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isDataObject, parseJson } from '../api/responses/json';
import type { Query } from '../api/client';
import { NO_EXPRESSIONS, type Expressions } from './expressions';
import { AS_JSON, expressionGave, jsonProblem, OBJECT_AS_TEXT, refusalOf } from './refusals';
import { isExpression } from './templates';
import {
	isBlank,
	toFlag,
	toId,
	toIds,
	toInteger,
	toKeyId,
	toNames,
	toQueryValue,
	toText,
	toWebUrl,
	withoutLocator,
} from './values';

/**
 * Reads single values of a node. An invalid one is refused before any request, with an error that names
 * the field, the value and what was expected.
 */
export class FieldReader {
	/**
	 * @param read the value of a field, with expressions resolved
	 * @param fields descriptions of the fields, for the names and options that the user sees
	 * @param refuse throws the error
	 */
	constructor(
		protected readonly read: (name: string) => unknown,
		private readonly fields: INodeProperties[],
		protected readonly refuse: (message: string, description?: string) => never,
		protected readonly expressions: Expressions = NO_EXPRESSIONS,
		private readonly isChosen: (name: string) => boolean = (name) => read(name) !== undefined,
	) {}

	/** An identifier: a whole number above 0, also as text. */
	id(name: string): number {
		const value = this.read(name);
		return toId(value) ?? this.refuseValue(name, value, 'an ID such as 1042');
	}

	/** An identifier of an API key, as text: whether it is a number or a UUID is not documented. */
	keyId(name: string): string {
		const value = this.read(name);
		const expected = 'the ID of an API key, such as 12 or a UUID';
		return toKeyId(value) ?? this.refuseValue(name, value, expected);
	}

	/** Identifiers, in any form that {@link toIds} reads; an empty array when there are none. */
	ids(name: string): number[] {
		const value = this.read(name);
		if (value === undefined || value === null || value === '') return [];
		const expected = 'IDs such as 1042, 1043';
		return toIds(value) ?? this.refuseValue(name, value, expected);
	}

	/** Text, not empty; numbers are taken as text. */
	text(name: string): string {
		const value = this.read(name);
		const text = toText(value);
		this.refuseObject(name, value, 'Choose a field of the object');
		return text?.trim() ? text : this.refuseValue(name, value, 'text');
	}

	integer(name: string, minimum = 0): number {
		const value = this.read(name);
		const number = toInteger(value);
		const fits = number !== undefined && number >= minimum;
		return fits ? number : this.refuseValue(name, value, `a whole number of at least ${minimum}`);
	}

	/** A whole number that a person entered: a model could fill in an expression. */
	fixedInteger(name: string, minimum: number): number {
		const saved = this.expressions.saved(name);
		if (isExpression(saved)) this.refuseValue(name, saved, 'a number, not an expression');
		return this.integer(name, minimum);
	}

	flag(name: string): boolean {
		const value = this.read(name);
		return toFlag(value) ?? this.refuseValue(name, value, 'true or false');
	}

	/**
	 * A JSON object, as text or as an object; `{}` when it is empty. An expression without a result is
	 * refused: what it was to send would be missing.
	 *
	 * @param expected as in {@link refuseValue}, where an empty expression is refused
	 */
	json(name: string, expected = 'a JSON object, or {} for none'): IDataObject {
		const value = this.read(name);
		if (isBlank(value) && this.isExpression(name) && !this.isFromAi(name)) {
			this.refuseValue(name, value, expected);
		}
		if (value === undefined || value === null || value === '') return {};
		const problem = typeof value === 'string' ? jsonProblem(value) : undefined;
		if (problem === undefined) this.refuseObject(name, value, AS_JSON);
		if (problem !== undefined) {
			const result = this.isExpression(name) ? expressionGave(String(value)) : '';
			this.refuse(`${this.label(name)} is not valid JSON: ${problem}${result}`);
		}
		const parsed = typeof value === 'string' ? parseJson(value)?.value : value;
		return isDataObject(parsed) ? parsed : this.refuseValue(name, parsed, 'a JSON object');
	}

	/** Query parameters, as a JSON object; an array is sent as a repeated parameter. */
	query(name: string): Query {
		const given = Object.entries(this.json(name)).filter(([, value]) => value !== undefined);
		return Object.fromEntries(
			given.map(([key, value]) => [
				key,
				Array.isArray(value) ? value.map(toQueryValue) : toQueryValue(value),
			]),
		);
	}

	/** One of the values that the field offers. */
	option(name: string): string {
		const value = this.read(name);
		const known = this.optionsOf(name).flatMap((option) => ('value' in option ? option.value : []));
		const found = known.find((candidate) => String(candidate) === toText(value));
		return toText(found) ?? this.refuseValue(name, value, `one of ${known.join(', ')}`);
	}

	/** Names given as a list or as comma-separated text; at least one. */
	names(name: string): string[] {
		const value = this.read(name);
		const names = toNames(value) ?? this.refuseValue(name, value, 'a list of names');
		return names.length > 0 ? names : this.refuseValue(name, value, 'at least one');
	}

	/** A web address, complete with its scheme. */
	url(name: string): string {
		const value = this.read(name);
		const expected = 'a full URL, such as https://hooks.example.com/in';
		return toWebUrl(value) ?? this.refuseValue(name, value, expected);
	}

	/** Whether a field of a collection was added; 0, false and "" count as values, and so does an empty expression. */
	has(name: string): boolean {
		return this.isChosen(name);
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

	/** Refuses an object that an expression has put into a text. */
	private refuseObject(name: string, value: unknown, advice: string): void {
		if (!this.isExpression(name) || !toText(value)?.includes(OBJECT_AS_TEXT)) return;
		this.refuse(`${this.label(name)}: an object in it became "${OBJECT_AS_TEXT}"`, advice);
	}

	/** The raw value of a field, for fields with their own format. */
	value(name: string): unknown {
		return this.read(name);
	}

	/**
	 * Refuses a value with an error that names the field, the value and what was expected.
	 *
	 * @param expected as it follows "it needs", such as "an ID such as 1042"
	 * @param advice what else can be done, in the error's description
	 */
	refuseValue(name: string, value: unknown, expected: string, advice?: string): never {
		const origin = this.isFromAi(name)
			? 'model'
			: this.isExpression(name)
				? 'expression'
				: 'person';
		return this.refuse(refusalOf(this.label(name), value, expected, origin), advice);
	}

	/** Refuses the request as a whole. */
	refuseRequest(message: string, description?: string): never {
		return this.refuse(message, description);
	}

	label(name: string): string {
		return this.field(name)?.displayName ?? name;
	}

	private field(name: string): INodeProperties | undefined {
		return this.fields.find((candidate) => candidate.name === name);
	}

	protected optionsOf(name: string) {
		return this.field(name)?.options ?? [];
	}
}
