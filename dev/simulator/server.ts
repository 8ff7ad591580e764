import Fastify from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { htmlPage, Refusal } from './answer';
import type { Answer } from './answer';
import { inForm } from './answerForms';
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

/** The HTTP server: paths of the API are handled by `serve`, everything else is the simulator's own. */
export function createServer(context: Context): FastifyInstance {
	const app = Fastify({
		bodyLimit: largestBody,
		exposeHeadRoutes: false,
		// Held and dripping connections would keep `close()` waiting.
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 2000 },
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	for (const [path, handlers] of routes.flatMap((table) => Object.entries(table))) {
		register(app, context, path, handlers);
	}
	registerControl(app, context);
	registerEvents(app, context);
	registerPage(app);
	app.setNotFoundHandler(async (request, reply) => {
		// Not an API call: a browser's additional requests, or a mistyped control path.
		if (/^\/(_simulator\/|favicon)/.test(request.url)) return await reply.code(404).send();
		return await serve(context, request, reply, () => htmlPage(404));
	});
	return app;
}

function register(app: FastifyInstance, context: Context, route: string, handlers: Handlers): void {
	// A parameter that is no integer makes the path unroutable, as in a Django-like service.
	const path = route.replaceAll(/:(\w+)/g, ':$1(^\\d+$)');
	app.route({
		method: methods,
		url: path,
		handler: (request, reply) =>
			serve(context, request, reply, () => dispatch(context, handlers, request)),
	});
	app.route({
		method: methods,
		url: path.endsWith('/') ? path.slice(0, -1) : `${path}/`,
		handler: (request, reply) => serve(context, request, reply, () => otherSlash(request)),
	});
}

function dispatch(context: Context, handlers: Handlers, request: FastifyRequest): Answer {
	const method = methods.find((known) => known === request.method);
	const handler = method && handlers[method];
	if (!handler) {
		// Reference, Errors: not shown; convention: as Django REST does.
		throw new Refusal({
			status: 405,
			body: { detail: `Method "${request.method}" not allowed.` },
			headers: { allow: Object.keys(handlers).join(', ') },
		});
	}
	return inForm(handler(callOf(context, request)), context.settings.answerForm, request.method);
}

const pathParameters = z.record(z.coerce.number());

function callOf(context: Context, request: FastifyRequest): Call {
	const [path = '', search = ''] = request.url.split('?');
	return {
		context,
		params: pathParameters.parse(request.params),
		query: new URLSearchParams(search),
		rawBody: bodyText(request),
		contentType: request.headers['content-type'],
		key: keyOf(request.headers),
		url: `http://${request.headers.host ?? ''}${path}`,
	};
}

/** Not known (extended API, 2.1); convention: a GET is sent to the path as it is documented, a write is not. */
function otherSlash(request: FastifyRequest): Answer {
	if (request.method !== 'GET') return htmlPage(404);
	const [path = '', ...search] = request.url.split('?');
	const right = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
	const location = [right, ...search].join('?');
	return { status: 301, body: undefined, headers: { location } };
}
