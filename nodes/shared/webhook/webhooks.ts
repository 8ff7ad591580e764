import { createHash } from 'node:crypto';
import type { ApiCredentials } from '../api/credentials';
import { KeyedLock } from './keyedLock';
import {
	merged,
	NOTHING_KNOWN,
	transition,
	type Listener,
	type Ownership,
	type OwnershipEvent,
	type TriggerId,
} from './ownership';

/** A listener of this process, with access to its credential. */
export interface Member extends Listener {
	/** The current credential, which may hold another key than at publication. */
	credentials: () => Promise<ApiCredentials>;
	/** The key that it is registered under here. */
	key: Key;
	/** Whether it was published before this process started, and n8n has not started it here yet. */
	isExpected: boolean;
}

/** An API key, without its secret. */
export interface Key {
	id: string;
	origin: string;
	/** The part that the service shows. */
	prefix: string;
}

/** The prefixes of all keys of a user; `undefined` where the service does not tell. */
export type Prefixes = string[] | undefined;

export function keyOf({ origin, apiKey }: ApiCredentials): Key {
	const hash = createHash('sha256').update(`webhook\n${origin}\n${apiKey}`).digest('hex');
	return { id: hash.slice(0, 32), origin, prefix: apiKey.split('.', 1).join() };
}

export function listenerIdOf({ workflowId, nodeId }: TriggerId, isTest: boolean): string {
	return `${workflowId}/${nodeId}${isTest ? '/test' : ''}`;
}

/**
 * What this process knows about the service's webhooks, one for each of its users.
 *
 * The leading main process knows every listener of its n8n from the hooks that n8n calls when workflows
 * are published or tested, and at its start. Other processes know what the static data of a trigger says.
 */
export class Webhooks {
	/** Serializes all changes to the listeners and to the registered URL, for each service. */
	readonly lock = new KeyedLock();

	private version = 0;

	private readonly ownerships = new Map<string, Ownership<Member>>();

	/** The webhook that a key leads to, by the key's ID. */
	private readonly keys = new Map<string, Key & { webhookId: string }>();

	of(webhookId: string): Ownership<Member> {
		return this.ownerships.get(webhookId) ?? NOTHING_KNOWN;
	}

	apply(webhookId: string, event: OwnershipEvent<Member>): void {
		this.ownerships.set(webhookId, transition(this.of(webhookId), event));
	}

	/**
	 * All listeners of a webhook, in a list with a version newer than any before.
	 *
	 * @param isOwn whether a URL leads to this n8n
	 */
	listOf(webhookId: string, isOwn: (url: string) => boolean) {
		this.version = Math.max(Date.now(), this.version + 1);
		const listeners = this.of(webhookId).listeners.filter(({ url }) => isOwn(url));
		return {
			version: this.version,
			listeners: listeners.map(({ id, kind, url }) => ({ id, kind, url })),
		};
	}

	/** The listener that the service delivers to, if this process knows of one. */
	receiverOf(webhookId: string): Member | undefined {
		const { receiver, listeners } = this.of(webhookId);
		return receiver.kind === 'listener'
			? listeners.find(({ id }) => id === receiver.id)
			: undefined;
	}

	/** The webhooks that have listeners. */
	withListeners(): string[] {
		const found = [...this.ownerships].filter(([, { listeners }]) => listeners.length > 0);
		return found.map(([id]) => id);
	}

	/** The listener of this process with this URL; the secret in the query is ignored. */
	memberAt(url: string): Member | undefined {
		const members = [...this.ownerships.values()].flatMap(({ listeners }) => [...listeners]);
		return members.find((member) => member.url.split('?', 1)[0] === url);
	}

	/** The webhook that a listener of this process belongs to. */
	webhookIdOf(listenerId: string): string | undefined {
		const isMember = ([, { listeners }]: [string, Ownership]) =>
			listeners.some(({ id }) => id === listenerId);
		return [...this.ownerships].find(isMember)?.[0];
	}

	memberOf(listenerId: string): Member | undefined {
		const members = [...this.ownerships.values()].flatMap(({ listeners }) => [...listeners]);
		return members.find(({ id }) => id === listenerId);
	}

	/** The webhook of a key, as far as it is known without a call to the service. */
	webhookIdOfKey(key: Key): string {
		return this.keys.get(key.id)?.webhookId ?? key.id;
	}

	/** Records that a key belongs to this webhook. */
	assignKey(key: Key, webhookId: string): void {
		const { id, origin, prefix } = key;
		this.keys.set(id, { id, origin, prefix, webhookId });
	}

	/**
	 * The webhook that a credential leads to. Two keys of one user lead to the same one (extended API,
	 * 3 and 9: keys are listed for their user, who has one webhook).
	 *
	 * @param listPrefixes called only where another key of the same service has listeners
	 */
	async identify(credentials: ApiCredentials, listPrefixes: () => Promise<Prefixes>) {
		const key = keyOf(credentials);
		if (!this.keys.has(key.id)) await this.reassignListeners(key.origin);
		if (!this.keys.has(key.id)) this.assignKey(key, key.id);
		const webhookId = this.webhookIdOfKey(key);
		const isAlone = this.of(webhookId).listeners.length === 0;
		if (isAlone && this.othersOf(webhookId, key.origin).length > 0) {
			this.merge(key, await listPrefixes());
		}
		return this.webhookIdOfKey(key);
	}

	/** Other webhooks of the same service that have listeners; they may turn out to be the same. */
	othersOf(webhookId: string, origin: string): string[] {
		const ids = [...this.keys.values()].filter((key) => key.origin === origin);
		const others = new Set(ids.map((key) => key.webhookId).filter((id) => id !== webhookId));
		return [...others].filter((id) => this.of(id).listeners.length > 0);
	}

	/** Merges the webhooks of all keys that the service lists together with a key. */
	merge(key: Key, prefixes: Prefixes = []): void {
		const isListed = (other: Key) => other.origin === key.origin && prefixes.includes(other.prefix);
		const listed = [...this.keys.values()].filter(isListed).map((other) => other.webhookId);
		const same = [...new Set([this.webhookIdOfKey(key), ...listed])];
		const target = same.find((id) => this.of(id).listeners.length > 0) ?? this.webhookIdOfKey(key);
		for (const from of same.filter((id) => id !== target)) {
			this.ownerships.set(target, merged(this.of(target), this.of(from)));
			this.ownerships.delete(from);
			const aliases = [...this.keys.values()].filter((other) => other.webhookId === from);
			aliases.forEach((alias) => this.assignKey(alias, target));
		}
	}

	/** Moves listeners to the key that their credential now holds. */
	private async reassignListeners(origin: string): Promise<void> {
		for (const [webhookId, { listeners }] of this.ownerships) {
			for (const listener of listeners) {
				const current = await listener.credentials().then(keyOf, () => listener.key);
				if (current.origin !== origin || current.id === listener.key.id) continue;
				if (!this.keys.has(current.id)) this.assignKey(current, current.id);
				this.apply(webhookId, { type: 'left', id: listener.id });
				const moved = { ...listener, key: current };
				this.apply(this.webhookIdOfKey(current), { type: 'joined', listener: moved });
			}
		}
	}
}

/** Shared by all nodes of this process. */
export const webhooks = new Webhooks();
