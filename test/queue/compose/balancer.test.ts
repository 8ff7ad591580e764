import { HOST } from '../../../dev/n8n/ports';
import { crypto, http, net, once, wait } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { haproxy, startBalancer, type Balancer } from './haproxy';
import {
	HELD_PATH,
	MAIN_PATHS,
	MCP_PATHS,
	PRODUCTION_PATHS,
	served,
	startStandIns,
	TRIGGER_PATHS,
	type StandIn,
} from './standIns';

const describeWithHaproxy = haproxy === undefined ? describe.skip : describe;

describeWithHaproxy('the load balancer of the compose file', () => {
	let backends: StandIn[] = [];
	let balancer: Balancer;

	beforeEach(async () => {
		backends = await startStandIns();
		balancer = await startBalancer(
			Object.fromEntries(backends.map(({ name, address }) => [name, address])),
		);
	});
	afterEach(async () => {
		await balancer.stop();
		await Promise.all(backends.map(async ({ close }) => await close()));
	});

	const ask = async (path: string, body?: string, headers?: Record<string, string>) =>
		await served(`${balancer.url}${path}`, body, headers);
	const askAll = async (paths: string[], headers?: Record<string, string>) =>
		await Promise.all(paths.map(async (path) => (await ask(path, '{}', headers)).name));

	/** Works while deliveries are with the webhook processes, and as many as may be with one of them. */
	async function duringBurst(size: number, work: (most: () => number) => Promise<void>) {
		const burst = Promise.all(Array.from({ length: size }, async () => await ask(HELD_PATH, '{}')));
		const most = () => Math.max(...backends.map(({ held }) => held()));
		try {
			await until('the burst', () => most() >= 20 || undefined);
			await work(most);
		} finally {
			for (const { release } of backends) release();
		}
		expect(await burst).toHaveLength(size);
	}

	it('sends all deliveries of one trigger to one webhook process, whatever the query, and triggers to both', async () => {
		const names = await askAll(TRIGGER_PATHS);
		expect(new Set(names)).toEqual(new Set(['webhook-1', 'webhook-2']));
		for (let time = 0; time < 5; time++) {
			expect(await askAll(TRIGGER_PATHS.map((path) => `${path}?token=${time}`))).toEqual(names);
		}
	});

	it('hands nothing on over a connection that may be closed just as it is used again', async () => {
		const first = await ask('/webhook/a/webhook', '{}');
		const second = await ask('/webhook/a/webhook', '{}');

		expect(second.connection).not.toBe(first.connection);
	});

	it('does not take a process that responds late for one that has ended', async () => {
		for (const { setBusy } of backends) setBusy();
		// Two checks, two seconds apart, that get no response within two seconds.
		await wait(10_000);

		expect(new Set(await askAll(TRIGGER_PATHS))).toEqual(new Set(['webhook-1', 'webhook-2']));
	});

	it.each([
		['forms and what executions wait for', 'the webhook processes', PRODUCTION_PATHS, /^webhook-/],
		['all that MCP clients ask', 'the process with their sessions', MCP_PATHS, /^webhook-1$/],
		['the editor, its calls and tests', 'main', MAIN_PATHS, /^main$/],
	])('sends %s to %s', async (_what, _where, paths, name) => {
		for (const one of await askAll(paths)) expect(one).toMatch(name);
	});

	it('hands on a delivery of several megabytes unchanged in length', async () => {
		const body = JSON.stringify({ message: 'x'.repeat(5_000_000) });

		expect((await ask('/webhook/a/webhook?token=b', body)).length).toBe(body.length);
	});

	it('keeps a burst waiting instead of handing it to one process all at once', async () => {
		await duringBurst(200, async (most) => {
			// Whatever did not have to wait would be there by now.
			await wait(500);
			expect(most()).toBe(20);
		});
	});

	it('hands on what triggers forward to each other, past the deliveries that wait for it', async () => {
		const headers = { 'x-public-outreach-forwarded': '1' };
		const usual = await askAll(TRIGGER_PATHS);

		await duringBurst(50, async () => {
			expect(await askAll(TRIGGER_PATHS, headers)).toEqual(usual);
		});
	});

	it("takes no delivery's place for the streams of MCP clients", async () => {
		// Streams that had to wait for one another would do so for minutes.
		const signal = AbortSignal.timeout(30_000);
		const stream = async () => await fetch(`${balancer.url}/mcp/server/sse`, { signal });
		const streams = await Promise.all(Array.from({ length: 50 }, stream));
		await askAll(TRIGGER_PATHS);

		expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
		await Promise.all(streams.map(async ({ body }) => await body?.cancel()));
	});

	it("gives a lost process's triggers and MCP clients to the other one", async () => {
		await backends[1]?.close();

		const names = await askAll([...TRIGGER_PATHS, ...MCP_PATHS]);

		expect(new Set(names)).toEqual(new Set(['webhook-2']));
	});

	it('tells n8n the caller after what it was told itself, the second from the end behind https', async () => {
		const caller = '203.0.113.9';
		const made = '198.51.100.1';
		const headers = { 'x-forwarded-for': `${made}, ${caller}` };
		const { forwardedFor } = await ask('/', undefined, headers);

		expect(forwardedFor?.split(', ')).toEqual([made, caller, HOST]);
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
