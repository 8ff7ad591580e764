import { startProxy, type Balance, type Proxy } from '../../../dev/queue/proxy';
import {
	MAIN_PATHS,
	MCP_PATHS,
	PRODUCTION_PATHS,
	served,
	startStandIns,
	TRIGGER_PATHS,
	type StandIn,
} from './standIns';

/** Which requests are whose has to be as in the compose file's balancer: see balancer.test.ts. */
describe('the load balancer of the tests of queue mode', () => {
	let backends: StandIn[] = [];
	let proxy: Proxy;

	beforeEach(async () => {
		backends = await startStandIns();
		const [main = '', ...webhooks] = backends.map(({ address }) => `http://${address}`);
		proxy = await startProxy();
		proxy.setTargets({ main, webhooks });
	});
	afterEach(async () => {
		await proxy.close();
		await Promise.all(backends.map(async ({ close }) => await close()));
	});

	const askAll = async (paths: string[]) =>
		await Promise.all(paths.map(async (path) => (await served(`${proxy.url}${path}`, '{}')).name));

	it('sends all deliveries of one trigger to one webhook process, whatever the query', async () => {
		const [first, ...others] = await askAll(TRIGGER_PATHS);
		const again = await askAll(TRIGGER_PATHS.map((path) => `${path}?token=1`));

		expect(again).toEqual([first, ...others]);
		expect(new Set(again)).toEqual(new Set(['webhook-1', 'webhook-2']));
	});

	it('sends them in turn where that is wanted', async () => {
		proxy.balance = 'round-robin';

		const names = new Set(await askAll(['/webhook/a/webhook', '/webhook/a/webhook']));
		expect(names).toEqual(new Set(['webhook-1', 'webhook-2']));
	});

	it.each<Balance>(['path-hash', 'round-robin'])(
		'divides the rest, balancing by %s',
		async (by) => {
			proxy.balance = by;

			for (const name of await askAll(PRODUCTION_PATHS)) expect(name).toMatch(/^webhook-/);
			expect(new Set(await askAll(MCP_PATHS))).toEqual(new Set(['webhook-1']));
			expect(await askAll(MAIN_PATHS)).toEqual(MAIN_PATHS.map(() => 'main'));
		},
	);

	it("gives a lost process's triggers and MCP clients to the other one", async () => {
		await backends[1]?.close();

		const names = await askAll([...TRIGGER_PATHS, ...MCP_PATHS]);
		expect(new Set(names)).toEqual(new Set(['webhook-2']));
	});
});
