import { createHash } from 'node:crypto';
import type { ApiClient } from '../shared/api/client';
import type { ApiCredentials } from '../shared/api/credentials';
import { apiPath } from '../shared/api/path';

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
}

/** Which of the service's webhook slots a credential leads to, without telling the key. */
export function slotIdOf({ origin, apiKey }: ApiCredentials): string {
	return createHash('sha256').update(`webhook\n${origin}\n${apiKey}`).digest('hex').slice(0, 32);
}

/**
 * Points the service's one webhook at a URL, or at nothing (reference, PUT /api/v1/user/webhook/).
 *
 * @throws NodeApiError with the service's words
 */
export async function setWebhookUrl(client: ApiClient, url: string | null): Promise<void> {
	await client.raw('PUT', apiPath`/api/v1/user/webhook/`, {
		body: { webhook_url: url },
		emptyAllowed: true,
		// Setting the same URL twice is like setting it once: where an answer is lost, asking again
		// is what makes it certain what the slot holds.
		effect: 'read',
		// Until it is done, messages go astray.
		urgent: true,
	});
}

const keyOf = ({ workflowId, nodeId }: Place) => `${workflowId}/${nodeId}`;

/**
 * What this process knows of the service's slots, for nobody can ask the service.
 *
 * It is fed by registrations, by removals and by deliveries. After a restart it is empty, and with
 * several n8n processes each has its own: it may say "unknown", and what it says may be outdated
 * where another process removed a registration. So nothing is refused or removed on its word alone
 * where the truth can be asked for.
 */
export class Slots {
	private readonly holders = new Map<string, Holder>();

	private readonly queues = new Map<string, Promise<unknown>>();

	private readonly failed = new Set<string>();

	/** The published trigger that took this slot last, if this process knows of one. */
	holderOf(slotId: string): Holder | undefined {
		return this.holders.get(slotId);
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
		this.holders.set(slotId, holder);
	}

	/** A delivery shows that a published trigger holds the slot. */
	learn(slotId: string, holder: Holder): void {
		const known = this.holders.get(slotId);
		if (known?.registeredUrl !== holder.registeredUrl) this.holders.set(slotId, holder);
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
		const before = this.queues.get(slotId) ?? Promise.resolve();
		const turn = before.then(work, work);
		const settled = turn.catch(() => undefined);
		this.queues.set(slotId, settled);
		try {
			return await turn;
		} finally {
			if (this.queues.get(slotId) === settled) this.queues.delete(slotId);
		}
	}
}

/** Shared by all trigger nodes of this process. */
export const slots = new Slots();
