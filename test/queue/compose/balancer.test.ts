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

	const ask = async (path: string, body?: string) => await served(`${balancer.url}${path}`, body);
	const askAll = async (paths: string[]) =>
		await Promise.all(paths.map(async (path) => (await ask(path, '{}')).name));

	it('sends all deliveries of one trigger to one webhook process, whatever the query', async () => {
		for (const path of TRIGGER_PATHS.slice(0, 5)) {
			const names = new Set<string>();
			for (let time = 0; time < 20; time++) {
				names.add((await ask(`${path}?token=${time}`, '{}')).name);
			}
			expect(names.size).toBe(1);
			expect((await ask(path)).name).toBe([...names][0]);
		}
	});

	it('spreads triggers over the webhook processes', async () => {
		const names = await askAll(TRIGGER_PATHS);

		expect(new Set(names)).toEqual(new Set(['webhook-1', 'webhook-2']));
	});

	it('sends forms and what executions wait for to the webhook processes', async () => {
		for (const name of await askAll(PRODUCTION_PATHS)) expect(name).toMatch(/^webhook-/);
	});

	it('sends all that MCP clients ask to one webhook process, which holds their sessions', async () => {
		expect(new Set(await askAll(MCP_PATHS))).toEqual(new Set(['webhook-1']));
	});

	it('sends the editor, its calls and tests to main', async () => {
		expect(await askAll(MAIN_PATHS)).toEqual(MAIN_PATHS.map(() => 'main'));
	});

	it('hands on a delivery of several megabytes unchanged in length', async () => {
		const body = JSON.stringify({ message: 'x'.repeat(5_000_000) });

		expect((await ask('/webhook/a/webhook?token=b', body)).length).toBe(body.length);
	});

	it('keeps a burst waiting instead of handing it to one process all at once', async () => {
		const burst = Promise.all(Array.from({ length: 200 }, async () => await ask(HELD_PATH, '{}')));
		const most = () => Math.max(...backends.map(({ held }) => held()));
		try {
			await until('the burst', () => (most() >= 20 ? true : undefined));
			// Whatever did not have to wait would be there by now.
			await wait(500);
			expect(most()).toBe(20);
		} finally {
			for (const { release } of backends) release();
		}
		expect(await burst).toHaveLength(200);
	});

	it('hands on what triggers forward to each other, past the deliveries that wait for it', async () => {
		const burst = Promise.all(Array.from({ length: 50 }, async () => await ask(HELD_PATH, '{}')));
		const held = () => backends.reduce((sum, backend) => sum + backend.held(), 0);
		try {
			await until('the burst', () => (held() >= 20 ? true : undefined));
			const headers = { 'x-public-outreach-forwarded': '1' };
			for (const path of TRIGGER_PATHS) {
				const { name } = await served(`${balancer.url}${path}`, '{}', headers);
				expect(name).toMatch(/^webhook-/);
			}
		} finally {
			for (const { release } of backends) release();
		}
		const names = await askAll(TRIGGER_PATHS);
		const headers = { 'x-public-outreach-forwarded': '1' };
		const forwarded = TRIGGER_PATHS.map(
			async (path) => (await served(`${balancer.url}${path}`, '{}', headers)).name,
		);

		// The same process as any delivery of the trigger: its memory knows what came before.
		expect(await Promise.all(forwarded)).toEqual(names);
		expect(await burst).toHaveLength(50);
	});

	it("takes no delivery's place for the streams of MCP clients", async () => {
		// Streams that had to wait for one another would do so for minutes.
		const signal = AbortSignal.timeout(30_000);
		const streams = await Promise.all(
			Array.from(
				{ length: 50 },
				async () => await fetch(`${balancer.url}/mcp/server/sse`, { signal }),
			),
		);
		const names = await askAll(TRIGGER_PATHS);

		expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
		expect(new Set(names)).toEqual(new Set(['webhook-1', 'webhook-2']));
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
		const { forwardedFor } = await served(`${balancer.url}/`, undefined, headers);

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
