import type { Clock } from '../shared/api/clock';
import type { Place } from '../shared/webhook/slots';
import { StoreQueue } from './store';

const queues = new Map<string, StoreQueue>();

/** The queue of a trigger in this process. */
export function storeQueueOf(
	{ workflowId, nodeId }: Place,
	clock: Clock,
	onFailure: (error: unknown) => void,
): StoreQueue {
	for (const [other, { idle }] of queues) if (idle) queues.delete(other);
	const key = `${workflowId}/${nodeId}`;
	const queue = queues.get(key) ?? new StoreQueue(clock, onFailure);
	queues.set(key, queue);
	return queue;
}
