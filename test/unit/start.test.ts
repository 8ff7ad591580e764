import { newFolder, remove } from '../../dev/folders';
import { assertPortsFree, freePort, HOST } from '../../dev/n8n/ports';
import { net, once, path } from '../../dev/platform';
import { claimDataFolder } from '../../dev/start/dataFolder';

describe('the ports of npm start', () => {
	const servers: net.Server[] = [];
	afterEach(() => servers.splice(0).forEach((server) => server.close()));

	/** A port on which somebody listens. */
	async function taken(): Promise<number> {
		const port = await freePort();
		const server = net.createServer().listen(port, HOST);
		await once(server, 'listening');
		servers.push(server);
		return port;
	}

	const check = async (simulator: number, n8n: number) =>
		await assertPortsFree(
			[
				{ port: simulator, of: 'the simulator', variable: 'SIMULATOR_PORT' },
				{ port: n8n, of: 'n8n', variable: 'N8N_PORT' },
			],
			'npm start',
		);

	it('are accepted if both are free', async () => {
		await expect(check(await freePort(), await freePort())).resolves.toBeUndefined();
	});

	it('are named together if both are in use, with one command that works', async () => {
		const [simulator, n8n] = [await taken(), await taken()];
		const error = await check(simulator, n8n).catch(String);

		expect(error).toContain(`Ports ${simulator} (the simulator) and ${n8n} (n8n) are in use.`);
		const [, first, second] =
			/: SIMULATOR_PORT=(\d+) N8N_PORT=(\d+) npm start$/.exec(String(error)) ?? [];
		await expect(check(Number(first), Number(second))).resolves.toBeUndefined();
	});

	it('keep the one that is free in the command for the other', async () => {
		const [simulator, n8n] = [await freePort(), await taken()];

		await expect(check(simulator, n8n)).rejects.toThrow(
			new RegExp(
				`^Port ${n8n} \\(n8n\\) is in use\\.\\n.*: SIMULATOR_PORT=${simulator} N8N_PORT=\\d+ npm start$`,
			),
		);
	});

	it('may not be the same', async () => {
		const port = await freePort();

		await expect(check(port, port)).rejects.toThrow(`Port ${port} (n8n) is in use`);
	});
});

describe('the data folder of npm start', () => {
	const withoutRetries = { retries: 0, factor: 1, minTimeout: 1, maxTimeout: 1 };
	const parent = newFolder('start-test');
	const folder = path.join(parent, 'demo');
	afterAll(async () => await remove(parent));

	it('is another one for each start that runs beside others', async () => {
		const claimed = [];
		for (let start = 0; start < 3; start++)
			claimed.push(await claimDataFolder(folder, withoutRetries));

		expect(claimed).toEqual([folder, `${folder}-2`, `${folder}-3`]);
	});
});
