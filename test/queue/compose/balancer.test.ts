import { z } from 'zod';
import { HOST } from '../../../dev/n8n/ports';
import { crypto, http, net, once, wait } from '../../../dev/platform';
import { haproxy, startBalancer, type Balancer } from './haproxy';

const servedSchema = z.object({ name: z.string(), length: z.number() });

/** RFC 6455, 1.3. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Long enough for requests to meet in a process. */
const TAKES_MS = 5;

/** Stands for one n8n process: answers with its name, and with what the balancer handed it. */
async function startBackend(name: string) {
	let inside = 0;
	let mostInside = 0;
	const server = http.createServer((request, response) => {
		let length = 0;
		request.on('data', (chunk: Buffer) => (length += chunk.length));
		request.on('end', async () => {
			await wait(TAKES_MS);
			inside -= 1;
			response.end(JSON.stringify({ name, length }));
		});
		inside += 1;
		mostInside = Math.max(mostInside, inside);
	});
	server.on('upgrade', (request, socket: net.Socket) => {
		const key = `${request.headers['sec-websocket-key']}${WEBSOCKET_GUID}`;
		const accept = crypto.createHash('sha1').update(key).digest('base64');
		const headers = [
			'Upgrade: websocket',
			'Connection: Upgrade',
			`Sec-WebSocket-Accept: ${accept}`,
		];
		socket.write(['HTTP/1.1 101 Switching Protocols', ...headers, '', ''].join('\r\n'));
	});
	server.listen(0, HOST);
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	async function close(): Promise<void> {
		server.close();
		server.closeAllConnections();
		if (server.listening) await once(server, 'close');
	}
	return { name, address: `${HOST}:${port}`, mostInside: () => mostInside, close };
}

const describeWithHaproxy = haproxy === undefined ? describe.skip : describe;

describeWithHaproxy('the load balancer of the compose file', () => {
	let backends: Array<Awaited<ReturnType<typeof startBackend>>> = [];
	let balancer: Balancer;

	beforeEach(async () => {
		backends = await Promise.all(['main', 'webhook-1', 'webhook-2'].map(startBackend));
		balancer = await startBalancer(
			Object.fromEntries(backends.map(({ name, address }) => [name, address])),
		);
	});
	afterEach(async () => {
		await balancer.stop();
		await Promise.all(backends.map(async ({ close }) => await close()));
	});

	async function served(path: string, body?: string) {
		const method = body === undefined ? 'GET' : 'POST';
		const response = await fetch(`${balancer.url}${path}`, { method, body });
		expect(response.status).toBe(200);
		return servedSchema.parse(await response.json());
	}
	const paths = Array.from({ length: 40 }, (_, index) => `/webhook/trigger-${index}/webhook`);

	it('sends all deliveries of one trigger to one webhook process, whatever the query', async () => {
		for (const path of paths.slice(0, 5)) {
			const names = new Set<string>();
			for (let time = 0; time < 20; time++) {
				names.add((await served(`${path}?token=${time}`, '{}')).name);
			}
			expect(names.size).toBe(1);
			expect((await served(path)).name).toBe([...names][0]);
		}
	});

	it('spreads triggers over the webhook processes', async () => {
		const names = await Promise.all(paths.map(async (path) => (await served(path, '{}')).name));

		expect(new Set(names)).toEqual(new Set(['webhook-1', 'webhook-2']));
	});

	it('sends the editor, its calls and tests to main', async () => {
		for (const path of ['/', '/rest/settings', '/webhook-test/trigger-1/webhook', '/form-test/a']) {
			expect((await served(path)).name).toBe('main');
		}
	});

	it('hands on a delivery of several megabytes unchanged in length', async () => {
		const body = JSON.stringify({ message: 'x'.repeat(5_000_000) });

		expect((await served('/webhook/a/webhook?token=b', body)).length).toBe(body.length);
	});

	it('keeps a burst waiting instead of handing it to one process all at once', async () => {
		await Promise.all(Array.from({ length: 200 }, async () => await served('/webhook/a/b', '{}')));

		const most = Math.max(...backends.map(({ mostInside }) => mostInside()));
		expect(most).toBe(20);
	});

	it("gives a lost process's triggers to the other one", async () => {
		await backends[1]?.close();

		const names = await Promise.all(paths.map(async (path) => (await served(path, '{}')).name));

		expect(new Set(names)).toEqual(new Set(['webhook-2']));
	});

	it("passes the editor's open connection through", async () => {
		const request = http.get(`${balancer.url}/rest/push`, {
			headers: {
				connection: 'Upgrade',
				upgrade: 'websocket',
				'sec-websocket-version': '13',
				'sec-websocket-key': crypto.randomBytes(16).toString('base64'),
			},
		});
		const [response] = (await once(request, 'upgrade')) as [http.IncomingMessage, net.Socket];

		expect(response.statusCode).toBe(101);
		response.socket.destroy();
	});
});
