import Fastify from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { htmlPage, Rejection } from './response';
import type { SentResponse } from './response';
import { inForm } from './responseForms';
import type { Context } from './context';
import { registerControl } from './control';
import { registerEvents } from './events';
import { registerPage } from './page';
import { bodyText, serve } from './pipeline';
import { routes } from './routes';
import type { Call, Handlers, Method } from './routes/route';
import { keyOf } from './users';

const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const largestBody = 20 * 1024 * 1024;

/** A parameter that is no integer makes the path unroutable, as in a Django-like service. */
const patterns = routes.flatMap((table) =>
	Object.entries(table).map(([path, handlers]) => ({
		pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>\\d+)')}$`),
		handlers,
	})),
);

/** The HTTP server: the page and the controls are the simulator's own, all other paths are the service's. */
export function createServer(context: Context): FastifyInstance {
	const app = Fastify({
		bodyLimit: largestBody,
		exposeHeadRoutes: false,
		// Held and dripping connections would keep `close()` waiting.
		forceCloseConnections: true,
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	registerControl(app, context);
	registerEvents(app, context);
	registerPage(app);
	// The service has too many paths to be entered anew for each simulator.
	app.setNotFoundHandler(async (request, reply) => {
		// Not an API call: a browser's additional requests, or a mistyped control path.
		if (/^\/(_simulator\/|favicon)/.test(request.url)) return await reply.code(404).send();
		return await serve(context, request, reply, () => respond(context, request));
	});
	return app;
}

function routeOf(path: string): { handlers: Handlers; params: unknown } | undefined {
	for (const { pattern, handlers } of patterns) {
		const match = pattern.exec(path);
		if (match) return { handlers, params: { ...match.groups } };
	}
	return undefined;
}

function respond(context: Context, request: FastifyRequest): SentResponse {
	const [path = '', ...search] = request.url.split('?');
	const route = routeOf(path);
	if (!route) return otherSlash(request.method, path, search);
	const method = methods.find((known) => known === request.method);
	const handler = method && route.handlers[method];
	if (!handler) {
		// Reference, Errors: not shown; convention: as Django REST does.
		throw new Rejection({
			status: 405,
			body: { detail: `Method "${request.method}" not allowed.` },
			headers: { allow: Object.keys(route.handlers).join(', ') },
		});
	}
	const call: Call = {
		context,
		params: pathParameters.parse(route.params),
		query: new URLSearchParams(search.join('?')),
		rawBody: bodyText(request),
		contentType: request.headers['content-type'],
		key: keyOf(request.headers),
		url: `http://${request.headers.host ?? ''}${path}`,
	};
	return inForm(handler(call), context.settings.responseForm, request.method);
}

const pathParameters = z.record(z.coerce.number());

/** Not known (extended API, 2.1); convention: a GET is sent to the path as it is documented, a write is not. */
function otherSlash(method: string, path: string, search: string[]): SentResponse {
	const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
	if (method !== 'GET' || !routeOf(other)) return htmlPage(404);
	return { status: 301, body: undefined, headers: { location: [other, ...search].join('?') } };
}
