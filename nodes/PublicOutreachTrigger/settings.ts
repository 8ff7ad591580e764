import { z } from 'zod';
import { toInteger } from '../shared/integers';
import { isDataObject } from '../shared/json';
import { trimmed } from '../shared/normalize';
import { Parameters } from '../shared/parameters/parameters';
import {
	formatValue,
	partsOf,
	toFlag,
	toNames,
	toText,
	toWebUrl,
} from '../shared/parameters/values';
import { DEFAULT_WINDOW, fields } from './fields';

const outputSchema = z.enum(['message', 'simplified', 'raw']).catch('message');
export type OutputForm = z.infer<typeof outputSchema>;

const messagesFromSchema = z.enum(['everyone', 'leads']).catch('leads');

/** The options that `execute` reads as well; each has its default if it was not added. */
export interface Options {
	firstMessageOnly: boolean;
	/** How many messages are remembered: a whole number, at least 1. */
	deduplicationWindow: number;
}

/** The node's parameters; each has its default if it is absent or cannot be read. */
export interface Settings extends Options {
	/** No limit when empty. */
	leadStatus: string[];
	/** No limit when empty. */
	textContains: string;
	verifyDeliveries: boolean;
	alsoDeliverTo: string[];
	/** No limit when empty. */
	campaignIds: number[];
	messagesFrom: z.infer<typeof messagesFromSchema>;
	output: OutputForm;
}

/** How many keys to remember for so many messages: each message has its own, and may have that of its lead. */
export function sizeOf({ deduplicationWindow, firstMessageOnly }: Options): number {
	return deduplicationWindow * (firstMessageOnly ? 2 : 1);
}

/** A parameter, also one within another, with its expressions resolved or as it is saved; may throw. */
type Read = (path: string, options?: { rawExpressions: true }) => unknown;

const optionFields = fields.find(({ name }) => name === 'options')?.options ?? [];

/** The name of an option as the user sees it. */
function labelOf(name: string): string {
	const option = optionFields.find((one) => one.name === name);
	return option && 'displayName' in option ? option.displayName : name;
}

/** Gets a message that names a field, its value and what is expected. */
type Refuse = (message: string) => void;

function refuseValue(label: string, expected: string, value: unknown): never {
	throw new TypeError(`${label}: expected ${expected}, got ${formatValue(value)}`);
}

/** What separates the URLs in one row, or ends it. A URL may have commas of its own. */
const BETWEEN_URLS = /[\s,;]+(?=https?:\/\/|$)/i;

/** A row that was added and left empty holds n8n's default of the field, an empty list. */
const isFilled = (row: unknown) => (Array.isArray(row) ? row.length > 0 : row !== '');

/**
 * What is entered under Also Deliver To, to be checked one by one.
 *
 * @param given rows, or text with commas or line breaks between the URLs
 */
function urlsIn(given: unknown): unknown[] {
	const rows = [partsOf(given ?? [], (text) => text.split(/[,\n\r]/))].flat();
	const split = (row: unknown): unknown[] =>
		typeof row === 'string' ? trimmed(row).split(BETWEEN_URLS) : [row];
	return rows.flatMap(split).filter(isFilled);
}

function toUrl(given: unknown): string {
	const expected = 'full URLs, such as https://crm.example.com/hook';
	return toWebUrl(given) ?? refuseValue(labelOf('alsoDeliverTo'), expected, given);
}

/** @param given comma-separated text, a number or an array */
function toCampaignIds(given: unknown): number[] {
	const refuse = (message: string): never => {
		throw new TypeError(message);
	};
	// An expression that finds nothing gives this; a list that was left empty is an array.
	if (given === undefined || given === null)
		return refuseValue('Campaign Names or IDs', 'IDs such as 1042, 1043', given);
	return new Parameters(() => given, fields, refuse).ids('campaignIds');
}

const toCount = (given: unknown) => {
	const number = toInteger(given);
	return number !== undefined && number >= 1 ? number : undefined;
};
const toStatuses = (given: unknown) => toNames(toText(given) ?? given);

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Reads the options. An option that was not added has its default, and so has a text that was left empty. A
 * value of another type, which an expression may give, is refused.
 */
class OptionReader {
	private readonly options: Record<string, unknown>;

	constructor(
		private readonly read: Read,
		private readonly refuse: Refuse,
	) {
		const [given] = this.orDefault([], () => this.readable('options'));
		this.options = z.record(z.string(), z.unknown()).catch({}).parse(given);
	}

	/** A value, or the default if it cannot be read. */
	orDefault<Value>(byDefault: Value, parse: () => Value): Value {
		try {
			return parse();
		} catch (error) {
			this.refuse(errorText(error));
			return byDefault;
		}
	}

	/**
	 * A parameter, or what can be read of it: n8n evaluates an object or a list as a whole, and fails if one
	 * expression in it does.
	 *
	 * @returns the value alone, or nothing
	 */
	private readable(path: string): unknown[] {
		try {
			return [this.read(path)];
		} catch (error) {
			const saved = this.read(path, { rawExpressions: true });
			if (Array.isArray(saved))
				return [saved.flatMap((_, index) => this.readable(`${path}[${index}]`))];
			if (!isDataObject(saved)) {
				const [, name = path] = path.split(/[.[]/);
				this.refuse(`${labelOf(name)}: ${errorText(error)}`);
				return [];
			}
			const parts = Object.keys(saved).flatMap((name) =>
				this.readable(`${path}.${name}`).map((value) => [name, value]),
			);
			return [Object.fromEntries(parts)];
		}
	}

	value<Value>(
		name: string,
		byDefault: Value,
		convert: (given: unknown) => Value | undefined,
		expected: string,
	): Value {
		const { [name]: given } = this.options;
		const isLeftEmpty =
			!(name in this.options) || (typeof given === 'string' && given.trim() === '');
		if (isLeftEmpty) return byDefault;
		return this.orDefault(
			byDefault,
			() => convert(given) ?? refuseValue(labelOf(name), expected, given),
		);
	}

	forExecution(): Options {
		return {
			firstMessageOnly: this.value('firstMessageOnly', false, toFlag, 'true or false'),
			deduplicationWindow: this.value(
				'deduplicationWindow',
				DEFAULT_WINDOW,
				toCount,
				'a whole number of at least 1',
			),
		};
	}

	/** A filter that cannot be read lets all messages pass: an extra message is better than a lost one. */
	filters(): Pick<Settings, 'leadStatus' | 'textContains'> {
		return {
			leadStatus: this.value('leadStatus', [], toStatuses, 'a text, or several'),
			textContains: this.value('textContains', '', toText, 'a text').trim(),
		};
	}

	others(): Pick<Settings, 'verifyDeliveries' | 'alsoDeliverTo'> {
		return {
			verifyDeliveries: this.value('verifyDeliveries', true, toFlag, 'true or false'),
			alsoDeliverTo: this.urls(),
		};
	}

	private urls(): string[] {
		const urls = urlsIn(this.options.alsoDeliverTo).flatMap((url) =>
			this.orDefault<string[]>([], () => [toUrl(url)]),
		);
		return [...new Set(urls)];
	}
}

/** The options that `execute` needs. By then the delivery has its response, so nothing is refused. */
export function readOptions(read: Read): Options {
	return new OptionReader(read, () => {}).forExecution();
}

/**
 * Reads the node's parameters. A delivery must never fail because of them: a value that cannot be read has its
 * default.
 *
 * @param refuse gets a message for each value that cannot be read; it may throw
 */
export function readSettings(read: Read, refuse: Refuse): Settings {
	const reader = new OptionReader(read, refuse);
	return {
		...reader.forExecution(),
		...reader.filters(),
		...reader.others(),
		campaignIds: reader.orDefault([], () => toCampaignIds(read('campaignIds'))),
		messagesFrom: messagesFromSchema.parse(reader.orDefault('leads', () => read('messagesFrom'))),
		output: outputSchema.parse(reader.orDefault('message', () => read('output'))),
	};
}
