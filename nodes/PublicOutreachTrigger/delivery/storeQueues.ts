import type { Clock } from '../../shared/api/clock';
import { StoreQueue } from './store';

const queues = new Map<string, StoreQueue>();

/** The queue of a trigger in this process. */
export function storeQueueOf(
	id: string,
	clock: Clock,
	onFailure: (error: unknown) => void,
): StoreQueue {
	for (const [other, { idle }] of queues) if (idle) queues.delete(other);
	const queue = queues.get(id) ?? new StoreQueue(clock, onFailure);
	queues.set(id, queue);
	return queue;
}
