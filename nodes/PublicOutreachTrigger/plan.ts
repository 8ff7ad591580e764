import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';
import { z } from 'zod';

/** n8n's context of a hook or of a running trigger. Requests for the trigger are sent with its credential. */
export type Context = IHookFunctions | ITriggerFunctions;

/** An API key, without its secret. */
export const keySchema = z.object({
	/** A hash of the key alone, so that it is the same under two base URLs. */
	id: z.string(),
	/** The service's origin. */
	origin: z.string(),
	/** The part that the service shows. */
	prefix: z.string(),
});
export type Key = z.infer<typeof keySchema>;

/** A trigger that takes messages: a published one, or one that listens for a test event. */
const listenerSchema = z.object({
	/** Stays the same after a restart. A test's ID differs from that of its published workflow. */
	id: z.string(),
	kind: z.enum(['published', 'test']),
	/** The URL at which it takes deliveries, with its secret. */
	url: z.string(),
	/**
	 * When n8n unpublished it, or ended the test, in milliseconds since the epoch. n8n may be publishing a new
	 * version of it: messages wait for that, for {@link GRACE_MS}.
	 */
	unpublishedAt: z.number().optional(),
});
export type Listener = z.infer<typeof listenerSchema>;

/**
 * All listeners of a webhook, as the registered one has them. Of two lists, the one with the higher version
 * is valid.
 */
export const listSchema = z.object({ version: z.number(), listeners: z.array(listenerSchema) });
export type ListenerList = z.infer<typeof listSchema>;

/** A listener as known in the process in which n8n runs the triggers. */
export interface LocalListener extends Listener {
	/** The key under which it listens. */
	key: Key;
	/** Sends requests for it; absent if n8n has not started it here. */
	context?: Context;
	/** The list of listeners that it has acknowledged, as JSON. */
	acknowledged?: string;
}

/**
 * What the service has, judging by the latest change (`at`, in milliseconds since the epoch; 0 for none),
 * since the service cannot be asked. If that is unknown, `isMaybeOurs` says whether it may be a URL of this
 * n8n, and `url` which one.
 */
export type Observed = { at: number } & (
	| { kind: 'unknown'; isMaybeOurs: boolean; url?: string }
	| { kind: 'disabled' }
	| { kind: 'url'; url: string }
);

/** One webhook of the service, of which every user has one. */
export interface Webhook {
	id: string;
	/** The API keys that are known to belong to it. */
	keys: Key[];
	/** In the order in which they were published. */
	listeners: LocalListener[];
	observed: Observed;
}

/** A step that brings the service and the registered listener closer to the desired state. */
export type Step =
	| { type: 'send'; to: LocalListener; listeners: Listener[] }
	/** Have the service deliver to this URL. */
	| { type: 'put'; url: string | null };

/** n8n 2.41 waits up to 20 s for the removal of a trigger, and up to 84 s for the publication of its new version. */
export const GRACE_MS = 120_000;

/** Whether a listener gets messages; so does one that n8n may be publishing again. */
export function isListed({ kind, unpublishedAt }: Listener, now: number): boolean {
	if (unpublishedAt === undefined) return true;
	return kind === 'published' && now - unpublishedAt < GRACE_MS;
}

/** Whether n8n has published a listener, or it listens for a test event. */
export const isLive = ({ unpublishedAt }: Listener): boolean => unpublishedAt === undefined;

/**
 * The listener that the service should deliver to; it forwards each message to the others. A test is
 * registered only if nothing is published. The registered listener stays registered.
 */
export function listenerToRegister({ listeners, observed }: Webhook): LocalListener | undefined {
	const live = listeners.filter(isLive);
	const published = live.filter(({ kind }) => kind === 'published');
	const candidates = published.length > 0 ? published : live;
	return (
		candidates.find(({ url }) => observed.kind !== 'disabled' && observed.url === url) ??
		candidates.find(({ context }) => context !== undefined) ??
		candidates[0]
	);
}

/**
 * The next step to the desired state, or `undefined` once it is reached: the service has the URL of one
 * listener, which knows all others; without listeners it has none of this n8n. Pure.
 *
 * The listener is sent its list before the service is given its URL, since a message may arrive before the
 * service's response. If that fails, the URL is registered anyway. A test needs no list: it takes its
 * deliveries in the process that knows all listeners.
 *
 * @param now milliseconds since the epoch
 * @param isUnreachable whether a listener, by its ID, could not be sent its list just now
 */
export function plan(
	webhook: Webhook,
	now: number,
	isUnreachable: (id: string) => boolean = () => false,
): Step | undefined {
	const { listeners: all, observed } = webhook;
	const to = listenerToRegister(webhook);
	if (!to) {
		const isOurs = observed.kind === 'unknown' ? observed.isMaybeOurs : observed.kind === 'url';
		return isOurs ? { type: 'put', url: null } : undefined;
	}
	const listed = all.filter((listener) => isListed(listener, now));
	const listeners = listed.map(({ id, kind, url, unpublishedAt }) => {
		return { id, kind, url, ...(unpublishedAt !== undefined && { unpublishedAt }) };
	});
	const isTold = to.kind === 'test' || to.acknowledged === JSON.stringify(listeners);
	if (!isTold && !isUnreachable(to.id)) return { type: 'send', to, listeners };
	const isRegistered = observed.kind === 'url' && observed.url === to.url;
	return isRegistered ? undefined : { type: 'put', url: to.url };
}
