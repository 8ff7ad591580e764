/** An outbox in time that passes only when a test says so, and a recipient that answers as it is told. */
import type { IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { timers } from '../../../dev/platform';
import type { Clock } from '../../../nodes/shared/api/clock';
import {
	Outbox,
	type Parcel,
	type Recipient,
} from '../../../nodes/PublicOutreachTrigger/delivery/outbox';

/** Enough for all that follows from one event to happen. */
const TURNS = 10;

const turnEnds = async () => await new Promise<void>((resolve) => timers.setImmediate(resolve));

export async function settled(): Promise<void> {
	for (let turn = 0; turn < TURNS; turn++) await turnEnds();
}

class TestTime implements Clock {
	private time = 0;

	private timers: Array<{ at: number; end: () => void }> = [];

	readonly random = () => 0.5;

	readonly now = () => this.time;

	readonly date = () => this.time;

	readonly sleep = async () => {
		throw new Error('This would keep n8n from shutting down');
	};

	readonly deadline = (ms: number) => {
		const controller = new AbortController();
		const reason = new DOMException('The operation timed out', 'TimeoutError');
		this.timers.push({ at: this.time + ms, end: () => controller.abort(reason) });
		return controller.signal;
	};

	async pass(ms: number): Promise<void> {
		const until = this.time + ms;
		await settled();
		for (;;) {
			this.timers.sort((one, other) => one.at - other.at);
			const next = this.timers[0];
			if (next === undefined || next.at > until) break;
			this.timers.shift();
			this.time = next.at;
			next.end();
			await settled();
		}
		this.time = until;
	}
}

/** A request that the outbox has sent, in the state of being answered. */
export interface Sent {
	url: string;
	text: string;
	at: number;
	answer(statusCode: number): Promise<void>;
}

/** How a recipient answers: a status, an error, or later, by the test. */
type Reaction = number | Error | 'later';

export function setUpOutbox({ atOnce }: { atOnce?: number } = {}) {
	const time = new TestTime();
	const sent: Sent[] = [];
	const log: string[] = [];
	const state = { reaction: 200 as Reaction | ((text: string) => Reaction), underWay: 0, most: 0 };
	const httpRequest = async ({ url, body, abortSignal }: IHttpRequestOptions) => {
		const text = String(body);
		state.underWay += 1;
		state.most = Math.max(state.most, state.underWay);
		const { reaction } = state;
		const own = typeof reaction === 'function' ? reaction(text) : reaction;
		const answered = new Promise<number>((resolve, reject) => {
			const answer = async (statusCode: number) => {
				resolve(statusCode);
				await settled();
			};
			sent.push({ url, text, at: time.now(), answer });
			abortSignal?.addEventListener?.('abort', () => reject(new Error('timed out')));
			if (own instanceof Error) reject(own);
			else if (own !== 'later') resolve(own);
		});
		const statusCode = await answered.finally(() => (state.underWay -= 1));
		return { statusCode, body: '{}' };
	};
	const context = {
		helpers: { httpRequest },
		logger: { warn: (line: string) => void log.push(line) },
	} as unknown as Pick<IWebhookFunctions, 'helpers' | 'logger'>;
	const recipient: Recipient = { id: 'second', url: 'https://n8n/second', name: 'Second', context };
	const outbox = new Outbox(atOnce, time);
	const parcel = (identity: string, bytes = identity): Parcel => ({
		identity,
		contentType: 'application/json',
		bytes: new TextEncoder().encode(bytes),
	});
	const send = (identity: string, more: Partial<Recipient> = {}, window = 1_000) =>
		outbox.send({ ...recipient, ...more }, parcel(identity), window);
	return { time, sent, log, state, outbox, recipient, parcel, send };
}
