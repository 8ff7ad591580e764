import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { systemClock } from '../../shared/api/clock';
import { listenerIdOf } from '../../shared/webhook/webhooks';
import { readOptions } from '../settings';
import { hasReceived, identityOf } from './deduplication';
import { storeQueueOf } from './storeQueues';

/** `undefined` for an item that nests too deeply to be serialized. */
function storedIdentityOf(json: IDataObject): string | undefined {
	try {
		return identityOf(json);
	} catch {
		return undefined;
	}
}

/**
 * Whether a message is the first with its identity, by n8n's own store, which all processes share and
 * which survives restarts.
 */
async function isFirst(context: IExecuteFunctions, json: IDataObject): Promise<boolean> {
	// A test must not leave a trace, and a retried execution must get its message again.
	if (context.getMode() !== 'webhook') return true;
	const { checkProcessedAndRecord } = context.helpers;
	const identity = storedIdentityOf(json);
	// Releases of n8n before 1.61 have no such store.
	if (identity === undefined || typeof checkProcessedAndRecord !== 'function') return true;
	const id = listenerIdOf(
		{ workflowId: context.getWorkflow().id ?? '', nodeId: context.getNode().id },
		false,
	);
	const queue = storeQueueOf(id, systemClock, (error) => {
		context.logger.warn(`n8n's deduplication store failed: ${String(error)}`);
	});
	// A process that receives deliveries runs all executions itself; in queue mode, workers run them.
	const isShared = !hasReceived(id);
	const { deduplicationWindow } = readOptions((name) => context.getNodeParameter(name, 0));
	return await queue.isFirst({
		identity,
		claim: isShared ? `${identity} ${context.getExecutionId()}` : undefined,
		window: deduplicationWindow,
		record: async (identities, maxEntries) =>
			await checkProcessedAndRecord(identities, 'node', { mode: 'entries', maxEntries }),
	});
}

/** Drops the items whose message has already been output; n8n calls this with the items from webhook(). */
export async function dropDuplicates(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items: INodeExecutionData[] = [];
	for (const item of context.getInputData()) {
		if (await isFirst(context, item.json)) items.push(item);
	}
	return [items];
}
