import { z } from 'zod';
import { Parameters } from '../shared/operations/parameters';
import { formatValue, toNames, toWebUrl } from '../shared/operations/values';
import { DEFAULT_WINDOW, fields } from './fields';
import type { Output } from './delivery/outputs';

const optionsSchema = z.object({
	/** As entered; {@link campaignIdsOf} reads it. */
	campaignIds: z.unknown().optional(),
	/** As entered; {@link deliverToOf} reads it. */
	alsoDeliverTo: z.unknown().optional(),
	verifyDeliveries: z.boolean().catch(true),
	/** Whole number, at least 1. */
	deduplicationWindow: z.coerce.number().int().min(1).catch(DEFAULT_WINDOW),
});

const outputSchema = z.enum(['message', 'simplified', 'raw']).catch('message');
const messagesFromSchema = z.enum(['everyone', 'leads']).catch('leads');

/** The node's parameters, each with its default where it is absent or cannot be read. */
export interface Settings extends z.infer<typeof optionsSchema> {
	messagesFrom: z.infer<typeof messagesFromSchema>;
	output: Output;
}

const tolerantOptions = optionsSchema.catch(() => optionsSchema.parse({}));

type Read = (name: string) => unknown;

function readTolerantly(read: Read, name: string): unknown {
	try {
		return read(name);
	} catch {
		return undefined;
	}
}

/** The options alone; see {@link readSettings}. */
export function readOptions(read: Read): z.infer<typeof optionsSchema> {
	return tolerantOptions.parse(readTolerantly(read, 'options') ?? {});
}

/**
 * Reads the node's parameters. A delivery must never fail because of them: where an expression
 * cannot be resolved, the default applies.
 *
 * @param read a parameter with its expressions resolved; may throw
 */
export function readSettings(read: Read): Settings {
	return {
		messagesFrom: messagesFromSchema.parse(readTolerantly(read, 'messagesFrom')),
		output: outputSchema.parse(readTolerantly(read, 'output')),
		...readOptions(read),
	};
}

/**
 * The campaigns that a node is limited to; empty when it is not limited.
 *
 * @param campaignIds comma-separated text, a number or an array
 * @param refuse throws for a value that cannot be read, with a message that names it
 */
export function campaignIdsOf(campaignIds: unknown, refuse: (message: string) => never): number[] {
	if (campaignIds === undefined) return [];
	return new Parameters(() => ({ campaignIds }), fields, refuse)
		.collection('options')
		.ids('campaignIds');
}

const isFilled = (row: unknown) => !(Array.isArray(row) && row.length === 0);

/**
 * The URLs that get each message as well.
 *
 * @param alsoDeliverTo an array, or text with commas or line breaks between the URLs
 * @param refuse throws for a value that cannot be read, with a message that names it
 */
export function deliverToOf(alsoDeliverTo: unknown, refuse: (message: string) => never): string[] {
	if (alsoDeliverTo === undefined) return [];
	// A row that was added and left empty holds n8n's default of the field, an empty list.
	const rows = Array.isArray(alsoDeliverTo) ? alsoDeliverTo.filter(isFilled) : alsoDeliverTo;
	const texts = toNames(rows ?? []);
	const urls = (texts ?? [rows].flat()).map((value) => {
		const expected = 'full URLs, such as https://crm.example.com/hook';
		return (
			toWebUrl(value) ?? refuse(`Also Deliver To: expected ${expected}, got ${formatValue(value)}`)
		);
	});
	return [...new Set(urls)];
}
