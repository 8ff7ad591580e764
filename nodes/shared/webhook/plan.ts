import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';
import { z } from 'zod';

/** n8n's context of a hook or of a running trigger: what is sent for it goes with its credential. */
export type Context = IHookFunctions | ITriggerFunctions;

/** An API key, without its secret. */
export const keySchema = z.object({
	id: z.string(),
	origin: z.string(),
	/** The part that the service shows. */
	prefix: z.string(),
});
export type Key = z.infer<typeof keySchema>;

/** A trigger that takes messages: a published one, or one that listens for a test event. */
const listener = z.object({
	/** The same after a restart; a test has another than the published version of its workflow. */
	id: z.string(),
	kind: z.enum(['published', 'test']),
	/** Where it takes deliveries, with its secret. */
	url: z.string(),
});
export type Listener = z.infer<typeof listener>;

/** A published trigger that left at that time, in milliseconds since the epoch; n8n may be publishing it anew. */
const departed = listener.extend({ leftAt: z.number() });
export type Departed = z.infer<typeof departed>;

/** All listeners of a webhook, for its receiver. Of two lists the one with the higher version is valid. */
export const listSchema = z.object({
	version: z.number(),
	listeners: z.array(listener),
	left: z.array(departed).optional(),
});
export type ListenerList = z.infer<typeof listSchema>;

/** A listener as the main process knows it. */
export interface Member extends Listener {
	/** The key under which it listens. */
	key: Key;
	/** In milliseconds since the epoch; 0 for one that was published before this process started. */
	joinedAt: number;
	/** By which it can be acted for; absent until n8n has started it in this process. */
	context?: Context;
	/** The {@link News} that it was sent last, as JSON. */
	knows?: string;
}

/** What is known of one webhook of the service, and how it fares: every user has one. */
export interface Webhook {
	id: string;
	/** The keys of its user that are known. */
	keys: Key[];
	listeners: Member[];
	/** Those that have left it, and have not come back to any. */
	left: Departed[];
	/**
	 * What the service has, by the latest change, in milliseconds since the epoch; it cannot be asked.
	 * `url` is null where it delivers nowhere, and absent where it may have one of this n8n's; all is
	 * absent where it may have anything.
	 */
	registered?: { url?: string | null; at: number };
	/** What a workflow has set with an operation; it stands until another trigger is published. */
	operation?: { url: string | null; at: number };
	/** The context of the listener that was removed last, for what is left to do then. */
	lastContext?: Context;
	/** Whether the service has said which other keys belong to its user. */
	knowsAllKeys?: boolean;
	/** The errors that were logged since its desired state was last reached. */
	reported: Set<string>;
	/** How long to wait for its next round, in milliseconds. */
	delayMs: number;
	/** Begins that wait anew; absent where nothing waits. */
	wake?: () => void;
}

/** What the receiver has to know, in whatever process it takes deliveries. */
export interface News {
	/** All that listen under this address of n8n. */
	listeners: Listener[];
	left: Departed[];
	/** When the service was given its URL; absent while that is not certain. */
	registeredAt?: number;
}

/** What brings the service and the receiver closer to the desired state. */
export type Step =
	| { type: 'send'; to: Member; news: News }
	/** Have the service deliver to this URL: that of a listener, or what an operation had set. */
	| { type: 'put'; url: string | null; of?: Member };

/** Whether a URL belongs to this n8n under its present address. */
export type IsOwn = (url: string) => boolean;

/** What an operation has set, unless a trigger was published later, which takes the webhook. */
export function operationOf({ listeners, operation }: Webhook): Webhook['operation'] {
	const isReplaced = listeners.some(
		({ kind, joinedAt }) => kind === 'published' && operation && joinedAt > operation.at,
	);
	return isReplaced ? undefined : operation;
}

/**
 * Who may be the receiver: the published listeners, and tests only where nothing is published. Those
 * under another address belong to a copy of this n8n, or to its earlier address. Where an operation has
 * set the webhook, only tests that have begun later.
 */
function candidatesOf(webhook: Webhook, isOwn: IsOwn): Member[] {
	const operation = operationOf(webhook);
	const of = (wanted: Member['kind']) => webhook.listeners.filter(({ kind }) => kind === wanted);
	if (operation) return of('test').filter(({ joinedAt }) => joinedAt > operation.at);
	const published = of('published');
	return published.length > 0 ? published.filter(({ url }) => isOwn(url)) : of('test');
}

/** The listener that the service should deliver to; it passes each message on to the others. */
export function receiverOf(webhook: Webhook, isOwn: IsOwn): Member | undefined {
	const candidates = candidatesOf(webhook, isOwn);
	return (
		candidates.find(({ url }) => url === webhook.registered?.url) ??
		candidates.find(({ context }) => context !== undefined) ??
		candidates[0]
	);
}

function newsFor({ listeners, left, registered }: Webhook, to: Member, isOwn: IsOwn): News {
	const own = listeners.filter(({ url }) => isOwn(url));
	return {
		listeners: own.map(({ id, kind, url }) => ({ id, kind, url })),
		left: left.filter(({ url }) => isOwn(url)),
		registeredAt: registered?.url === to.url ? registered.at : undefined,
	};
}

/** What the service should have once nobody may receive; `undefined` where that is left as it is. */
function urlWithoutReceiver(
	{ listeners, registered, operation }: Webhook,
	isOwn: IsOwn,
): string | null | undefined {
	if (!registered) return undefined;
	if (operation) return operation.url;
	if (registered.url) return isOwn(registered.url) ? null : undefined;
	const isElsewhere = listeners.some(({ kind, url }) => kind === 'published' && !isOwn(url));
	return registered.url === undefined && isElsewhere ? undefined : null;
}

/**
 * The next step to the desired state, or `undefined` once it is reached: one listener is the receiver
 * and knows all others, and the service has its URL; without a receiver, {@link urlWithoutReceiver}. Pure.
 *
 * The receiver is told first: a message may arrive before the response of the service. Where that fails,
 * the service is given its URL all the same. Once it has it the receiver is told of that as well, for the
 * next start of n8n. A test needs no news: it takes its deliveries in the process that knows all listeners.
 *
 * @param isUnreachable whether a listener, by its ID, could not be sent the news just now
 */
export function plan(
	webhook: Webhook,
	isOwn: IsOwn,
	isUnreachable: (id: string) => boolean,
): Step | undefined {
	const receiver = receiverOf(webhook, isOwn);
	if (receiver?.kind === 'published' && !isUnreachable(receiver.id)) {
		const news = newsFor(webhook, receiver, isOwn);
		if (receiver.knows !== JSON.stringify(news)) return { type: 'send', to: receiver, news };
	}
	const url = receiver ? receiver.url : urlWithoutReceiver(webhook, isOwn);
	if (url === undefined || url === webhook.registered?.url) return undefined;
	return { type: 'put', url, of: receiver };
}
