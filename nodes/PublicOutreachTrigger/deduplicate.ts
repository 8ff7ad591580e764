import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { systemClock } from '../shared/clock';
import { identityOf, keysOf } from './message';
import { idOf } from './registration';
import { readOptions, sizeOf } from './settings';
import { StoreQueue } from './store';

/**
 * The keys of the messages that this process has accepted for one trigger, the latest ones.
 *
 * A key is looked up and claimed synchronously: of any number of concurrent deliveries of a message, exactly
 * one claims it. A message counts as accepted only once n8n has responded.
 */
export class ReceivedMessages {
	private readonly accepted = new Set<string>();

	private readonly pending = new Map<string, Promise<boolean>>();

	/** Whether the delivery that claimed a key is accepted; `undefined` if none has claimed it. */
	resultOf(key: string): Promise<boolean> | undefined {
		return this.pending.get(key) ?? (this.accepted.has(key) ? Promise.resolve(true) : undefined);
	}

	/**
	 * Claims keys for a delivery.
	 *
	 * @param size how many accepted keys to remember
	 * @param result whether the delivery is accepted; otherwise its keys may be claimed again
	 */
	async claim(keys: string[], size: number, result: Promise<boolean>): Promise<void> {
		for (const key of keys) this.pending.set(key, result);
		const isAccepted = await result;
		for (const key of keys) {
			this.pending.delete(key);
			if (isAccepted) this.accepted.add(key);
		}
		for (const oldest of this.accepted) {
			if (this.accepted.size <= size) break;
			this.accepted.delete(oldest);
		}
	}
}

/** This process remembers messages for so many triggers, those used last. */
const MAX_TRIGGERS = 1_000;
const received = new Map<string, ReceivedMessages>();
const stores = new Map<string, StoreQueue>();

function latest<Value>(all: Map<string, Value>, id: string, create: () => Value): Value {
	const value = all.get(id) ?? create();
	all.delete(id);
	all.set(id, value);
	const [oldest] = all.keys();
	if (all.size > MAX_TRIGGERS && oldest !== undefined) all.delete(oldest);
	return value;
}

/** The messages that this process has accepted for a trigger. */
export function receivedBy(listenerId: string): ReceivedMessages {
	return latest(received, listenerId, () => new ReceivedMessages());
}

/** Whether a key is new to n8n's own store, which all processes share and which survives restarts. */
async function claim(context: IExecuteFunctions, key: string, size: number): Promise<boolean> {
	const { checkProcessedAndRecord, removeProcessed } = context.helpers;
	const id = idOf(context, false);
	const queue = latest(stores, id, () => new StoreQueue(systemClock));
	// A process that receives deliveries runs all executions itself; in queue mode, workers run them.
	const isShared = !received.has(id);
	return await queue.claim({
		identity: key,
		claimId: isShared ? `${key} ${context.getExecutionId()}` : undefined,
		size,
		store: {
			record: async (names, maxEntries) =>
				await checkProcessedAndRecord(names, 'node', { mode: 'entries', maxEntries }),
			remove: async (names) => await removeProcessed(names, 'node', { mode: 'entries' }),
			warn: (error) => context.logger.warn(`n8n's deduplication store failed: ${String(error)}`),
		},
	});
}

/** The keys of an item; none if it nests too deeply to be serialized, so that it passes. */
function keysOfItem({ json }: INodeExecutionData, firstMessageOnly: boolean): string[] {
	try {
		return keysOf(json, identityOf(json), firstMessageOnly);
	} catch {
		return [];
	}
}

/**
 * Drops the items whose message has already been output, and further messages of a lead if only the first is
 * wanted. n8n calls this with the items from webhook().
 */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const all = context.getInputData();
	// A test must not leave a trace, and a retried execution must get its message again.
	if (context.getMode() !== 'webhook') return [all];
	const options = readOptions((path, raw) => context.getNodeParameter(path, 0, undefined, raw));
	const items: INodeExecutionData[] = [];
	for (const item of all) {
		const keys = keysOfItem(item, options.firstMessageOnly);
		let isNew = true;
		// In order, up to the first known key: a duplicate must not record its lead.
		for (const key of keys) isNew &&= await claim(context, key, sizeOf(options));
		if (isNew) items.push(item);
	}
	return [items];
}
