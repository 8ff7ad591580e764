/** A minimal load balancer for a queue-mode layout. */
import { listen } from '../n8n/ports';
import { crypto, http, once, streamConsumers } from '../platform';
import { Backend } from './backend';

/**
 * `round-robin`: the webhook processes take turns, whatever the request.
 * `path-hash`: all requests for one path go to one process, as long as that one is there.
 */
export type Balance = 'round-robin' | 'path-hash';

export interface Proxy {
	url: string;
	/** May be changed at any time. */
	balance: Balance;
	/** Takes the origins of the process that has the editor and the tests, and of those that take production deliveries. */
	setTargets(main: string, webhooks: string[]): void;
	close(): Promise<void>;
}

/**
 * The paths that n8n's webhook processes serve once main does not (n8n 2.41, abstract-server.js,
 * webhooksEnabled); the main process serves everything else.
 */
const PRODUCTION = /^\/(webhook|form|webhook-waiting|form-waiting)\//;

export async function startProxy(): Promise<Proxy> {
	let main: Backend[] = [];
	let webhooks: Backend[] = [];
	let turn = 0;
	const server = http.createServer((request, response) => {
		const [path = ''] = (request.url ?? '').split('?');
		serve(candidatesFor(path), request, response).catch(() => response.destroy());
	});
	function candidatesFor(path: string): Backend[] {
		if (!PRODUCTION.test(path)) return main;
		const first = proxy.balance === 'path-hash' ? choiceByPath(path, webhooks.length) : turn++;
		return startingAt(webhooks, first);
	}
	const proxy: Proxy = {
		url: await listen(server),
		balance: 'path-hash',
		setTargets(origin, origins) {
			main = [new Backend(origin)];
			webhooks = origins.map((one) => new Backend(one));
		},
		async close() {
			server.close();
			server.closeAllConnections();
			for (const backend of [...main, ...webhooks]) backend.close();
			await once(server, 'close');
		},
	};
	return proxy;
}

/** The index of the process that serves a path, with `path-hash`. */
export function choiceByPath(path: string, count: number): number {
	return crypto.createHash('sha256').update(path).digest().readUInt32BE() % count;
}

/** The preferred backend, followed by the fallbacks. */
function startingAt(backends: Backend[], place: number): Backend[] {
	const first = place % backends.length;
	return [...backends.slice(first), ...backends.slice(0, first)];
}

async function serve(
	candidates: Backend[],
	request: http.IncomingMessage,
	response: http.ServerResponse,
): Promise<void> {
	const body = await streamConsumers.buffer(request);
	for (const backend of candidates) {
		const passed = await backend.pass(request, body);
		if (passed === 'not connected') continue;
		if (passed === 'broken') break;
		response.writeHead(passed.statusCode ?? 502, passed.headers);
		passed.pipe(response);
		passed.on('error', () => response.destroy());
		return;
	}
	response.writeHead(502).end();
}
