/** What stands behind a load balancer in its tests, and how the compose file's layout divides requests. */
import { z } from 'zod';
import { listen } from '../../../dev/n8n/ports';
import { crypto, http, net, once } from '../../../dev/platform';

/** RFC 6455, 1.3. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** The paths of triggers, each of which one webhook process serves, and together all of them. */
export const TRIGGER_PATHS = [...Array(40).keys()].map((n) => `/webhook/trigger-${n}/webhook`);

/** A path of the webhook processes whose requests are not answered before they may. */
export const HELD_PATH = '/webhook/held/webhook';

/** Further paths for the webhook processes, whichever of them it is. */
export const PRODUCTION_PATHS = ['/form/a', '/form-waiting/1', '/webhook-waiting/1', '/webhook/a'];

/** n8n's MCP Server Trigger: of version 2, and the two paths of a session of version 1. */
export const MCP_PATHS = [
	...Array.from({ length: 10 }, (_, index) => `/mcp/server-${index}`),
	...['/mcp/server/sse', '/mcp/server/messages?sessionId=1', '/mcp/server/messages?sessionId=2'],
];

/** The editor, its calls, tests, and n8n's own MCP server. */
export const MAIN_PATHS = [
	...['/', '/rest/settings', '/rest/mcp/settings', '/mcp-server/http', '/mcp-oauth/token'],
	...['/webhook-test/trigger-1/webhook', '/form-test/a', '/mcp-test/server/sse'],
];

const servedSchema = z.object({
	name: z.string(),
	length: z.number(),
	forwardedFor: z.string().optional(),
	/** The port of the other end: another one for each connection. */
	connection: z.number(),
});

/**
 * Stands for one n8n process: responds with its name, and with what the balancer handed it. A stream of
 * events it begins and leaves open.
 */
export interface StandIn {
	name: string;
	/** `host:port` */
	address: string;
	/** How many requests for `HELD_PATH` are with it. */
	held(): number;
	/** Has those answered, and all that follow. */
	release(): void;
	/** Leaves health checks without a response from now on. */
	setBusy(): void;
	close(): Promise<void>;
}

export async function startStandIns(): Promise<StandIn[]> {
	return await Promise.all(['main', 'webhook-1', 'webhook-2'].map(startStandIn));
}

async function startStandIn(name: string): Promise<StandIn> {
	let held = 0;
	let release = () => {};
	const released = new Promise<void>((resolve) => (release = resolve));
	let isBusy = false;
	const server = http.createServer((request, response) => {
		if (request.url === '/healthz/readiness' && isBusy) return;
		if (request.method === 'GET' && request.url?.endsWith('/sse')) {
			response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
			return;
		}
		const forwardedFor = request.headers['x-forwarded-for'];
		const connection = request.socket.remotePort;
		let length = 0;
		request.on('data', (chunk: Buffer) => (length += chunk.length));
		request.on('end', async () => {
			if (request.url === HELD_PATH) {
				held += 1;
				await released;
				held -= 1;
			}
			response.end(JSON.stringify({ name, length, forwardedFor, connection }));
		});
	});
	server.on('upgrade', (request, socket: net.Socket) => {
		const key = `${request.headers['sec-websocket-key']}${WEBSOCKET_GUID}`;
		const accept = crypto.createHash('sha1').update(key).digest('base64');
		const start = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade';
		socket.write(`${start}\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
	});
	const { host: address } = new URL(await listen(server));
	async function close(): Promise<void> {
		server.close();
		server.closeAllConnections();
		if (server.listening) await once(server, 'close');
	}
	const setBusy = () => (isBusy = true);
	return { name, address, held: () => held, release, setBusy, close };
}

/** Who served a request, how much of its body arrived there, and what was said of the caller. */
export async function served(
	url: string,
	body?: string,
	headers?: Record<string, string>,
): Promise<z.infer<typeof servedSchema>> {
	const method = body === undefined ? 'GET' : 'POST';
	const response = await fetch(url, { method, body, headers });
	expect(response.status).toBe(200);
	return servedSchema.parse(await response.json());
}
