import type { IWebhookFunctions } from 'n8n-workflow';
import { pause, systemClock, type Clock } from '../../shared/api/clock';
import { RETURNS_WITHIN_MS } from '../../shared/webhook/webhooks';
import { requestUrl } from '../ownUrls';
import type { Message } from '../incomingMessage';
import type { StoreQueue } from './store';

/** What gets messages beside the own workflow: another listener of this n8n, or another system. */
export interface Recipient {
	/** The same for all messages to it. */
	id: string;
	/** Absent where it is not to get messages any more. */
	url?: string;
	/** How n8n's log names it: its URL may hold a secret. */
	name: string;
	headers?: Record<string, string>;
	/** A test takes a message as often as it is sent, so each delivery is sent once, whatever becomes of it. */
	isTest?: boolean;
	/** Whether a response says that nobody takes messages there, as between two versions of a workflow. */
	isGone?(statusCode: number, body: unknown): boolean;
	/** Whether a response says that the trigger has it; any 2xx where absent. */
	isTaken?(body: unknown): boolean;
	/** Whether it may have left for good, so that it need not take messages again. */
	hasLeft?(): boolean;
	/** Of the latest delivery: that of each message would hold a workflow each. */
	context: Pick<IWebhookFunctions, 'helpers' | 'logger'>;
}

/** A message as it was delivered. */
export type Parcel = Pick<Message, 'identity' | 'contentType' | 'bytes'>;

/** Requests to one recipient at once: each occupies n8n, which takes deliveries meanwhile. */
const AT_ONCE = 2;
/** Of a request, from the moment it is sent; n8n may take long while it is busy. */
const TIMEOUT_MS = 60_000;
/** After so many failures; the last one also after all further ones. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** What lasts longer is logged: seven and a half seconds. */
const LOG_AFTER_MS = 7_500;
/** How long senders wait for one that may have left, with nothing but responses that nobody takes messages there. */
const HELD_MS = 6_000;
/** After so long with nothing but failures, what waits for a recipient is given up; so is one message. */
const GIVE_UP_MS = 600_000;
/** What may be on its way to one recipient. */
const MAX_MESSAGES = 1_000;
const MAX_PENDING_BYTES = 16 * 1024 * 1024;

/** @returns the problem, none where the recipient has the message; and whether it is gone */
async function post(
	{ url, headers, isGone, isTaken, context }: Recipient,
	{ contentType, bytes }: Parcel,
	clock: Clock,
): Promise<{ problem?: string; isGone?: boolean }> {
	if (url === undefined) return {};
	try {
		const request = {
			method: 'POST' as const,
			url,
			body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
			headers: { 'content-type': contentType || 'application/json', ...headers },
		};
		const { statusCode, body } = await requestUrl(context, request, TIMEOUT_MS, clock);
		if (statusCode < 300)
			return isTaken?.(body) === false
				? { problem: 'something other than the trigger answered' }
				: {};
		return { problem: `it answered ${statusCode}`, isGone: isGone?.(statusCode, body) };
	} catch (error) {
		return { problem: error instanceof Error ? error.message : String(error) };
	}
}

/**
 * The keys that this process knows to be accepted, the latest ones: by one of its triggers, or by what it
 * sends messages to.
 *
 * Looking one up and taking it up are synchronous: of any number of concurrent deliveries of a message
 * exactly one is first. A message counts as accepted only once n8n has responded.
 */
export class DeliveryMemory {
	private readonly accepted = new Set<string>();

	private readonly open = new Map<string, Promise<boolean>>();

	/** Whether the delivery that took a key up is accepted; `undefined` where the next one is to take it up. */
	outcomeOf(key: string): Promise<boolean> | undefined {
		return this.open.get(key) ?? (this.accepted.has(key) ? Promise.resolve(true) : undefined);
	}

	/**
	 * Takes keys up for a delivery.
	 *
	 * @param window how many accepted keys to remember
	 * @param outcome whether the delivery is accepted; otherwise its keys may be taken up again
	 */
	async take(keys: string[], window: number, outcome: Promise<boolean>): Promise<void> {
		for (const key of keys) this.open.set(key, outcome);
		const isAccepted = await outcome;
		for (const key of keys) {
			this.open.delete(key);
			if (isAccepted) this.accepted.add(key);
		}
		for (const oldest of this.accepted) {
			if (this.accepted.size <= window) break;
			this.accepted.delete(oldest);
		}
	}
}

/** A message on its way. */
interface Sending {
	recipientId: string;
	parcel: Parcel;
	/** Its own failures, and when the first was. */
	failures: number;
	failingSince?: number;
	/** Ends it, or only the wait for it. */
	end(arrived: boolean, goesOn?: boolean): void;
}

/**
 * The messages on their way to one recipient, which gets each of them once; tests share one.
 *
 * They are sent in their order, a few at once. A failure may be the recipient's: there is a pause for all,
 * which grows with each failure in a row. It may be the message's as well: that one waits for as long as it
 * has failed itself, so that it holds up no other.
 */
export class Outbox {
	/** What this process has accepted for a trigger that is the recipient, if it takes deliveries for it. */
	accepted?: DeliveryMemory;

	/** What it asks n8n's store for that trigger, if it runs its executions. */
	store?: StoreQueue;

	/** What has arrived, and what is on its way, by recipient and message. */
	private readonly sent = new DeliveryMemory();

	private readonly recipients = new Map<string, Recipient>();

	/** All that is on its way. */
	private readonly pending = new Set<Sending>();

	/** What waits for its turn, in order; and what has failed before. */
	private readonly waiting: Sending[] = [];
	private readonly again: Sending[] = [];

	private underWay = 0;

	/** In a row, since when, and whether the log has it; since when the recipient seems to be gone. */
	private failures = 0;
	private failingSince = 0;
	private isLogged = false;
	private goneSince?: number;
	private isGone = false;

	/** The pause after a failure. */
	private resting: Promise<void> | undefined;

	constructor(
		private readonly atOnce = AT_ONCE,
		private readonly clock: Clock = systemClock,
	) {}

	/** Whether nothing is on its way. */
	get idle(): boolean {
		return this.pending.size === 0 && this.store?.idle !== false;
	}

	/** Whether a message can be sent, or need not be. */
	hasRoomFor({ id }: Recipient, { identity }: Parcel): boolean {
		return !this.isFull || this.sent.outcomeOf(`${id} ${identity}`) !== undefined;
	}

	private get isFull(): boolean {
		const bytes = [...this.pending].reduce((sum, { parcel }) => sum + parcel.bytes.length, 0);
		return this.pending.size >= MAX_MESSAGES || bytes >= MAX_PENDING_BYTES;
	}

	/**
	 * Sends a message, unless the recipient has it: one that is on its way is not sent again.
	 *
	 * @param window how many messages to remember
	 * @returns whether it arrives
	 */
	async send(recipient: Recipient, parcel: Parcel, window: number): Promise<boolean> {
		const { id, isTest, name, context } = recipient;
		// A new version of a workflow may have another secret in its URL.
		this.recipients.set(id, recipient);
		const key = `${id} ${parcel.identity}`;
		const known = this.sent.outcomeOf(key);
		if (known) return await known;
		if (this.isFull) {
			context.logger.warn(`${name} misses a message: too many are waiting for it`);
			return false;
		}
		// What it was before says nothing.
		if (this.pending.size === 0)
			[this.goneSince, this.isGone, this.failures] = [undefined, false, 0];
		const arrival = new Promise<boolean>((resolve) => {
			const sending: Sending = {
				recipientId: id,
				parcel,
				failures: 0,
				end: (arrived, goesOn = false) => {
					if (!goesOn) this.pending.delete(sending);
					resolve(arrived);
				},
			};
			this.pending.add(sending);
			this.waiting.push(sending);
			if (this.isGone && recipient.hasLeft?.()) resolve(true);
		});
		void this.sent.take([key], isTest ? 0 : window, arrival);
		void this.work();
		return await arrival;
	}

	private async work(): Promise<void> {
		if (this.underWay >= this.atOnce) return;
		this.underWay += 1;
		for (;;) {
			await this.resting;
			const next = this.next();
			if (!next) break;
			await this.deliver(next);
		}
		this.underWay -= 1;
	}

	/** While the recipient fails, a message that has not failed itself shows best whether it still does. */
	private next(): Sending | undefined {
		const [first, second] =
			this.failures > 0 ? [this.waiting, this.again] : [this.again, this.waiting];
		return first.shift() ?? second.shift();
	}

	private async deliver(sending: Sending): Promise<void> {
		const recipient = this.recipients.get(sending.recipientId);
		// It was given up during the pause.
		if (!recipient || !this.pending.has(sending)) return;
		const { problem, isGone } = await post(recipient, sending.parcel, this.clock);
		const now = this.clock.now();
		this.goneSince = isGone ? (this.goneSince ?? now) : undefined;
		const goneMs = recipient.hasLeft?.() ? now - (this.goneSince ?? now) : 0;
		this.isGone = goneMs >= HELD_MS;
		if (problem === undefined || goneMs >= RETURNS_WITHIN_MS || recipient.isTest) {
			this.failures = 0;
			sending.end(true);
			return;
		}
		if (this.isGone) for (const other of this.pending) other.end(true, true);
		this.rest(recipient, problem);
		this.retry(sending, recipient, problem);
	}

	private retry(sending: Sending, { name, context }: Recipient, problem: string): void {
		const now = this.clock.now();
		sending.failingSince ??= now;
		sending.failures += 1;
		if (now - sending.failingSince >= GIVE_UP_MS && this.pending.has(sending)) {
			context.logger.warn(
				`${name} has not taken one message for ten minutes, and misses it: ${problem}`,
			);
			sending.end(false);
		}
		void pause(this.clock, this.pauseAfter(sending.failures)).then(() => {
			if (!this.pending.has(sending)) return;
			this.again.push(sending);
			void this.work();
		});
	}

	private pauseAfter(failures: number): number {
		const ms = PAUSES_MS[failures - 1] ?? PAUSES_MS.at(-1) ?? 0;
		// A new version is published within a second or two, or soon after.
		return this.goneSince === undefined ? ms : Math.min(ms, this.isGone ? 4_000 : 1_000);
	}

	private rest({ name, context: { logger } }: Recipient, problem: string): void {
		// The request beside this one has failed as well.
		if (this.resting) return;
		const now = this.clock.now();
		if (this.failures === 0) [this.failingSince, this.isLogged] = [now, false];
		this.failures += 1;
		if (!this.isLogged && !this.isGone && now - this.failingSince >= LOG_AFTER_MS) {
			this.isLogged = true;
			logger.warn(`${name} takes no messages: ${problem}. n8n goes on trying for ten minutes`);
		}
		if (now - this.failingSince >= GIVE_UP_MS) {
			logger.warn(
				`${name} has taken no messages for ten minutes, and misses ${this.pending.size}: ${problem}`,
			);
			for (const sending of this.pending) sending.end(false);
			this.failures = 0;
		}
		const ms = this.pauseAfter(this.failures);
		this.resting = pause(this.clock, ms).then(() => (this.resting = undefined));
	}
}

/** n8n 2.41 hangs when several tests end at once (test-webhooks.js, deactivateWebhooks). */
const TESTS = 'tests';

/** An expression under Also Deliver To may give another URL for each message. */
const MAX_OUTBOXES = 1_000;

const outboxes = new Map<string, Outbox>();

/** The outbox for a recipient in this process; those that were used last are kept. */
export function outboxFor({ id, isTest }: Pick<Recipient, 'id' | 'isTest'>): Outbox {
	const key = isTest ? TESTS : id;
	const outbox = outboxes.get(key) ?? new Outbox(isTest ? 1 : AT_ONCE);
	outboxes.delete(key);
	outboxes.set(key, outbox);
	for (const [oldest, { idle }] of outboxes) {
		if (outboxes.size <= MAX_OUTBOXES) break;
		if (idle && oldest !== key) outboxes.delete(oldest);
	}
	return outbox;
}

/** What this process has accepted for a trigger. */
export function acceptedBy(id: string): DeliveryMemory {
	return (outboxFor({ id }).accepted ??= new DeliveryMemory());
}
