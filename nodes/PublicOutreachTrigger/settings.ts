import { z } from 'zod';
import { Parameters } from '../shared/operations/parameters';
import { fields } from './fields';
import type { Output } from './outputs';

/** How many identifiers are remembered unless the node says otherwise. */
export const DEFAULT_WINDOW = 1000;

const optionsSchema = z
	.object({
		campaignIds: z.unknown(),
		verifyDeliveries: z.boolean().catch(true),
		deduplicationWindow: z.coerce.number().int().min(1).catch(DEFAULT_WINDOW),
	})
	.catch({ verifyDeliveries: true, deduplicationWindow: DEFAULT_WINDOW });

const outputSchema = z.enum(['message', 'simplified', 'raw']).catch('message');
const messagesFromSchema = z.enum(['everyone', 'leads']).catch('everyone');

/** The node's parameters, each with its default where it is absent or cannot be read. */
export interface Settings {
	messagesFrom: 'everyone' | 'leads';
	output: Output;
	/** As entered; {@link campaignIdsOf} reads it. */
	campaignIds: unknown;
	verifyDeliveries: boolean;
	/** Whole number, at least 1. */
	deduplicationWindow: number;
}

/**
 * Reads the node's parameters. A delivery must never fail on them: where an expression cannot be
 * resolved, the default holds.
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
		campaignIds: undefined,
		...optionsSchema.parse(tolerant('options') ?? {}),
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
