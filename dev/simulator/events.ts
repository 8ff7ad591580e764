import type { FastifyInstance } from 'fastify';

import type { http } from '../platform';
import { timers } from '../platform';
import type { Change, Context } from './context';
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
	const note = ({ request, delivery, state, fresh }: Change) => {
		if (fresh) update = everything(context);
		if (request) update.requests.push(request);
		if (delivery) update.deliveries.push(delivery);
		if (state) update.state = stateView(context);
		timer ??= timers.setTimeout(flush, gatherMs).unref();
	};
	context.events.on('change', note);
	flush();
	return () => {
		context.events.off('change', note);
		timers.clearTimeout(timer);
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
	const short = <Row extends { body: string }>(rows: Row[]): Row[] =>
		rows.slice(-mostRows).map((row) => ({ ...row, body: row.body.slice(0, longestBody) }));
	return { ...rest, requests: short(requests), deliveries: short(deliveries) };
}
