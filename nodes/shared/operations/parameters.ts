import type { IDataObject } from 'n8n-workflow';
import { isDataObject } from '../api/responses/json';
import { expressionsInside } from './expressions';
import { FieldReader } from './fieldReader';
import { FOR_ALL } from './refusals';
import {
	CLOSED,
	firstPlaceholder,
	isExpression,
	isUnclosed,
	placeholderProblem,
	protectPlaceholders,
} from './templates';
import { formatValue, toInteger, toText, withoutLocator } from './values';

/** What n8n inserts for a dragged field: a node's name in quotes, and the path of the field. */
const ONE_ITEM =
	/^=\{\{\s*\$\(('(?:[^'\\]|\\.)+'|"(?:[^"\\]|\\.)+")\)\.item\.json((?:\.\w+)+)\s*\}\}$/;

/** How a user's value is read. */
export type Kind = 'text' | 'template' | 'integer' | 'flag' | 'id' | 'ids' | 'option' | 'url';

/** The only place where the values of a node are read, for one item. */
export class Parameters extends FieldReader {
	/** Text with `{{field_name}}` placeholders of the service; may be empty. */
	template(name: string): string {
		const saved = this.expressions.saved(name);
		if (isExpression(saved) && isUnclosed(saved)) this.refuseValue(name, saved, CLOSED);
		const value = isExpression(saved)
			? this.expressions.evaluate(protectPlaceholders(saved))
			: this.read(name);
		const text = toText(value) ?? this.refuseValue(name, value, 'text');
		const problem = placeholderProblem(text);
		return problem === undefined ? text : this.refuseValue(name, text, problem);
	}

	/** Text that the service sends as it is, in which it fills in no placeholders. */
	textWithoutPlaceholders(name: string): string {
		const saved = this.expressions.saved(name);
		const text = isExpression(saved) && firstPlaceholder(saved) ? saved : this.text(name);
		if (firstPlaceholder(text) === undefined) return text;
		return this.refuse(
			`${this.label(name)}: expected no placeholders, got ${formatValue(text.replace(/^=/, ''))}`,
			'Placeholders are filled in only in campaign steps. Use an expression such as {{ $json.first_name }}',
		);
	}

	/**
	 * The earlier node of which an expression reads one item, such as `{{ $('Search').item.json.id }}`,
	 * which n8n inserts when a field is dragged.
	 *
	 * @returns how many items it has, its name as the expression quotes it, and the expression for all of
	 * them; `undefined` where that is not known, for this serves a hint, which must not fail what has been
	 * sent
	 */
	sourceOfOneItem(name: string): { quotedNode: string; count: number; all: string } | undefined {
		const saved = this.expressions.saved(name);
		const expression = isExpression(saved) ? saved : '';
		const [, quotedNode, field] = ONE_ITEM.exec(expression) ?? [];
		if (quotedNode === undefined || field === undefined) return undefined;
		const all = `{{ $(${quotedNode}).all().map((item) => item.json${field}) }}`;
		try {
			const count = toInteger(this.expressions.evaluate(`={{ $(${quotedNode}).all().length }}`));
			return count === undefined ? undefined : { quotedNode, count, all };
		} catch {
			return undefined;
		}
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
		return new Parameters(read, fields, this.refuse, expressions, isChosen);
	}

	/**
	 * The chosen fields of a collection as the service names them: `emailMaxMessages` is sent as
	 * `email_max_messages`. Fields that were not chosen are left out.
	 */
	body(kinds: Record<string, Kind>): IDataObject {
		const body: IDataObject = {};
		for (const [name, kind] of Object.entries(kinds)) {
			if (!this.has(name)) continue;
			if (kind === 'ids') this.refuseNone(name);
			const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
			body[key] = kind === 'text' ? this.textOrEmpty(name) : this[kind](name);
		}
		return body;
	}

	/** The service takes no IDs for all: what should select a few would select everybody. */
	private refuseNone(name: string): void {
		if (this.ids(name).length > 0) return;
		this.refuseValue(name, this.read(name), 'IDs such as 1042, 1043', FOR_ALL);
	}

	/** Refuses an update that would change nothing. */
	requireAny(body: IDataObject): void {
		if (Object.keys(body).length === 0) {
			this.refuseRequest('Choose at least one field to update with Add Field');
		}
	}

	private textOrEmpty(name: string): string {
		const value = this.read(name);
		return toText(value) ?? this.refuseValue(name, value, 'text');
	}
}
