import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { systemClock } from '../shared/api/clock';
import { hasReceived } from './deduplication';
import { fromEnvelope, type Envelope } from './envelope';
import { shape } from './outputs';
import { readSettings } from './settings';
import { storeQueueOf } from './storeQueues';

/**
 * Whether the message of a delivery is the first with its identity, by n8n's own store: shared by
 * all processes, and outliving them.
 */
async function isFirst(
	context: IExecuteFunctions,
	{ identity }: Envelope,
	window: number,
): Promise<boolean> {
	// A test must leave no trace, and who retries an execution wants its message again.
	if (context.getMode() !== 'webhook') return true;
	const { checkProcessedAndRecord } = context.helpers;
	// Releases of n8n before 1.61 have no such store.
	if (typeof checkProcessedAndRecord !== 'function') return true;
	const place = { workflowId: context.getWorkflow().id ?? '', nodeId: context.getNode().id };
	const queue = storeQueueOf(place, systemClock, (error) => {
		context.logger.warn(`n8n's deduplication store failed: ${String(error)}`);
	});
	// A process that receives deliveries runs all executions itself: in queue mode, workers do that.
	const shared = !hasReceived(place);
	return await queue.isFirst({
		identity,
		claim: shared ? `${identity} ${context.getExecutionId()}` : undefined,
		window,
		shared,
		record: async (identities, maxEntries) =>
			await checkProcessedAndRecord(identities, 'node', { mode: 'entries', maxEntries }),
	});
}

/**
 * Turns deliveries into the items of an execution: one for a message that was not put out before,
 * none for a duplicate.
 */
export async function emit(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings((name) => context.getNodeParameter(name, 0));
	const items: INodeExecutionData[] = [];
	for (const item of context.getInputData()) {
		const envelope = fromEnvelope(item.json);
		if (!envelope) items.push(item);
		else if (await isFirst(context, envelope, settings.deduplicationWindow)) {
			items.push({ json: shape(envelope.body, settings.output) });
		}
	}
	return [items];
}
