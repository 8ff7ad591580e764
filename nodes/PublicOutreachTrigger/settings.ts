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

/**
 * Reads the node's parameters. A delivery must never fail because of them: where an expression
 * cannot be resolved, the default applies.
 *
 * @param read a parameter with its expressions resolved; may throw
 */
export function readSettings(read: (name: string) => unknown): Settings {
	const tolerant = (name: string) => {
		try {
			return read(name);
		} catch {
			return undefined;
		}
	};
	return {
		messagesFrom: messagesFromSchema.parse(tolerant('messagesFrom')),
		output: outputSchema.parse(tolerant('output')),
		...optionsSchema.catch(() => optionsSchema.parse({})).parse(tolerant('options') ?? {}),
	};
}

/**
 * The campaigns that a node is limited to; empty when it is not limited.
 *
 * @param campaignIds comma-separated text, a number or an array
 * @param refuse throws for a value that cannot be read, with a message that names it
 */
export function campaignIdsOf(campaignIds: unknown, refuse: (message: string) => never): number[] {
	return new Parameters(() => ({ campaignIds }), fields, refuse)
		.collection('options')
		.ids('campaignIds');
}

/**
 * The URLs that get each message as well.
 *
 * @param alsoDeliverTo an array, or text with commas or line breaks between the URLs
 * @param refuse throws for a value that cannot be read, with a message that names it
 */
export function deliverToOf(alsoDeliverTo: unknown, refuse: (message: string) => never): string[] {
	const texts = toNames(alsoDeliverTo ?? []);
	const urls = (texts ?? [alsoDeliverTo]).map((value) => {
		const expected = 'full URLs, such as https://crm.example.com/hook';
		return (
			toWebUrl(value) ?? refuse(`Also Deliver To: expected ${expected}, got ${formatValue(value)}`)
		);
	});
	return [...new Set(urls)];
}
