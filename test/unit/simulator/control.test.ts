import { childProcess, once, path, process, repositoryRoot, wait } from '../../../dev/platform';
import { startSimulator } from '../../../dev/simulator';
import { call, campaigns, part, useReceivers, useSimulator } from './helpers';

const simulator = useSimulator();
const newReceiver = useReceivers();
const control = async (method: string, path: string, body?: unknown) =>
	await call(simulator.current, method, `/_simulator/${path}`, body, { 'x-api-key': '' });

describe('the control endpoints', () => {
	it('write as a lead, the same message twice if asked to', async () => {
		const receiver = await newReceiver();
		simulator.current.state.webhookUrl = receiver.url;
		const body = { message: 'Again', prospect_id: 5005, times: 2 };
		const { json } = await control('POST', 'messages', body);

		const deliveries = [{ status: 200 }, {}];
		expect(json).toMatchObject({ message: { message: 'Again' }, deliveries });
		const [first, second] = receiver.received;
		expect(first?.body).toBe(second?.body);
		expect(simulator.current.deliveries).toEqual(part(json).deliveries);
	});

	it.each([
		[{ lead_id: 9 }, 404],
		[{ prospect_id: 9 }, 404],
		[{ campaign_id: 9 }, 404],
		[{ times: 0 }, 400],
		['{"cut', 400],
	])('refuse to write %j', async (body, expected) => {
		expect((await control('POST', 'messages', body)).status).toBe(expected);
	});

	it('plan faults, one or several, and refuse what is none', async () => {
		await control('POST', 'faults', { kind: 'empty' });
		await control('POST', 'faults', [{ status: 503 }, { status: 504 }]);
		const refused = [{ kind: 'earthquake' }, { status: 99 }, { path: '(', status: 500 }, {}];
		for (const fault of refused) {
			expect((await control('POST', 'faults', fault)).status).toBe(400);
		}

		const seen = [];
		for (let time = 0; time < 4; time += 1) {
			seen.push((await call(simulator.current, 'GET', campaigns)).status);
		}
		expect(seen).toEqual([200, 503, 504, 200]);
	});

	it('change options, and refuse unknown ones', async () => {
		const { json, text } = await control('PATCH', 'options', { requestsPerMinute: 0 });

		expect(json).toMatchObject({ requestsPerMinute: 0, windowMs: 60_000 });
		expect(text).not.toContain(simulator.current.apiKey);
		expect((await call(simulator.current, 'GET', campaigns)).status).toBe(429);
		expect((await control('PATCH', 'options', { apiKeys: ['x.y'] })).status).toBe(400);
	});

	it.each([false, true])('reset everything to the seed, but keep webhooks: %s', async (kept) => {
		const { state, requests, deliveries } = simulator.current;
		await call(simulator.current, 'POST', campaigns, { name: 'x' });
		state.webhookUrl = 'http://127.0.0.1:1/';
		await simulator.current.sendMessage();
		simulator.current.plan({ status: 500 });
		await control('POST', 'reset', kept ? { keep_webhooks: true } : undefined);

		expect(simulator.current.state).toBe(state);
		expect(state.campaigns).toHaveLength(4);
		expect(simulator.current.webhookUrl).toBe(kept ? 'http://127.0.0.1:1/' : null);
		expect([...requests, ...deliveries]).toEqual([]);
		expect((await call(simulator.current, 'GET', campaigns)).status).toBe(200);
		expect(requests).toHaveLength(1);
	});

	it('give the key to the own page, to be entered in n8n, and nothing to one of another site', async () => {
		const { url, apiKey } = simulator.current;
		const from = async (origin: string) =>
			await call(simulator.current, 'GET', '/_simulator/key', undefined, { origin });

		expect((await from('https://elsewhere.example')).status).toBe(403);
		expect((await from(url)).json).toEqual({ api_key: apiKey });
	});
});

describe('several simulators', () => {
	it('do not share state, and a port that is taken is refused by name', async () => {
		const other = await startSimulator();
		await call(other, 'POST', campaigns, { name: 'x' });

		expect(other.state.campaigns).toHaveLength(5);
		expect(simulator.current.state.campaigns).toHaveLength(4);
		await expect(startSimulator({ port: other.port })).rejects.toThrow('EADDRINUSE');
		await other.close();
	});

	it('end immediately, even with a request held and a wait under way', async () => {
		const other = await startSimulator({ latencyMs: 60_000 });
		const pending = call(other, 'GET', campaigns).catch(() => 'dropped');
		while (other.requests.length === 0) await wait(5);
		const started = Date.now();
		await other.close();

		expect(await pending).toBe('dropped');
		expect(Date.now() - started).toBeLessThan(30_000);
	});
});

const program = path.join(repositoryRoot, 'dev', 'simulator', 'main.ts');

function run(port: string) {
	const child = childProcess.spawn(process.execPath, ['--require', 'tsx/cjs', program], {
		cwd: repositoryRoot,
		env: { ...process.env, SIMULATOR_PORT: port },
	});
	const output = { text: '' };
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
	}
	return { child, output, exit: once(child, 'exit') };
}

describe('npm run simulator', () => {
	it('prints address and key, responds there, and ends on Ctrl-C', async () => {
		const { child, output, exit } = run('0');
		while (!output.text.includes('Ctrl-C')) await once(child.stdout, 'data');
		const url = /Base URL\s+(\S+)/.exec(output.text)?.[1] ?? '';
		const key = /API key\s+(\S+)/.exec(output.text)?.[1] ?? '';
		const headers = { 'x-api-key': key };
		const response = await fetch(`${url}/api/v1/public/campaigns/`, { headers });
		child.kill('SIGINT');
		const [code] = await exit;

		expect(response.status).toBe(200);
		expect(code).toBe(0);
	});

	it('names a port that is taken and says what to do, and refuses what is no port', async () => {
		const other = await startSimulator();
		const [taken, none] = [run(String(other.port)), run('eighty')];
		const codes = [...(await taken.exit), ...(await none.exit)];
		await other.close();

		expect(codes).toEqual([1, null, 1, null]);
		expect(taken.output.text).toContain(`Port ${other.port} is in use`);
		expect(taken.output.text).toContain('SIMULATOR_PORT=');
		expect(none.output.text).toContain('"eighty", which is no port number');
	});
});
