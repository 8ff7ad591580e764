import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isDataObject, parseJson } from '../api/answers';
import { expressionsInside, NO_EXPRESSIONS, type Expressions } from './expressions';
import {
	CLOSED,
	isExpression,
	isUnclosed,
	placeholderProblem,
	protectPlaceholders,
} from './templates';
import { shown, toFlag, toId, toIds, toInteger, toText, toWebUrl, withoutLocator } from './values';

/** How a value that a user gave is read. */
export type Kind =
	'text' | 'template' | 'integer' | 'flag' | 'id' | 'ids' | 'json' | 'option' | 'url';

/**
 * The one place where the values of a node are read. Each is refused before any request with an
 * error that names the field, the value and what was expected.
 */
export class Parameters {
	/**
	 * @param read the value of a field, with expressions resolved
	 * @param fields descriptions of the fields, for the names and options that the user sees
	 * @param refuse throws the error
	 */
	constructor(
		private readonly read: (name: string) => unknown,
		private readonly fields: INodeProperties[],
		private readonly refuse: (message: string, description?: string) => never,
		private readonly expressions: Expressions = NO_EXPRESSIONS,
		private readonly isChosen: (name: string) => boolean = (name) => read(name) !== undefined,
	) {}

	/** An identifier: a whole number above 0, also as text. */
	id(name: string): number {
		const value = this.read(name);
		return toId(value) ?? this.refuseValue(name, value, 'a whole number above 0, such as 1042');
	}

	/** Identifiers given as comma-separated text, a number or an array; empty when nothing is given. */
	ids(name: string): number[] {
		const value = this.read(name);
		if (value === undefined || value === null || value === '') return [];
		const expected = 'whole numbers above 0, such as 1042, 1043';
		return toIds(value) ?? this.refuseValue(name, value, expected);
	}

	/** Text, not empty; numbers are taken as text. */
	text(name: string): string {
		const value = this.read(name);
		const text = toText(value);
		return text?.trim() ? text : this.refuseValue(name, value, 'a text');
	}

	integer(name: string, minimum = 0): number {
		const value = this.read(name);
		const number = toInteger(value);
		const fits = number !== undefined && number >= minimum;
		return fits ? number : this.refuseValue(name, value, `a whole number of at least ${minimum}`);
	}

	flag(name: string): boolean {
		const value = this.read(name);
		return toFlag(value) ?? this.refuseValue(name, value, 'true or false');
	}

	/** A JSON object, as text or as an object; `{}` when nothing is given. */
	json(name: string): IDataObject {
		const value = this.read(name);
		if (value === undefined || value === null || value === '') return {};
		const parsed = typeof value === 'string' ? parseJson(value)?.value : value;
		return isDataObject(parsed) ? parsed : this.refuseValue(name, value, 'a JSON object');
	}

	/** One of the values that the field offers. */
	option(name: string): string {
		const value = this.read(name);
		const known = this.optionsOf(name).flatMap((option) => ('value' in option ? option.value : []));
		const found = known.find((candidate) => String(candidate) === toText(value));
		return toText(found) ?? this.refuseValue(name, value, `one of ${known.join(', ')}`);
	}

	/** A web address, complete with its scheme. */
	url(name: string): string {
		const value = this.read(name);
		const expected = 'a full URL, such as https://hooks.example.com/in';
		return toWebUrl(value) ?? this.refuseValue(name, value, expected);
	}

	/** Text with `{{field_name}}` placeholders of the service; also "". */
	template(name: string): string {
		const saved = this.expressions.saved(name);
		if (isExpression(saved) && isUnclosed(saved)) this.refuseValue(name, saved, CLOSED);
		const value = isExpression(saved)
			? this.expressions.evaluate(protectPlaceholders(saved))
			: this.read(name);
		const text = toText(value) ?? this.refuseValue(name, value, 'a text');
		const problem = placeholderProblem(text);
		return problem === undefined ? text : this.refuseValue(name, text, problem);
	}

	/** How many elements a list is to give: `undefined` for all of them. */
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
		return new Parameters(read, fields, this.refuse, expressions, isChosen);
	}

	/** Whether a field of a collection was chosen; 0, false and "" are values, and so is an expression without one. */
	has(name: string): boolean {
		return this.isChosen(name);
	}

	/** The raw value of a field, for fields with a form of their own. */
	value(name: string): unknown {
		return this.read(name);
	}

	/**
	 * The chosen fields of a collection as the service names them: `emailMaxMessages` is sent as
	 * `email_max_messages`. Fields that were not chosen are left out.
	 */
	body(kinds: Record<string, Kind>): IDataObject {
		const body: IDataObject = {};
		for (const [name, kind] of Object.entries(kinds)) {
			if (!this.has(name)) continue;
			if (kind === 'ids' || kind === 'json') this.refuseEmpty(name);
			const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
			body[key] = kind === 'text' ? this.textOrEmpty(name) : this[kind](name);
		}
		return body;
	}

	/** The service takes an empty choice for none at all: what was to be a few would be everything. */
	private refuseEmpty(name: string): void {
		const value = this.read(name);
		const isEmpty = Array.isArray(value) ? value.length === 0 : !/[^\s,]/.test(String(value ?? ''));
		if (isEmpty) this.refuseValue(name, value, 'a value; remove the field to leave it open');
	}

	/** Refuses a request whose optional fields would change nothing. */
	requireAny(name: string, body: IDataObject): void {
		if (Object.keys(body).length === 0) {
			this.refuseValue(name, undefined, 'at least one field, chosen with "Add Field"');
		}
	}

	/** Refuses a value with an error that names the field, the value and what was expected. */
	refuseValue(name: string, value: unknown, expected: string): never {
		const label = this.field(name)?.displayName ?? name;
		return this.refuse(`${label}: expected ${expected}, got ${shown(value)}`);
	}

	/** Refuses what the user asked for as a whole. */
	refuseRequest(message: string, description?: string): never {
		return this.refuse(message, description);
	}

	private field(name: string): INodeProperties | undefined {
		return this.fields.find((candidate) => candidate.name === name);
	}

	private optionsOf(name: string) {
		return this.field(name)?.options ?? [];
	}

	private textOrEmpty(name: string): string {
		const value = this.read(name);
		return toText(value) ?? this.refuseValue(name, value, 'a text');
	}
}
