import { createHash } from 'node:crypto';
import type { ApiCredentials } from '../api/credentials';
import { systemClock, uptime } from '../api/clock';
import {
	operationOf,
	type Context,
	type IsOwn,
	type Key,
	type ListenerList,
	type Member,
	type Webhook,
} from './plan';
import { processSingleton } from './processSingleton';

/** The prefixes of all keys of a user; `undefined` where the service does not tell. */
export type Prefixes = string[] | undefined;

export function keyOf({ origin, apiKey }: ApiCredentials): Key {
	const hash = createHash('sha256').update(`webhook\n${origin}\n${apiKey}`).digest('hex');
	return { id: hash.slice(0, 32), origin, prefix: apiKey.split('.', 1).join() };
}

/** The base address of the n8n that a trigger's URL belongs to; two of them may share a host. */
function addressOf(url: string): string {
	const { origin, pathname } = new URL(url);
	// n8n appends the endpoint, the webhook ID and the node's path to its base address; for a node that was
	// imported without an ID, the endpoint, the workflow's ID, the node's name and its path.
	const appended = /(\/webhook(-test)?(\/[^/]+){2}|(\/[^/]+){2})\/[^/]+$/;
	return `${origin}${pathname.replace(appended, '')}`;
}

/** Runs one thing at a time for each key in this process, in the order of the calls. */
class KeyedLock {
	private readonly queues = new Map<string, Promise<unknown>>();

	async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
		const before = this.queues.get(key) ?? Promise.resolve();
		const turn = before.then(work, work);
		const settled = turn.catch(() => undefined);
		this.queues.set(key, settled);
		try {
			return await turn;
		} finally {
			if (this.queues.get(key) === settled) this.queues.delete(key);
		}
	}
}

/** After this long, n8n has started all published triggers. */
const STARTUP_MS = 60_000;
/** So have the triggers of most n8ns once none has been started for this long. */
const QUIET_MS = 5_000;
/** n8n 2.41 waits up to 20 s for the removal of a trigger, and up to 84 s for the publication of its new version. */
export const RETURNS_WITHIN_MS = 120_000;
/** For so long after a change, deliveries to the previous URL may still be in flight. */
const IN_FLIGHT_MS = 60_000;

/** Whether n8n may yet publish a trigger anew that left at that time, in milliseconds since the epoch. */
export const mayReturn = (leftAt: number): boolean =>
	systemClock.date() - leftAt < RETURNS_WITHIN_MS;

/**
 * What this process knows about the service's webhooks, one for each of its users.
 *
 * The leading main process knows every listener of its n8n from the hooks that n8n calls when workflows
 * are published or tested, and at its start. Other processes know what the static data of a trigger says.
 */
export class Webhooks {
	/** Serializes all changes to the listeners and to the registered URL, for each service. */
	readonly lock = new KeyedLock();

	/** The list that each published trigger has taken last in this process, by its ID. */
	readonly lists = new Map<string, ListenerList>();

	/** The contexts of the triggers that are about to listen, by their URL, unless n8n has ended that. */
	readonly joining = new Map<string | undefined, Context>();

	/** The current base address of n8n, once a hook has reported it. */
	private ownAddress?: string;

	/** When n8n last stopped a trigger here, in milliseconds since the epoch. */
	stoppedAt = 0;

	/** Since when n8n starts what is published, in milliseconds from the start of the process. */
	private startingSince = 0;

	/** Since when n8n has not started any trigger, as far as this was asked for. */
	private quietSince?: number;

	private latest = 0;

	private all: Webhook[] = [];

	/** @param url of a trigger, as n8n reports it now */
	rememberOwnUrl(url: string | undefined): void {
		if (url !== undefined) this.ownAddress = addressOf(url);
	}

	/** Tells whether a URL belongs to this n8n under its current address. A field would stay as it was before an update. */
	get isOwnUrl(): IsOwn {
		return (url) => addressOf(url) === this.ownAddress;
	}

	/** In milliseconds since the epoch, later than any before and than `others`: clocks of processes differ. */
	timestamp(...others: number[]): number {
		this.latest = Math.max(Date.now(), this.latest + 1, ...others);
		return this.latest;
	}

	/**
	 * n8n has started a trigger that was published before.
	 *
	 * @param isFirst whether it had none running here: it may have taken long to get there, or another main
	 * process may have led until now
	 */
	noteStart(isFirst: boolean): void {
		if (isFirst) this.startingSince = uptime();
		this.quietSince = systemClock.now();
	}

	/**
	 * Whether n8n may still have published triggers to start. n8n 2.41 serves requests, and resumes
	 * interrupted publishing, before it starts what was published already (start.js). It has done so once
	 * it has started none for a while; with `isPatient`, after a minute.
	 */
	isStartingUp(isPatient = false): boolean {
		const isEarly = uptime() - this.startingSince <= STARTUP_MS;
		if (!isEarly || isPatient) return isEarly;
		this.quietSince ??= systemClock.now();
		return systemClock.now() - this.quietSince < QUIET_MS;
	}

	/** Whether it has not been merged with another one. */
	has(webhook: Webhook): boolean {
		return this.all.includes(webhook);
	}

	/** The webhook that a listener of this process belongs to, or has left: its URL may still take deliveries. */
	withListener(listenerId: string): Webhook | undefined {
		return this.all.find(({ listeners, left }) =>
			[...listeners, ...left].some(({ id }) => id === listenerId),
		);
	}

	memberOf(listenerId: string): Member | undefined {
		return this.members.find(({ id }) => id === listenerId);
	}

	/** All listeners of this process. */
	get members(): Member[] {
		return this.all.flatMap(({ listeners }) => listeners);
	}

	/** Adds a listener, which replaces an earlier one with its ID. */
	add(webhook: Webhook, member: Member): void {
		this.remove(member.id);
		for (const each of this.all) each.left = each.left.filter(({ id }) => id !== member.id);
		webhook.listeners.push(member);
	}

	remove(listenerId: string): void {
		for (const webhook of this.all) {
			webhook.listeners = webhook.listeners.filter(({ id }) => id !== listenerId);
		}
	}

	/** Removes a listener from this webhook alone, which n8n may give back its URL. */
	depart(webhook: Webhook, { id, kind, url }: Member): void {
		webhook.listeners = webhook.listeners.filter((one) => one.id !== id);
		webhook.left = webhook.left.filter((one) => one.id !== id && mayReturn(one.leftAt));
		const leftAt = systemClock.date();
		if (kind === 'published' && !this.memberOf(id)) webhook.left.push({ id, kind, url, leftAt });
	}

	ofKnownKey({ id }: Key): Webhook | undefined {
		return this.all.find(({ keys }) => keys.some((key) => key.id === id));
	}

	/** The webhook of a key, as far as it is known without a call to the service. */
	ofKey(key: Key, webhookId = key.id): Webhook {
		const known = this.ofKnownKey(key) ?? this.all.find(({ id }) => id === webhookId);
		const reported = new Set<string>();
		const fresh = { id: webhookId, keys: [], listeners: [], left: [], reported, delayMs: 0 };
		const webhook: Webhook = known ?? fresh;
		if (!known) {
			// Whether it is the same as one of these was not known when the service was asked.
			for (const each of this.all) each.knowsAllKeys = undefined;
			this.all.push(webhook);
		}
		if (!webhook.keys.some(({ id }) => id === key.id)) webhook.keys.push(key);
		return webhook;
	}

	/** Other webhooks of the same service, as far as they are in use; they may turn out to be the same. */
	othersOf(webhook: Webhook): Webhook[] {
		const origins = new Set(webhook.keys.map(({ origin }) => origin));
		const isInUse = ({ listeners, registered }: Webhook) =>
			listeners.length > 0 || (registered !== undefined && registered.url !== null);
		const others = this.all.filter((other) => other !== webhook && isInUse(other));
		return others.filter(({ keys }) => keys.some(({ origin }) => origins.has(origin)));
	}

	/**
	 * The webhook that a key leads to. Two keys of one user lead to the same one (extended API, 3 and 9:
	 * keys are listed for their user, who has one webhook).
	 *
	 * @param listPrefixes called only for a key without listeners, while another one is in use
	 */
	async identify(key: Key, listPrefixes: () => Promise<Prefixes>): Promise<Webhook> {
		const webhook = this.ofKey(key);
		if (webhook.listeners.length > 0 || this.othersOf(webhook).length === 0) return webhook;
		return this.merge(webhook, await listPrefixes());
	}

	/** Merges a webhook with those of all keys that the service lists together with its own. */
	merge(webhook: Webhook, prefixes: Prefixes): Webhook {
		const isListed = ({ prefix }: Key) => prefixes?.includes(prefix);
		const same = [webhook, ...this.othersOf(webhook).filter(({ keys }) => keys.some(isListed))];
		const target = same.find(({ listeners }) => listeners.length > 0) ?? webhook;
		target.knowsAllKeys = prefixes !== undefined;
		for (const from of same.filter((other) => other !== target)) {
			target.keys.push(...from.keys);
			target.listeners.push(...from.listeners);
			target.left.push(...from.left);
			target.registered = later(target.registered, from.registered);
			target.operation = later(target.operation, from.operation);
			target.operation = operationOf(target);
			target.lastContext ??= from.lastContext;
			from.wake?.();
			this.all = this.all.filter((other) => other !== from);
		}
		return target;
	}

	/** A workflow has set the webhook of a key, so that the triggers do not clear it. */
	noteOperation(key: Key, url: string | null): void {
		const webhook = this.ofKey(key);
		const at = this.timestamp();
		webhook.registered = { url, at };
		const isOfListener = webhook.listeners.some((listener) => listener.url === url);
		webhook.operation = isOfListener ? undefined : { url, at };
	}

	/** The service has delivered to a listener itself, which shows that it has its URL. */
	noteDelivery(listenerId: string): void {
		const webhook = this.withListener(listenerId);
		const url = this.memberOf(listenerId)?.url;
		if (!webhook || !url) return;
		const at = this.timestamp();
		const isInFlight = at - (webhook.registered?.at ?? 0) < IN_FLIGHT_MS;
		// Where a workflow has set another system's URL, that one may pass on what it gets.
		if (isInFlight || webhook.operation?.url || webhook.registered?.url === url) return;
		const isOfOther = webhook.listeners.some((other) => other.url === webhook.registered?.url);
		// The service may as well have the other one's, and this be a late delivery: it is told again.
		Object.assign(webhook, { registered: isOfOther ? { at } : { url, at }, operation: undefined });
	}
}

/** The later one of two changes. */
export function later<Change extends { at: number }>(one?: Change, other?: Change) {
	if (!one || !other) return one ?? other;
	return other.at > one.at ? other : one;
}

/** Shared by all nodes of this process. */
export const webhooks = processSingleton('webhooks', new Webhooks());
