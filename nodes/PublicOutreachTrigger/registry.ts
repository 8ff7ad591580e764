import { createHash } from 'node:crypto';
import { z } from 'zod';
import { pause, systemClock } from '../shared/clock';
import type { ApiCredentials } from '../shared/credentials';
import {
	isLive,
	type Context,
	type Key,
	type ListenerList,
	type LocalListener,
	type Webhook,
} from './plan';

/** The background work for a webhook. */
interface Background {
	/** Counts the scheduled reconciliations: only the latest one is carried out. */
	turn: number;
	/** Failures in a row. */
	failures: number;
	/** The kinds of failure that were logged since the last success. */
	reported: Set<string>;
}

/** The address at which this process takes requests, as a delivery has shown. It listens there without TLS. */
interface OwnAddress {
	/** An IP address, an IPv6 one in brackets. */
	host: string;
	port: number;
	/** The beginnings of n8n's URLs, up to the path under which requests arrive here; the longest first. */
	bases: string[];
	/** Whether deliveries to published triggers arrive here, rather than in a process of their own. */
	takesDeliveries: boolean;
	/**
	 * Whether the latest request to a trigger succeeded at this address, or only by the public URL; absent
	 * before the first one.
	 */
	works: { published?: boolean; test?: boolean };
}

/**
 * What this process knows about the service's webhooks. The process in which n8n runs the triggers knows
 * everything, from the hooks that n8n calls; others know the lists alone.
 */
interface State {
	webhooks: Webhook[];
	/** Background work, by the webhook's ID. */
	background: Map<string, Background>;
	/** The latest list that each registered listener was sent here, by its ID. */
	lists: Map<string, ListenerList>;
	/** The contexts of triggers that n8n is publishing or beginning to test, by their URL. */
	joining: Map<string, Context>;
	/** The contexts of triggers that n8n runs here, by their listener's ID. */
	running: Map<string, Context>;
	/** Published listeners that were registered under another address of n8n, by their ID. */
	foreign: Map<string, { keyId: string; url: string }>;
	/** The latest change of each webhook, by its ID: the next one waits for it. */
	queues: Map<string, Promise<unknown>>;
	/** The keys whose user is unknown, and was logged as such. */
	ofUnknownUser: Set<string>;
	/** Never stored, because secrets are sent to this address. */
	own?: OwnAddress;
	/** When n8n last started a trigger that was published before, in milliseconds of the clock. */
	startedAt?: number;
	/** The latest timestamp that was given out. */
	latest: number;
}

const newState = (): State => ({
	webhooks: [],
	background: new Map(),
	lists: new Map(),
	joining: new Map(),
	running: new Map(),
	foreign: new Map(),
	queues: new Map(),
	ofUnknownUser: new Set(),
	latest: 0,
});

/** The number changes if an earlier version could not use the state. */
const SLOT = Symbol.for('n8n-nodes-public-outreach trigger 1');

/**
 * The state is plain data on an object that exists once in the process. If the package is updated in a
 * running n8n, n8n 2.41 loads the new code beside the old, which continues with the triggers that it has
 * started (community-packages.service.js, installOrUpdatePackage). A variable of a module would exist twice,
 * and each copy of this code would believe that it knows every listener. Plain data has no methods, so either
 * copy can use what the other has written. n8n's linter allows neither `globalThis` nor `process`.
 */
const holder = z.custom<{ [SLOT]?: State }>((given) => given === performance).parse(performance);
export const state: State = Object.assign((holder[SLOT] ??= newState()), {
	...newState(),
	...holder[SLOT],
});

export function keyOf({ origin, apiKey }: ApiCredentials): Key {
	const hash = createHash('sha256').update(`webhook\n${apiKey}`).digest('hex');
	return { id: hash.slice(0, 32), origin, prefix: apiKey.split('.', 1).join() };
}

/** A URL in the form in which others are compared with it: lower case, without a default port. */
export function normalized(url: string): string {
	return URL.canParse(url) ? new URL(url).href : url;
}

/** In milliseconds since the epoch, later than any before and than `others`: the clocks of processes differ. */
export function timestamp(...others: number[]): number {
	state.latest = Math.max(systemClock.date(), state.latest + 1, ...others);
	return state.latest;
}

/** Most n8ns have started all triggers if none was started for this long. */
const QUIET_MS = 5_000;

/** n8n calls a hook for the first time, or starts a trigger that was published before. */
export function noteStart(isRestored: boolean): void {
	if (isRestored || state.startedAt === undefined) state.startedAt = systemClock.now();
}

/**
 * Waits until n8n has started the published workflows: before that it already serves requests, and resumes
 * interrupted publications (n8n 2.41, start.js). Until then the listeners are not known.
 */
export async function untilStarted(): Promise<void> {
	noteStart(false);
	for (;;) {
		const left = (state.startedAt ?? 0) + QUIET_MS - systemClock.now();
		if (left <= 0) return;
		await pause(systemClock, left, 'start');
	}
}

/** Whether n8n may yet start a trigger, within `ms` of the latest one. */
export function mayStartMore(ms: number): boolean {
	return systemClock.now() - (state.startedAt ?? 0) < ms;
}

/** The webhook that a listener of this process belongs to, even if n8n has just unpublished it. */
export function webhookWith(listenerId: string): Webhook | undefined {
	return state.webhooks.find(({ listeners }) => listeners.some(({ id }) => id === listenerId));
}

export function listenerOf(listenerId: string): LocalListener | undefined {
	return allListeners().find(({ id }) => id === listenerId);
}

export function allListeners(): LocalListener[] {
	return state.webhooks.flatMap(({ listeners }) => listeners);
}

/** Adds a listener, which replaces an earlier one with its ID. */
export function addListener(webhook: Webhook, listener: LocalListener): void {
	removeListener(listener.id);
	webhook.listeners.push(listener);
}

function removeListener(listenerId: string): void {
	for (const webhook of state.webhooks) {
		webhook.listeners = webhook.listeners.filter(({ id }) => id !== listenerId);
	}
}

/** Whether triggers listen with one of its keys. */
const isInUse = ({ listeners }: Webhook): boolean => listeners.some(isLive);

/** Other webhooks of the same service that are in use; two keys may belong to the same one. */
export function othersOf(key: Key, webhook?: Webhook): Webhook[] {
	const isOther = (other: Webhook) =>
		other !== webhook && other.keys.some(({ origin }) => origin === key.origin);
	return state.webhooks.filter((other) => isOther(other) && isInUse(other));
}

function knownWebhook({ id }: Key): Webhook | undefined {
	return state.webhooks.find(({ keys }) => keys.some((key) => key.id === id));
}

/** The webhook of a key, as far as it is known without a request to the service. */
export function webhookOf(key: Key, webhookId = key.id): Webhook {
	const known = knownWebhook(key) ?? state.webhooks.find(({ id }) => id === webhookId);
	const webhook: Webhook = known ?? {
		id: webhookId,
		keys: [],
		listeners: [],
		observed: { kind: 'unknown', isMaybeOurs: false, at: 0 },
	};
	if (!known) state.webhooks.push(webhook);
	const isKnown = ({ id, origin }: Key) => id === key.id && origin === key.origin;
	if (!webhook.keys.some(isKnown)) webhook.keys.push(key);
	return webhook;
}

/**
 * The webhook that a key belongs to. Two keys of one user belong to the same one (extended API, 3 and 9: keys
 * are listed for their user, who has one webhook). Two webhooks that are both in use are not merged.
 *
 * @param listPrefixes asks the service; called only for a key that is not in use, while another one is
 * @param use starts using the webhook at the same moment: another key of the user may be identified next
 * @param before the webhook of the listener that now has this key
 */
export async function identify(
	key: Key,
	listPrefixes: () => Promise<string[] | undefined>,
	use: (webhook: Webhook) => void,
	before?: Webhook,
): Promise<Webhook> {
	const others = () => {
		const known = knownWebhook(key);
		if (known && isInUse(known)) return [];
		const isOfService = before?.keys.some(({ origin }) => origin === key.origin);
		const all = [...othersOf(key, known), ...(before && isOfService ? [before] : [])];
		return all.filter((webhook) => webhook !== known);
	};
	const prefixes = others().length > 0 ? await listPrefixes() : undefined;
	const isListed = ({ origin, prefix }: Key) =>
		origin === key.origin && prefixes?.includes(prefix) === true;
	const same = others().find(({ keys }) => keys.some(isListed));
	// Nothing listens to the key's own webhook any longer: from now on the key belongs to the other one.
	if (same) state.webhooks = state.webhooks.filter((one) => one !== knownWebhook(key));
	same?.keys.push(key);
	const webhook = same ?? webhookOf(key);
	use(webhook);
	return webhook;
}

/**
 * The service may have lost the URL, so it is told again. If it had none of our URLs, there is nothing to
 * tell, unless a listener has to be registered.
 */
export function doubt(webhook: Webhook): void {
	const { observed } = webhook;
	if (observed.kind === 'url')
		webhook.observed = { ...observed, kind: 'unknown', isMaybeOurs: true };
}

/** Gives up a webhook: no credential is left that could change it. */
export function abandon(webhook: Webhook): void {
	webhook.observed = { kind: 'unknown', isMaybeOurs: false, at: timestamp() };
}

/** Carries out one change of a webhook at a time, in the order of the calls. */
export async function withLock<Result>(
	{ id }: Webhook,
	work: () => Promise<Result>,
): Promise<Result> {
	const before = state.queues.get(id) ?? Promise.resolve();
	const turn = before.then(work);
	const ended = turn.catch(() => undefined);
	state.queues.set(id, ended);
	try {
		return await turn;
	} finally {
		if (state.queues.get(id) === ended) state.queues.delete(id);
	}
}

export function backgroundOf({ id }: Webhook): Background {
	const background = state.background.get(id) ?? { turn: 0, failures: 0, reported: new Set() };
	state.background.set(id, background);
	return background;
}
