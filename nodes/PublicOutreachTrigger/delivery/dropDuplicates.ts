import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { systemClock } from '../../shared/api/clock';
import { identityOf, keysOf } from '../incomingMessage';
import { listenerIdOf } from '../record';
import { readOptions, windowOf } from '../settings';
import { outboxFor } from './outbox';
import { StoreQueue } from './store';

/** Whether a key is new to n8n's own store, which all processes share and which survives restarts. */
async function isFirst(context: IExecuteFunctions, key: string, window: number): Promise<boolean> {
	const { checkProcessedAndRecord, removeProcessed } = context.helpers;
	const workflowId = context.getWorkflow().id ?? '';
	const id = listenerIdOf({ workflowId, nodeId: context.getNode().id }, false);
	const outbox = outboxFor({ id });
	outbox.store ??= new StoreQueue(systemClock, (error) =>
		context.logger.warn(`n8n's deduplication store failed: ${String(error)}`),
	);
	// A process that receives deliveries runs all executions itself; in queue mode, workers run them.
	const isShared = outbox.accepted === undefined;
	return await outbox.store.isFirst({
		identity: key,
		executionMark: isShared ? `${key} ${context.getExecutionId()}` : undefined,
		window,
		store: {
			record: async (names, maxEntries) =>
				await checkProcessedAndRecord(names, 'node', { mode: 'entries', maxEntries }),
			remove: async (names) => await removeProcessed(names, 'node', { mode: 'entries' }),
		},
	});
}

/** None for an item that nests too deeply to be serialized: it passes. */
function keysOfItem({ json }: INodeExecutionData, firstMessageOnly: boolean): string[] {
	try {
		return keysOf(json, identityOf(json), firstMessageOnly);
	} catch {
		return [];
	}
}

/**
 * Drops the items whose message has already been output, and further messages of a lead where only the
 * first is asked for; n8n calls this with the items from webhook().
 */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const all = context.getInputData();
	// A test must not leave a trace, and a retried execution must get its message again.
	if (context.getMode() !== 'webhook') return [all];
	const options = readOptions((name) => context.getNodeParameter(name, 0));
	const items: INodeExecutionData[] = [];
	for (const item of all) {
		const keys = keysOfItem(item, options.firstMessageOnly);
		let isNew = true;
		// One after another: a duplicate says nothing about its lead.
		for (const key of keys) isNew &&= await isFirst(context, key, windowOf(options));
		if (isNew) items.push(item);
	}
	return [items];
}
