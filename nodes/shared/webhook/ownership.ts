/** Identifies a trigger node within this n8n. */
export interface TriggerId {
	workflowId: string;
	nodeId: string;
}

/** A trigger that takes messages: a published one, or one that listens for a test event. */
export interface Listener {
	/** The same after a restart; a test has another than the published version of its workflow. */
	id: string;
	kind: 'published' | 'test';
	/** Where it takes deliveries, with its secret. */
	url: string;
}

/** Where the service delivers to, as far as this process knows; the service cannot be asked. */
export type Receiver =
	| { kind: 'unknown' }
	/** The webhook was disabled at that time. */
	| { kind: 'none'; since: number }
	/** `since` in milliseconds since the epoch; `before`: what a workflow had set until a test began. */
	| { kind: 'listener'; id: string; since: number; before?: string | null }
	/** A workflow has set the webhook with an operation; `null` where it disabled it. */
	| { kind: 'operation'; url: string | null; since: number };

/** The known state of one webhook of the service. */
export interface Ownership<L extends Listener = Listener> {
	receiver: Receiver;
	listeners: readonly L[];
}

export type OwnershipEvent<L extends Listener = Listener> =
	| { type: 'joined'; listener: L }
	/** n8n starts with a listener that was registered with the service at that time, if ever. */
	| { type: 'recalled'; listener: L; registeredAt?: number }
	| { type: 'left'; id: string }
	| { type: 'registered'; id: string; at: number }
	| { type: 'disabled'; at: number }
	| { type: 'setByOperation'; url: string | null; at: number }
	/** The service has delivered to a listener itself. */
	| { type: 'delivered'; id: string; at: number };

export const NOTHING_KNOWN: Ownership<never> = { receiver: { kind: 'unknown' }, listeners: [] };

/** For so long after a change, deliveries to the previous URL may still be in flight. */
const IN_FLIGHT_MS = 60_000;

function without<L extends Listener>(listeners: readonly L[], id: string): L[] {
	return listeners.filter((listener) => listener.id !== id);
}

/** The latest change wins, but stored data never overrides an operation of this process. */
function afterRecall(receiver: Receiver, id: string, registeredAt?: number): Receiver {
	const since = 'since' in receiver ? receiver.since : -Infinity;
	const isLatest = registeredAt !== undefined && registeredAt > since;
	if (!isLatest || receiver.kind === 'operation') return receiver;
	return { kind: 'listener', id, since: registeredAt };
}

function afterDelivery(receiver: Receiver, id: string, at: number): Receiver {
	const isKnown = receiver.kind === 'listener' && receiver.id === id;
	const isForwarder = receiver.kind === 'operation' && receiver.url !== null;
	const isInFlight = 'since' in receiver && at - receiver.since < IN_FLIGHT_MS;
	return isKnown || isForwarder || isInFlight ? receiver : { kind: 'listener', id, since: at };
}

/** What a workflow has set with an operation, even if a test currently replaces it. */
function setBefore(receiver: Receiver): string | null | undefined {
	if (receiver.kind === 'operation') return receiver.url;
	return receiver.kind === 'listener' ? receiver.before : undefined;
}

/** The state of a webhook after an event. Pure. */
export function transition<L extends Listener>(
	{ receiver, listeners }: Ownership<L>,
	event: OwnershipEvent<L>,
): Ownership<L> {
	switch (event.type) {
		case 'joined':
			return { receiver, listeners: [...without(listeners, event.listener.id), event.listener] };
		case 'recalled':
			return {
				receiver: afterRecall(receiver, event.listener.id, event.registeredAt),
				listeners: [...without(listeners, event.listener.id), event.listener],
			};
		case 'left': {
			const wasReceiver = receiver.kind === 'listener' && receiver.id === event.id;
			return {
				receiver: wasReceiver ? { kind: 'unknown' } : receiver,
				listeners: without(listeners, event.id),
			};
		}
		case 'registered': {
			const { id, at } = event;
			const isTest = listeners.some((listener) => listener.id === id && listener.kind === 'test');
			const before = isTest ? setBefore(receiver) : undefined;
			return { receiver: { kind: 'listener', id, since: at, before }, listeners };
		}
		case 'disabled':
			return { receiver: { kind: 'none', since: event.at }, listeners };
		case 'setByOperation': {
			const own = listeners.find(({ url }) => url === event.url);
			const since = event.at;
			return {
				receiver: own
					? { kind: 'listener', id: own.id, since }
					: { kind: 'operation', url: event.url, since },
				listeners,
			};
		}
		case 'delivered':
			return { receiver: afterDelivery(receiver, event.id, event.at), listeners };
	}
}

/**
 * The receiver that a listener can join without a call to the service; `undefined` where it has to
 * register itself. A test joins a published trigger even where the receiver is not known.
 */
export function receiverFor<L extends Listener>(
	{ receiver, listeners }: Ownership<L>,
	{ id, kind }: Listener,
): L | undefined {
	const others = without(listeners, id);
	const published = others.filter((other) => other.kind === 'published');
	if (receiver.kind === 'unknown' && kind === 'test') return published[0];
	if (receiver.kind !== 'listener') return undefined;
	return (kind === 'test' ? others : published).find((other) => other.id === receiver.id);
}

/** What a listener that leaves has to do about the service. */
export type Departure<L extends Listener = Listener> =
	| { action: 'nothing' }
	/** Register the first of these that still exists. */
	| { action: 'handOver'; to: L[] }
	/** Set what a workflow had set before the test. */
	| { action: 'restore'; url: string | null }
	| { action: 'disable' };

export function departureOf<L extends Listener>(
	{ receiver, listeners }: Ownership<L>,
	id: string,
): Departure<L> {
	if (receiver.kind === 'operation' || receiver.kind === 'none') return { action: 'nothing' };
	const others = without(listeners, id);
	if (receiver.kind === 'listener' && others.some((other) => other.id === receiver.id)) {
		return { action: 'nothing' };
	}
	const before = setBefore(receiver);
	const of = (wanted: Listener['kind']) => others.filter(({ kind }) => kind === wanted);
	// A test restores what a workflow had set, unless another test is still listening.
	const published = before === undefined ? of('published') : [];
	const to = published.length > 0 ? published : of('test');
	if (to.length > 0) return { action: 'handOver', to };
	return before === undefined ? { action: 'disable' } : { action: 'restore', url: before };
}

/** Merges the states of one webhook that was taken for two. */
export function merged<L extends Listener>(one: Ownership<L>, other: Ownership<L>): Ownership<L> {
	const since = ({ receiver }: Ownership<L>) => ('since' in receiver ? receiver.since : -Infinity);
	const { receiver } = since(other) > since(one) ? other : one;
	return { receiver, listeners: [...one.listeners, ...other.listeners] };
}
