import { z } from 'zod';
import { Parameters } from '../shared/parameters/parameters';
import { formatValue, toNames, toWebUrl } from '../shared/parameters/values';
import { DEFAULT_WINDOW, fields } from './fields';

const optionsSchema = z.object({
	/** As entered; {@link readSettings} reads it. */
	alsoDeliverTo: z.unknown().optional(),
	firstMessageOnly: z.boolean().catch(false),
	/** No limit when empty, and where it cannot be read: an extra message is better than a lost one. */
	leadStatus: z
		.unknown()
		.optional()
		.transform((given) => toNames(given) ?? []),
	textContains: z
		.string()
		.catch('')
		.transform((text) => text.trim()),
	verifyDeliveries: z.boolean().catch(true),
	/** Whole number, at least 1. */
	deduplicationWindow: z.coerce.number().int().min(1).catch(DEFAULT_WINDOW),
});

const outputSchema = z.enum(['message', 'simplified', 'raw']).catch('message');
export type OutputForm = z.infer<typeof outputSchema>;

const messagesFromSchema = z.enum(['everyone', 'leads']).catch('leads');

type Options = z.infer<typeof optionsSchema>;

/** The node's parameters, each with its default where it is absent or cannot be read. */
export interface Settings extends Omit<Options, 'alsoDeliverTo'> {
	alsoDeliverTo: string[];
	/** No limit when empty. */
	campaignIds: number[];
	messagesFrom: z.infer<typeof messagesFromSchema>;
	output: OutputForm;
}

const tolerantOptions = optionsSchema.catch(() => optionsSchema.parse({}));

/** How many keys to remember for so many messages: each has one of its own, and may have its lead's. */
export function windowOf(
	options: Pick<Options, 'deduplicationWindow' | 'firstMessageOnly'>,
): number {
	return options.deduplicationWindow * (options.firstMessageOnly ? 2 : 1);
}

type Read = (name: string) => unknown;

function readTolerantly(read: Read, name: string): unknown {
	try {
		return read(name);
	} catch {
		return undefined;
	}
}

/** The options alone; see {@link readSettings}. */
export function readOptions(read: Read): Options {
	return tolerantOptions.parse(readTolerantly(read, 'options') ?? {});
}

function refuse(message: string): never {
	throw new TypeError(message);
}

/** @param campaignIds comma-separated text, a number or an array */
function campaignIdsOf(campaignIds: unknown): number[] {
	if (campaignIds === undefined) return [];
	return new Parameters(() => campaignIds, fields, refuse).ids('campaignIds');
}

/** A row that was added and left empty holds n8n's default of the field, an empty list. */
const isFilled = (row: unknown) =>
	!(Array.isArray(row) ? row.length === 0 : typeof row === 'string' && row.trim() === '');

/** @param alsoDeliverTo an array, or text with commas or line breaks between the URLs */
function deliverToOf(alsoDeliverTo: unknown): string[] {
	const rows = [alsoDeliverTo ?? []].flat().filter(isFilled);
	if (rows.length === 0) return [];
	const texts = toNames(typeof alsoDeliverTo === 'string' ? alsoDeliverTo : rows);
	const urls = (texts ?? rows).map((value) => {
		const expected = 'full URLs, such as https://crm.example.com/hook';
		return (
			toWebUrl(value) ?? refuse(`Also Deliver To: expected ${expected}, got ${formatValue(value)}`)
		);
	});
	return [...new Set(urls)];
}

/**
 * Reads the node's parameters. A delivery must never fail because of them: where an expression
 * cannot be resolved, the default applies.
 *
 * @param read a parameter with its expressions resolved; may throw
 * @param refuseList gets a message that names a list and its invalid value; unless it throws, the list has
 * no effect: an extra message is better than a lost one
 */
export function readSettings(read: Read, refuseList: (message: string) => void): Settings {
	function listOf<T>(parse: () => T[]): T[] {
		try {
			return parse();
		} catch (error) {
			refuseList(error instanceof Error ? error.message : String(error));
			return [];
		}
	}
	const options = readOptions(read);
	return {
		...options,
		alsoDeliverTo: listOf(() => deliverToOf(options.alsoDeliverTo)),
		campaignIds: listOf(() => campaignIdsOf(readTolerantly(read, 'campaignIds'))),
		messagesFrom: messagesFromSchema.parse(readTolerantly(read, 'messagesFrom')),
		output: outputSchema.parse(readTolerantly(read, 'output')),
	};
}
