import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Place } from '../shared/webhook/slots';
import { incomingMessage } from './incomingMessage';

/**
 * What tells a message from all others: `message.message_id` (reference, Events: Retries), else
 * `message.id`, else the whole body, so that no message is dropped for lacking an identifier.
 *
 * @param bytes of the body as it came, if they are known: to write it anew could exhaust the stack,
 * so deeply may it nest
 * @returns a hash of 43 characters, however long the identifier is
 */
export function identityOf(body: IDataObject, bytes: Uint8Array): string {
	const { message_id, id } = incomingMessage.catch({}).parse(body.message);
	const hash = createHash('sha256');
	if (isIdentifier(message_id)) hash.update(`message_id\n${message_id}`);
	else if (isIdentifier(id)) hash.update(`id\n${id}`);
	else hash.update('body\n').update(bytes.length > 0 ? bytes : JSON.stringify(body));
	return hash.digest('base64url');
}

function isIdentifier(value: unknown): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** A delivery's claim to be the first with its identity, open until it is known what became of it. */
export interface Claim {
	/**
	 * The first call counts.
	 *
	 * @param accepted n8n has taken the message over; otherwise the next delivery of it gets its chance
	 */
	settle(accepted: boolean): void;
}

/**
 * The messages that this process has accepted for one trigger, the latest ones.
 *
 * Checking and claiming happen in one step, without anything in between: of any number of
 * simultaneous deliveries of a message one is first. A message counts as accepted only once n8n
 * has answered for it, and until then its duplicates wait: were they answered before, and the first
 * one then failed, the message would be lost.
 */
export class DeliveryMemory {
	private readonly accepted = new Set<string>();

	private readonly open = new Map<string, Promise<void>>();

	/**
	 * Waits for what became of earlier deliveries of the same message.
	 *
	 * @param window how many accepted messages to remember
	 * @returns the claim, to be settled; nothing for a duplicate
	 */
	async claim(identity: string, window: number): Promise<Claim | undefined> {
		for (;;) {
			if (this.accepted.has(identity)) return undefined;
			const earlier = this.open.get(identity);
			if (earlier === undefined) return this.openClaim(identity, window);
			await earlier;
		}
	}

	private openClaim(identity: string, window: number): Claim {
		let end = () => {};
		const own = new Promise<void>((resolve) => (end = resolve));
		this.open.set(identity, own);
		return {
			settle: (accepted) => {
				// Settled before: what is open now is the claim of another delivery.
				if (this.open.get(identity) !== own) return;
				if (accepted) this.remember(identity, window);
				this.open.delete(identity);
				end();
			},
		};
	}

	private remember(identity: string, window: number): void {
		this.accepted.add(identity);
		for (const oldest of this.accepted) {
			if (this.accepted.size <= window) break;
			this.accepted.delete(oldest);
		}
	}
}

const memories = new Map<string, DeliveryMemory>();

const keyOf = ({ workflowId, nodeId }: Place) => `${workflowId}/${nodeId}`;

/** The memory of a published trigger in this process. */
export function memoryOf(place: Place): DeliveryMemory {
	const key = keyOf(place);
	const memory = memories.get(key) ?? new DeliveryMemory();
	memories.set(key, memory);
	return memory;
}

/** Whether this process has taken deliveries for a trigger since it was last published. */
export function hasReceived(place: Place): boolean {
	return memories.has(keyOf(place));
}

/** Frees what is remembered of a trigger that is not published any more; n8n's store still knows. */
export function forgetDeliveries(place: Place): void {
	memories.delete(keyOf(place));
}
