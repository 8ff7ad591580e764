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

/** What is done for a webhook while nobody waits for it. */
interface Background {
	/** Counts what was scheduled: only the latest one is carried out. */
	turn: number;
	/** In a row. */
	failures: number;
	/** The kinds of failure that were logged since the last success. */
	reported: Set<string>;
}

/** Where this process takes requests, as a delivery has shown: it listens there without TLS. */
interface OwnAddress {
	/** An IP address, an IPv6 one in brackets. */
	host: string;
	port: number;
	/** What n8n's URLs begin with before the path under which requests come in here; the longest first. */
	bases: string[];
	/** Whether deliveries to published triggers come in here, rather than in a process of their own. */
	takesDeliveries: boolean;
	/** Whether requests to triggers have last worked there, or by the public URL alone; absent before the first. */
	works: { published?: boolean; test?: boolean };
}

/**
 * What this process knows about the service's webhooks. In the process where n8n runs the triggers it is
 * everything, from the hooks that n8n calls; in others it is the lists alone.
 */
interface State {
	webhooks: Webhook[];
	/** By the webhook's ID. */
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
	/** The keys about which the log says that their user is unknown. */
	ofUnknownUser: Set<string>;
	/** Never stored: secrets are sent there. */
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

/** Another number where an earlier version could not use the state. */
const SLOT = Symbol.for('n8n-nodes-public-outreach trigger 1');

/**
 * The state is plain data on an object that the process has once. Where the package is updated in a running n8n,
 * n8n 2.41 loads the new code beside the old, which goes on with the triggers that it has started
 * (community-packages.service.js, installOrUpdatePackage); a variable of a module would exist twice, and two
 * copies of this code would each believe that they know every listener. Plain data has no methods, so that
 * either copy can use what the other one has written. n8n's linter allows neither `globalThis` nor `process`.
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

/** Most n8ns have started all triggers once none was started for this long. */
const QUIET_MS = 5_000;

/** n8n calls a hook for the first time, or starts a trigger that was published before. */
export function noteStart(isRestored: boolean): void {
	if (isRestored || state.startedAt === undefined) state.startedAt = systemClock.now();
}

/**
 * Waits until n8n has started what is published: it serves requests, and resumes interrupted publications,
 * before (n8n 2.41, start.js). Until then it is not known who listens.
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

/** The webhook that a listener of this process belongs to; also one that n8n has just unpublished. */
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

/** Other webhooks of the same service that are in use; two keys may lead to the same one. */
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
 * The webhook that a key leads to. Two keys of one user lead to the same one (extended API, 3 and 9: keys are
 * listed for their user, who has one webhook). Webhooks that are both in use stay two.
 *
 * @param listPrefixes asks the service; called only for a key that is not in use, while another one is
 * @param use takes the webhook into use in the same moment: another key of the user may be identified next
 * @param before the webhook of the listener that has got this key
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
	// A webhook that nobody listens to any more: its key leads to the other one from now on.
	if (same) state.webhooks = state.webhooks.filter((one) => one !== knownWebhook(key));
	same?.keys.push(key);
	const webhook = same ?? webhookOf(key);
	use(webhook);
	return webhook;
}

/**
 * What the service has may have changed: it is told again. Where it had none of our URLs there is nothing to
 * tell it, unless a listener is to be registered.
 */
export function doubt(webhook: Webhook): void {
	const { observed } = webhook;
	if (observed.kind === 'url')
		webhook.observed = { ...observed, kind: 'unknown', isMaybeOurs: true };
}

/** No credential is left by which it could be changed. */
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
