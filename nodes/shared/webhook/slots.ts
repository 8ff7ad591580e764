import { createHash } from 'node:crypto';
import type { ApiCredentials } from '../api/credentials';

/** A trigger node, told from all others of this n8n. */
export interface Place {
	workflowId: string;
	nodeId: string;
}

/** A published trigger that the service delivers to. */
export interface Holder extends Place {
	workflowName: string;
	nodeName: string;
	/** Its production URL, without the secret. */
	url: string;
	/** Its production URL as registered. */
	registeredUrl: string;
	/** When it took the slot, in milliseconds since the epoch. */
	takenAt: number;
}

/** What a workflow has put into a slot by itself. */
interface Foreign {
	/** `null` where it disabled the webhook. */
	url: string | null;
	/** Milliseconds since the epoch. */
	since: number;
}

/** So long after a slot has changed, deliveries to its former URL may still be on their way. */
const UNDER_WAY_MS = 60_000;

/** Which of the service's webhook slots a credential leads to, without telling the key. */
export function slotIdOf({ origin, apiKey }: ApiCredentials): string {
	return createHash('sha256').update(`webhook\n${origin}\n${apiKey}`).digest('hex').slice(0, 32);
}

const keyOf = ({ workflowId, nodeId }: Place) => `${workflowId}/${nodeId}`;

/**
 * What this process knows of the service's slots, for nobody can ask the service.
 *
 * It is fed by registrations, removals, deliveries, the start of n8n, and by the operations that set
 * the webhook. With several n8n processes each has its own: it may say "unknown", and what it says
 * may be outdated where another process changed the slot. So nothing is refused or removed on its
 * word alone where the truth can be asked for.
 */
export class Slots {
	private readonly holders = new Map<string, Holder>();

	private readonly foreign = new Map<string, Foreign>();

	private readonly queues = new Map<string, Promise<unknown>>();

	private readonly failed = new Set<string>();

	/** The published trigger that took this slot last, if this process knows of one. */
	holderOf(slotId: string): Holder | undefined {
		return this.holders.get(slotId);
	}

	/** What a workflow has set since; `null` where it disabled the webhook, `undefined` where none did. */
	foreignUrlOf(slotId: string): string | null | undefined {
		return this.foreign.get(slotId)?.url;
	}

	/**
	 * The slot that this process knows a node to hold.
	 *
	 * @param url under which it was registered; any without it
	 */
	slotHeldBy(place: Place, url?: string): string | undefined {
		const isHeld = (holder: Holder) =>
			keyOf(holder) === keyOf(place) && holder.url === (url ?? holder.url);
		return [...this.holders].find(([, holder]) => isHeld(holder))?.[0];
	}

	/** A published trigger holds the slot now. */
	take(slotId: string, holder: Holder): void {
		this.release(holder);
		this.failed.delete(keyOf(holder));
		this.foreign.delete(slotId);
		this.holders.set(slotId, holder);
	}

	/** A workflow has set the slot by itself: no trigger holds it any more, unless that is its URL. */
	setByWorkflow(slotId: string, url: string | null, now: number): void {
		if (this.holders.get(slotId)?.registeredUrl === url) return;
		this.holders.delete(slotId);
		this.foreign.set(slotId, { url, since: now });
	}

	/**
	 * A delivery shows that a published trigger holds the slot, unless a workflow has set a URL, which
	 * may be one that hands deliveries on.
	 */
	learn(slotId: string, holder: Holder, now: number): void {
		const foreign = this.foreign.get(slotId);
		if (foreign && (foreign.url !== null || now - foreign.since < UNDER_WAY_MS)) return;
		this.foreign.delete(slotId);
		const known = this.holders.get(slotId);
		if (known?.registeredUrl === holder.registeredUrl) return;
		this.holders.set(slotId, { ...holder, takenAt: now });
	}

	/** n8n starts with a trigger that took the slot earlier; who took it last has it. */
	recall(slotId: string, holder: Holder): void {
		if (this.foreign.has(slotId)) return;
		const { takenAt = -Infinity } = this.holders.get(slotId) ?? {};
		if (holder.takenAt > takenAt) this.holders.set(slotId, holder);
	}

	/** A trigger holds no slot any more. */
	release(place: Place): void {
		const held = this.slotHeldBy(place);
		if (held !== undefined) this.holders.delete(held);
	}

	/** A registration has not succeeded; n8n calls the removal after a failure. */
	markFailed(place: Place): void {
		this.failed.add(keyOf(place));
	}

	/** Whether the latest registration failed; true once for each failure. */
	takeFailure(place: Place): boolean {
		return this.failed.delete(keyOf(place));
	}

	/** Runs one thing at a time for each slot of this process, in the order of the calls. */
	async exclusively<Result>(slotId: string, work: () => Promise<Result>): Promise<Result> {
		return await this.inTurn(`slot ${slotId}`, work);
	}

	/** Runs one thing at a time for each node: what it removes is what it has registered before. */
	async exclusivelyAt<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
		return await this.inTurn(`node ${keyOf(place)}`, work);
	}

	private async inTurn<Result>(queue: string, work: () => Promise<Result>): Promise<Result> {
		const before = this.queues.get(queue) ?? Promise.resolve();
		const turn = before.then(work, work);
		const settled = turn.catch(() => undefined);
		this.queues.set(queue, settled);
		try {
			return await turn;
		} finally {
			if (this.queues.get(queue) === settled) this.queues.delete(queue);
		}
	}
}

/** Shared by all nodes of this process. */
export const slots = new Slots();
