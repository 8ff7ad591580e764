import { createHash } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { pause, systemClock, within, type Clock } from '../shared/clock';
import { isDataObject } from '../shared/json';
import type { Message } from './message';
import { GRACE_MS, isListed, type Listener, type Webhook } from './plan';
import { idOf, readListeners, readRegistration, type Registration } from './registration';
import { listenerOf, state, webhookWith } from './registry';
import {
	isUnknownWebhook,
	reasonOf,
	requestListener,
	requestUrl,
	type UrlResponse,
} from './requests';
import { Semaphore } from './semaphore';

/**
 * Marks a delivery that another trigger of this n8n forwards, so that it is not forwarded again. Its value is 1,
 * followed by the systems that get the message from the sender, as {@link hashOf}: another process, which does
 * not know what the sender has sent, would deliver it to them once more.
 */
export const FORWARDED_HEADER = 'x-public-outreach-forwarded';
/** How many systems the header names: 1.7 KB. */
const MAX_NAMED = 100;

/** A URL may hold a secret, which its hash does not tell. */
const hashOf = (url: string) =>
	createHash('sha256').update(`system\n${url}`).digest('base64url').slice(0, 16);

/** A destination of forwarded messages: another listener of this n8n, or another system. */
export interface Target {
	kind: Listener['kind'] | 'system';
	/** The listener's ID, or the URL of the other system. */
	id: string;
	/** The ID of the listener that forwards. */
	senderId: string;
	webhookId: string;
	/** For a listener: the URLs of the systems that the sender delivers to. */
	systems?: string[];
}

/** The webhook of a listener that n8n runs in this process: the registry knows all its listeners. */
function webhookHere(listenerId: string): Webhook | undefined {
	return listenerOf(listenerId)?.context && webhookWith(listenerId);
}

/**
 * The webhook that a trigger gets messages of. If its credential now has a key of another one, these are still
 * the messages of the one that it was registered with; others may have moved too, so only its list has them all.
 */
function senderWebhook(senderId: string, registration?: Registration): Webhook | undefined {
	const webhook = webhookHere(senderId);
	const isOfOther = registration && !webhook?.keys.some(({ id }) => id === registration.key.id);
	return isOfOther ? undefined : webhook;
}

/** The listeners from the registry or, in a process that only takes deliveries, from the sender's latest list. */
function listenersFor(senderId: string, webhook: Webhook | undefined): Listener[] {
	return webhook ? webhook.listeners : (state.lists.get(senderId)?.listeners ?? []);
}

/**
 * The targets that a message is forwarded to: the systems first, since the listeners are told which of them
 * have it.
 *
 * @param urls the URLs of other systems
 */
export function targetsOf(
	context: IWebhookFunctions,
	{ isForwarded }: Pick<Message, 'isForwarded'>,
	urls: string[],
): Target[] {
	const isTest = context.getMode() === 'manual';
	const senderId = idOf(context, isTest);
	// Static data may have a newer list than this process was sent.
	if (!isTest) readListeners(context);
	const registration = readRegistration(context);
	const webhook = senderWebhook(senderId, registration);
	// n8n 2.41 closes a trigger before it calls `delete`, and static data may have lost the registration.
	const webhookId = webhook?.id ?? registration?.webhookId ?? webhookWith(senderId)?.id ?? senderId;
	const common = { senderId, webhookId };
	const now = systemClock.date();
	const listeners = isForwarded
		? []
		: listenersFor(senderId, webhook).filter((one) => one.id !== senderId && isListed(one, now));
	// The published trigger has already sent a forwarded message to other systems: a test does not send it
	// again.
	const named = isForwarded && isTest ? [] : urls;
	const mark = String(context.getHeaderData()[FORWARDED_HEADER]).split(' ');
	const systems = named.filter((url) => !mark.includes(hashOf(url)));
	return [
		...systems.map((id): Target => ({ kind: 'system', id, ...common })),
		...listeners.map(({ id, kind }): Target => ({ kind, id, systems, ...common })),
	];
}

/**
 * The current URL of a target; `undefined` for a listener that has left, or now has another user's key. It is
 * looked up in the webhook that the message came from, since the sender may belong to another one now; so may
 * those that have moved there with it.
 */
function currentUrl({ kind, id, senderId, webhookId }: Target): string | undefined {
	if (kind === 'system') return id;
	const webhook = state.webhooks.find((one) => one.id === webhookId);
	const local = webhook?.listeners.some(({ context }) => context) ? webhook.listeners : [];
	const found = local.find((listener) => listener.id === id);
	const [its, ofSender] = [webhookHere(id), webhookHere(senderId)];
	const isOfOther = its && ofSender && its !== ofSender;
	if (found || isOfOther) return found?.url;
	// At n8n's start other listeners may be registered here before the sender. Only the sender's list has those
	// that come later.
	return listenersFor(senderId, undefined).find((listener) => listener.id === id)?.url;
}

function describeTarget({ kind, id }: Target): string {
	// A URL may hold a secret.
	return kind === 'system'
		? new URL(id).host
		: `workflow ${id.split('/', 1).join()} (same API key)`;
}

const statusIn = (body: unknown) => (isDataObject(body) ? String(body.status) : '');
const isTaken = ({ statusCode, body }: UrlResponse) =>
	statusCode < 300 && /^(emitted|duplicate|filtered|ignored)$/.test(statusIn(body));
/** Whether a trigger has responded, though it may have refused the message. */
const isTrigger = (response: UrlResponse) =>
	isTaken(response) || /^(refused|incomplete)$/.test(statusIn(response.body));

/** A message as it was delivered; `mark`: the value of {@link FORWARDED_HEADER}. */
export type OutgoingMessage = Pick<Message, 'identity' | 'contentType' | 'bytes'> & {
	mark?: string;
};

/** The part of n8n's context that sends requests and writes the log. */
export type Sender = Pick<IWebhookFunctions, 'helpers' | 'logger'>;

/** Concurrent requests to one target. */
const MAX_CONCURRENT = 2;
/**
 * Concurrent requests to all published workflows together. For each n8n 2.41 keeps an isolate of its expression
 * engine, and 40 at once take it a fifth more time each.
 */
const MAX_CONCURRENT_IN_ALL = 4;
/** After this, a request no longer holds up those to other workflows: its workflow may not respond at all. */
const HOLDS_UP_MS = 5_000;
/** How long the sender's own execution goes before forwarded messages: both would take longer together. */
const PRECEDENCE_MS = 1_000;
/** For one request, from the moment it is sent; a busy n8n may take long. */
const TIMEOUT_MS = 60_000;
/** The pauses after the first failure, the second, and so on; the last one also after all further failures. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/**
 * The pause while n8n has no trigger at the URL, and may be publishing a new version. Each attempt writes a
 * line to n8n's log.
 */
const UNPUBLISHED_PAUSE_MS = 10_000;
/** A failure that lasts longer is logged. */
const LOG_AFTER_MS = 7_500;
/** How long a failing message is retried before it is dropped. */
const GIVE_UP_MS = 600_000;
/** How many messages may wait for one target. */
const MAX_MESSAGES = 1_000;
const MAX_QUEUE_BYTES = 16 * 1024 * 1024;
/** How many messages are known to have arrived, so that none is sent twice. */
const MAX_ARRIVED = 1_000;

/** Why a message was not taken; `isUnpublished`: n8n has no trigger at the URL. */
interface Failure {
	problem: string;
	isUnpublished: boolean;
}

async function post(
	{ kind }: Target,
	url: string,
	{ contentType, bytes, mark = '1' }: OutgoingMessage,
	sender: Sender,
	clock: Clock,
): Promise<Failure | undefined> {
	const isSystem = kind === 'system';
	// If the type were that of a form, n8n would parse the message's JSON in its own way.
	const type = isSystem && contentType ? contentType : 'application/json';
	const headers = { 'content-type': type, ...(!isSystem && { [FORWARDED_HEADER]: mark }) };
	const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	try {
		const request = { method: 'POST' as const, body, headers };
		const response = await (kind === 'system'
			? requestUrl(sender, { ...request, url }, TIMEOUT_MS, clock)
			: requestListener(sender, { kind, url }, request, isTrigger, TIMEOUT_MS, clock));
		const isAccepted = response.statusCode < 300;
		if (isAccepted && (isSystem || isTaken(response))) return undefined;
		const problem = isAccepted
			? 'something other than the trigger responded'
			: `the response was ${response.statusCode}`;
		return { problem, isUnpublished: !isSystem && isUnknownWebhook(response) };
	} catch (error) {
		return { problem: reasonOf(error), isUnpublished: false };
	}
}

/** A waiting message. It holds bytes and IDs alone, and no context of n8n. */
interface PendingMessage extends OutgoingMessage {
	target: Target;
	queuedAt: number;
	/** Its own failures, and since when it has been failing. */
	failures: number;
	failingSince?: number;
	/** Ends its pause after a failure. */
	wake?: () => void;
}

/** The permits for requests to published workflows, for all queues of a process. */
export const newPermits = (clock?: Clock) =>
	new Semaphore(MAX_CONCURRENT_IN_ALL, HOLDS_UP_MS, clock);
const sharedPermits = newPermits();

/** What became of a message that was added; `known`: the target has it, or it waits already. */
type AddResult = 'queued' | 'known' | 'full';

/**
 * The messages that wait for one target, which gets each of them once; tests share a queue.
 *
 * They are sent in their order, a few concurrently. The target may be the cause of a failure: all messages
 * pause, longer after each failure in a row. The message itself may be the cause as well: it then waits in
 * proportion to its own failures, so that it does not hold up the others. Each message is tried for ten
 * minutes, or for two if n8n has no trigger at the URL.
 */
export class ForwardQueue {
	private readonly pending = new Set<PendingMessage>();

	/** Messages that wait for their turn, in order; and those that have failed before. */
	private readonly waiting: PendingMessage[] = [];
	private readonly retries: PendingMessage[] = [];

	private bytes = 0;
	private active = 0;

	/** Messages that wait or have arrived, by target and message. */
	private readonly known = new Set<string>();
	private readonly arrived = new Set<string>();

	/**
	 * The context of the latest delivery, while messages wait. One for each message would keep a whole workflow
	 * in memory each.
	 */
	private sender?: Sender;

	/**
	 * Failures in a row: how many, since when, and whether they are logged; and since when n8n has had no
	 * trigger at the URL.
	 */
	private failures = 0;
	private failingSince = 0;
	private isLogged = false;
	private unpublishedSince?: number;
	private isFullLogged = false;

	/** The pause after a failure, while it lasts. */
	private backoff?: Promise<void>;
	private endBackoff?: () => void;

	private idleListeners: Array<() => void> = [];

	constructor(
		private readonly maxConcurrent = MAX_CONCURRENT,
		private readonly clock: Clock = systemClock,
		private readonly permits = sharedPermits,
	) {}

	get isIdle(): boolean {
		return this.pending.size === 0;
	}

	get isFailing(): boolean {
		return this.failures > 0;
	}

	/**
	 * Adds a message, unless the target has it, it waits already, or too many do.
	 *
	 * @param after settles when the message may be sent; it is waited for at most a second
	 */
	add(
		target: Target,
		message: OutgoingMessage,
		sender: Sender,
		after?: Promise<unknown>,
	): AddResult {
		const key = `${target.id} ${message.identity}`;
		// A test takes a message as often as it is delivered.
		const isTest = target.kind === 'test';
		if (!isTest && this.known.has(key)) return 'known';
		if (this.pending.size >= MAX_MESSAGES || this.bytes >= MAX_QUEUE_BYTES) {
			if (!this.isFullLogged)
				sender.logger.warn(`Dropped a message for ${describeTarget(target)}: its queue is full`);
			this.isFullLogged = true;
			return 'full';
		}
		// Nothing waits, so earlier failures say nothing about the target now.
		if (this.isIdle) Object.assign(this, { failures: 0, unpublishedSince: undefined });
		this.sender = sender;
		const { identity, contentType, bytes, mark } = message;
		const queuedAt = this.clock.now();
		const entry = { identity, contentType, bytes, mark, target, queuedAt, failures: 0 };
		this.pending.add(entry);
		this.bytes += bytes.length;
		if (!isTest) this.known.add(key);
		this.waiting.push(entry);
		if (after) void this.workAfter(after);
		else void this.work();
		return 'queued';
	}

	/** Whether a message waits for a target, or has arrived there. */
	knows(targetId: string, { identity }: OutgoingMessage): boolean {
		return this.known.has(`${targetId} ${identity}`);
	}

	/** A trigger was published: messages that wait for it are sent now. */
	resume(): void {
		if (this.unpublishedSince === undefined) return;
		for (const { wake } of this.pending) wake?.();
		this.endBackoff?.();
	}

	/** Whether a message of this sender waits. */
	hasFrom(senderId: string): boolean {
		return [...this.pending].some(({ target }) => target.senderId === senderId);
	}

	/** Resolves when no message waits. */
	async untilIdle(): Promise<void> {
		if (this.isIdle) return;
		await new Promise<void>((resolve) => void this.idleListeners.push(resolve));
	}

	private async workAfter(event: Promise<unknown>): Promise<void> {
		await Promise.race([event, pause(this.clock, PRECEDENCE_MS, 'precedence')]);
		await this.work();
	}

	private async work(): Promise<void> {
		if (this.active >= this.maxConcurrent) return;
		this.active += 1;
		for (;;) {
			await this.backoff;
			const next = this.next();
			if (!next) break;
			await this.deliver(next);
		}
		this.active -= 1;
	}

	/**
	 * While the target fails, messages that have not failed before go first: they show whether the target or a
	 * message is the problem.
	 */
	private next(): PendingMessage | undefined {
		const { waiting, retries } = this;
		const [first, second] = this.failures > 0 ? [waiting, retries] : [retries, waiting];
		return first.shift() ?? second.shift();
	}

	private async deliver(entry: PendingMessage): Promise<void> {
		const { target } = entry;
		const release = target.kind === 'published' ? await this.permits.acquire() : undefined;
		try {
			await this.attempt(entry);
		} finally {
			release?.();
		}
	}

	private async attempt(entry: PendingMessage): Promise<void> {
		const { target } = entry;
		const { sender } = this;
		// The message was dropped during a pause.
		if (!this.pending.has(entry) || !sender) return;
		const url = currentUrl(target);
		if (url === undefined) return this.end(entry, false);
		const failure = await post(target, url, entry, sender, this.clock);
		if (!failure) {
			[this.failures, this.unpublishedSince] = [0, undefined];
			return this.end(entry, true);
		}
		if (target.kind === 'test') return this.end(entry, false);
		this.fail(entry, failure, sender);
	}

	private end(entry: PendingMessage, hasArrived: boolean): void {
		const key = `${entry.target.id} ${entry.identity}`;
		if (this.pending.delete(entry)) this.bytes -= entry.bytes.length;
		if (hasArrived && entry.target.kind !== 'test') this.arrived.add(key);
		// The service may deliver the message again.
		else this.known.delete(key);
		for (const oldest of this.arrived) {
			if (this.arrived.size <= MAX_ARRIVED) break;
			this.arrived.delete(oldest);
			this.known.delete(oldest);
		}
		if (!this.isIdle) return;
		[this.sender, this.isFullLogged] = [undefined, false];
		this.idleListeners.splice(0).forEach((resolve) => resolve());
	}

	private fail(entry: PendingMessage, failure: Failure, sender: Sender): void {
		const now = this.clock.now();
		const { isUnpublished } = failure;
		this.unpublishedSince = isUnpublished ? (this.unpublishedSince ?? now) : undefined;
		entry.failingSince ??= now;
		entry.failures += 1;
		// Another request may have begun the pause already.
		if (!this.backoff) this.beginBackoff(entry.target, failure, sender);
		this.dropExpired(entry, failure, sender);
		if (this.pending.has(entry)) this.retryLater(entry);
	}

	private pauseAfter(failures: number): number {
		if (this.unpublishedSince !== undefined) return UNPUBLISHED_PAUSE_MS;
		return PAUSES_MS[failures - 1] ?? PAUSES_MS.at(-1) ?? 0;
	}

	private beginBackoff(target: Target, { problem }: Failure, { logger }: Sender): void {
		const now = this.clock.now();
		if (this.failures === 0) [this.failingSince, this.isLogged] = [now, false];
		this.failures += 1;
		const isLong = now - this.failingSince >= LOG_AFTER_MS;
		if (isLong && !this.isLogged && this.unpublishedSince === undefined) {
			this.isLogged = true;
			logger.warn(
				`Messages for ${describeTarget(target)} wait: ${problem}. n8n keeps trying, for ten minutes each`,
			);
		}
		const ms = this.pauseAfter(this.failures);
		this.backoff = new Promise<void>((resolve) => {
			this.endBackoff = resolve;
			void pause(this.clock, ms, 'forward').then(resolve);
		}).then(() => (this.backoff = undefined));
	}

	/** Drops messages that have failed too long. If the target is unpublished for good, nothing is logged. */
	private dropExpired(failed: PendingMessage, { problem }: Failure, { logger }: Sender): void {
		const now = this.clock.now();
		const { unpublishedSince } = this;
		const sinceOf = ({ queuedAt, failingSince }: PendingMessage) =>
			failingSince ?? Math.max(queuedAt, this.failingSince);
		const isExpired = (entry: PendingMessage) =>
			unpublishedSince !== undefined
				? now - Math.max(entry.queuedAt, unpublishedSince) >= GRACE_MS
				: now - sinceOf(entry) >= GIVE_UP_MS;
		const expired = [...this.pending].filter(isExpired);
		expired.forEach((entry) => this.end(entry, false));
		if (expired.length === 0 || unpublishedSince !== undefined) return;
		const messages = expired.length === 1 ? 'a message' : `${expired.length} messages`;
		logger.warn(
			`Dropped ${messages} for ${describeTarget(failed.target)} after ten minutes: ${problem}`,
		);
	}

	private retryLater(entry: PendingMessage): void {
		const woken = new Promise<void>((resolve) => (entry.wake = resolve));
		const waited = pause(this.clock, this.pauseAfter(entry.failures), 'forward');
		void Promise.race([woken, waited]).then(() => {
			entry.wake = undefined;
			if (!this.pending.has(entry)) return;
			this.retries.push(entry);
			void this.work();
		});
	}
}

/**
 * All tests share one queue: n8n 2.41 hangs if several tests end at the same time (test-webhooks.js,
 * deactivateWebhooks).
 */
const TESTS = 'tests';
/** An expression under Also Deliver To may give another URL for each message. */
const MAX_QUEUES = 1_000;

const queues = new Map<string, ForwardQueue>();

/**
 * The queue of a target in this process; the queues that were used last are kept. A listener has one queue
 * for each sender, so that no message reaches it through another user's trigger; another system has one for
 * each user.
 */
function queueFor({ kind, id, senderId, webhookId }: Target): ForwardQueue {
	const sender = kind === 'system' ? webhookId : `${webhookId} ${senderId}`;
	const key = kind === 'test' ? TESTS : `${sender} ${id}`;
	const queue = queues.get(key) ?? new ForwardQueue(kind === 'test' ? 1 : MAX_CONCURRENT);
	queues.delete(key);
	queues.set(key, queue);
	for (const [oldest, { isIdle }] of queues) {
		if (queues.size <= MAX_QUEUES) break;
		if (isIdle && oldest !== key) queues.delete(oldest);
	}
	return queue;
}

/** Queues a message for a target, and returns immediately; `after` as in {@link ForwardQueue.add}. */
export function forward(
	target: Target,
	message: OutgoingMessage,
	sender: Sender,
	after?: Promise<unknown>,
): AddResult {
	const { systems = [] } = target;
	// A listener that names a system as well delivers to it what this one could not queue.
	const isKnown = (id: string) => queueFor({ ...target, kind: 'system', id }).knows(id, message);
	const mark = ['1', ...systems.filter(isKnown).slice(0, MAX_NAMED).map(hashOf)].join(' ');
	return queueFor(target).add(target, { ...message, mark }, sender, after);
}

/** A trigger was published, or its list has arrived: messages that wait for it are sent now. */
export function resumeForwarding(): void {
	for (const queue of queues.values()) queue.resume();
}

/**
 * How long n8n waits for forwarded messages when a trigger is unpublished, and when a main process ends. That one
 * closes its own server in the same turn (n8n 2.41, shutdown.service.js, abstract-server.js), so that only other
 * systems and processes still take messages. A webhook process closes no trigger, and waits for nothing.
 */
const DRAIN_MS = 5_000;

/** Waits a few seconds for the messages that a trigger forwards, if their targets are taking them. */
export async function drained(senderId: string): Promise<void> {
	const own = [...queues.values()].filter((queue) => queue.hasFrom(senderId));
	const busy = own.filter(({ isFailing }) => !isFailing);
	if (busy.length === 0) return;
	const ends = Promise.all(busy.map(async (queue) => await queue.untilIdle()));
	await within(systemClock, DRAIN_MS, async () => await ends, undefined, 'drain').catch(
		() => undefined,
	);
}

/** Whether no message waits in this process. */
export const isForwardingIdle = (): boolean => [...queues.values()].every(({ isIdle }) => isIdle);
