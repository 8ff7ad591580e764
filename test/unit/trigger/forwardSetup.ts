import type { IHttpRequestOptions } from 'n8n-workflow';
import { VirtualClock } from '../../../dev/bench/virtual/clock';
import {
	FORWARDED_HEADER,
	ForwardQueue,
	newPermits,
	type OutgoingMessage,
	type Sender,
	type Target,
} from '../../../nodes/PublicOutreachTrigger/forward';
import { state } from '../../../nodes/PublicOutreachTrigger/registry';

/** A request that the queue has sent, and that waits for its response. */
export interface Sent {
	url: string;
	text: string;
	type: string;
	/** What a listener is told of the sender's systems. */
	mark?: string;
	at: number;
	respond(statusCode: number): Promise<void>;
}

/** How a target responds: a status, an error, or later, by the test; `unpublished` is n8n's own 404. */
type Reaction = number | Error | 'later' | 'unpublished';

const SENDER = 'w/first';

/** The listener to which messages are forwarded. */
export const LISTENER = 'w/second';

const RESPONSES = {
	unpublished: { statusCode: 404, body: '{"code":404,"message":"The webhook is not registered."}' },
	accepted: '{"status":"emitted"}',
};

/** A queue in time that passes only when a test says so, and a target that responds as it is told. */
export function setUpQueue({ concurrent }: { concurrent?: number } = {}) {
	const time = new VirtualClock();
	jest.spyOn(time, 'sleep').mockRejectedValue(new Error('It would keep n8n from shutting down'));
	const sent: Sent[] = [];
	const log: string[] = [];
	const world = { reaction: 200 as Reaction | ((text: string) => Reaction), active: 0, most: 0 };
	const httpRequest = async ({ url, body, headers, abortSignal }: IHttpRequestOptions) => {
		const text = String(body);
		world.active += 1;
		world.most = Math.max(world.most, world.active);
		const { reaction } = world;
		const own = typeof reaction === 'function' ? reaction(text) : reaction;
		const status = new Promise<number>((resolve, reject) => {
			const respond = async (statusCode: number) => {
				resolve(statusCode);
				await time.pass(0);
			};
			const type = String(headers?.['content-type']);
			const mark = headers?.[FORWARDED_HEADER]?.toString();
			sent.push({ url, text, type, mark, at: time.now(), respond });
			abortSignal?.addEventListener?.('abort', () => reject(new Error('timed out')));
			if (own instanceof Error) reject(own);
			else if (own === 'unpublished') resolve(404);
			else if (own !== 'later') resolve(own);
		});
		const statusCode = await status.finally(() => (world.active -= 1));
		return own === 'unpublished' ? RESPONSES.unpublished : { statusCode, body: RESPONSES.accepted };
	};
	const sender = {
		helpers: { httpRequest },
		logger: { warn: (line: string) => void log.push(line) },
	} as unknown as Sender;
	const listAt = (url: string) => {
		const listeners = [{ id: LISTENER, kind: 'published' as const, url }];
		state.lists.set(SENDER, { version: 1, listeners });
	};
	listAt('https://n8n/second');
	const target: Target = { kind: 'published', id: LISTENER, senderId: SENDER, webhookId: 'user' };
	const permits = newPermits(time);
	const queue = new ForwardQueue(concurrent, time, permits);
	const message = (identity: string, bytes = identity, contentType = ''): OutgoingMessage => ({
		identity,
		contentType,
		bytes: new TextEncoder().encode(bytes),
	});
	const add = (identity: string, more: Partial<Target> = {}) =>
		queue.add({ ...target, ...more }, message(identity), sender);
	return { time, sent, log, world, permits, queue, target, sender, message, add, listAt };
}
