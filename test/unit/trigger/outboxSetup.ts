import type { IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { VirtualClock } from '../../../dev/bench/virtual/clock';
import {
	Outbox,
	type Parcel,
	type Recipient,
} from '../../../nodes/PublicOutreachTrigger/delivery/outbox';

/** A request that the outbox has sent, in the state of being answered. */
export interface Sent {
	url: string;
	text: string;
	at: number;
	answer(statusCode: number): Promise<void>;
}

/** How a recipient answers: a status, an error, or later, by the test. */
type Reaction = number | Error | 'later';

/** An outbox in time that passes only when a test says so, and a recipient that answers as it is told. */
export function setUpOutbox({ atOnce }: { atOnce?: number } = {}) {
	const time = new VirtualClock();
	jest.spyOn(time, 'sleep').mockRejectedValue(new Error('It would keep n8n from shutting down'));
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
				await time.pass(0);
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
