import type { FastifyInstance } from 'fastify';

import type { http } from '../platform';
import { timers } from '../platform';
import type { Context } from './context';
import { stateView } from './control';
import type { LoggedDelivery, LoggedRequest } from './log';

/** An update of a page; with `fresh` it discards what it showed before. */
interface Update {
	fresh: boolean;
	state?: ReturnType<typeof stateView>;
	requests: LoggedRequest[];
	deliveries: LoggedDelivery[];
}

/** Debounce interval, so that a thousand requests a second do not cause a thousand events. */
const gatherMs = 80;
const mostRows = 200;
const longestBody = 4000;
/** A page with more unread data is disconnected; it reconnects by itself and gets everything again. */
const mostUnread = 5_000_000;

/** `GET /_simulator/events`: server-sent events, first the whole state, then each change. */
export function registerEvents(app: FastifyInstance, context: Context): void {
	app.get('/_simulator/events', (request, reply) => {
		reply.hijack();
		reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		reply.raw.write('retry: 1000\n\n');
		const stop = follow(context, reply.raw);
		request.raw.socket.once('close', stop);
	});
}

function follow(context: Context, page: http.ServerResponse): () => void {
	let update = everything(context);
	let timer: ReturnType<typeof timers.setTimeout> | undefined;
	const flush = () => {
		timer = undefined;
		if (page.writableLength > mostUnread) page.destroy();
		else page.write(`data: ${JSON.stringify(shortened(update))}\n\n`);
		update = { fresh: false, requests: [], deliveries: [] };
	};
	const later = () => {
		timer ??= timers.setTimeout(flush, gatherMs).unref();
	};
	const listeners = {
		request: (row: LoggedRequest) => {
			update.requests.push(row);
			later();
		},
		delivery: (row: LoggedDelivery) => {
			update.deliveries.push(row);
			later();
		},
		state: () => {
			update.state = stateView(context);
			later();
		},
		fresh: () => {
			update = everything(context);
			later();
		},
	};
	const stopListening = listen(context, listeners);
	flush();
	return () => {
		stopListening();
		if (timer) timers.clearTimeout(timer);
	};
}

interface Listeners {
	request(row: LoggedRequest): void;
	delivery(row: LoggedDelivery): void;
	state(): void;
	fresh(): void;
}

function listen({ events }: Context, { request, delivery, state, fresh }: Listeners): () => void {
	events.on('request', request).on('delivery', delivery).on('state', state).on('fresh', fresh);
	return () => {
		events
			.off('request', request)
			.off('delivery', delivery)
			.off('state', state)
			.off('fresh', fresh);
	};
}

function everything(context: Context): Update {
	return {
		fresh: true,
		state: stateView(context),
		requests: context.requests.rows.slice(-mostRows),
		deliveries: context.deliveries.rows.slice(-mostRows),
	};
}

function shortened({ requests, deliveries, ...rest }: Update): Update {
	const short = <Row extends { body: string }>(row: Row): Row => ({
		...row,
		body: row.body.slice(0, longestBody),
	});
	return {
		...rest,
		requests: requests.slice(-mostRows).map(short),
		deliveries: deliveries.slice(-mostRows).map(short),
	};
}
