import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { isDataObject } from '../../shared/api/responses/json';
import { identifierOf, incomingMessage } from '../incomingMessage';

const identifierFields = incomingMessage.pick({ message_id: true, id: true }).catch({});

/**
 * The deduplication key of a message: its identifier, else the whole message, so that no message is
 * dropped for lacking an identifier.
 *
 * @param json a delivery's body, or the item that any output makes of it
 * @param bytes of the body as received, if they are known: serializing a deeply nested body could
 * overflow the stack
 * @returns a hash of 43 characters, however long the identifier is
 */
export function identityOf(json: IDataObject, bytes: Uint8Array = new Uint8Array()): string {
	const message = isDataObject(json.message) ? json.message : json;
	const identifier = identifierOf(identifierFields.parse(message));
	const hash = createHash('sha256');
	if (identifier !== undefined) hash.update(`identifier\n${identifier}`);
	else hash.update('body\n').update(bytes.length > 0 ? bytes : JSON.stringify(json));
	return hash.digest('base64url');
}

/** A delivery's claim to be the first with its identity, open until its outcome is known. */
export interface Claim {
	/**
	 * Only the first call has an effect.
	 *
	 * @param accepted n8n has accepted the message; otherwise its next delivery may claim it
	 */
	settle(accepted: boolean): void;
}

/**
 * The messages that this process has accepted for one trigger, the latest ones.
 *
 * Check and claim are one synchronous step: of any number of concurrent deliveries of a message exactly
 * one is first. A message counts as accepted only once n8n has responded, and until then its duplicates
 * wait: if they were answered earlier and the first one then failed, the message would be lost.
 */
export class DeliveryMemory {
	private readonly accepted = new Set<string>();

	private readonly open = new Map<string, Promise<void>>();

	/**
	 * Waits for the outcome of earlier deliveries of the same message.
	 *
	 * @param window how many accepted messages to remember
	 * @returns the claim, to be settled; `undefined` for a duplicate
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
				// Already settled: the open claim belongs to another delivery.
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

/** The delivery memory of a published trigger in this process. */
export function memoryOf(id: string): DeliveryMemory {
	const memory = memories.get(id) ?? new DeliveryMemory();
	memories.set(id, memory);
	return memory;
}

/** Whether this process has taken deliveries for a trigger since it was last published. */
export function hasReceived(id: string): boolean {
	return memories.has(id);
}

/** Frees the memory of a trigger that is no longer published; n8n's store keeps its messages. */
export function forgetDeliveries(id: string): void {
	for (const key of [id, `${id} also`, `${id} forward`]) memories.delete(key);
}
