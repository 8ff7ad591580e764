import { z } from 'zod';
import { newFolder, remove } from '../../../dev/folders';
import { freePort } from '../../../dev/n8n/ports';
import { createRequire, fs, path, repositoryRoot } from '../../../dev/platform';
import { outputOf, startServer } from '../../../dev/processes';

const FOLDER = path.join(repositoryRoot, 'examples', 'docker-compose');
const read = (file: string) => fs.readFileSync(path.join(FOLDER, file), 'utf8');
const readRoot = (file: string) => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');
const manifest = (file: string): unknown => JSON.parse(readRoot(file));

/** The lint rules let no file import what package.json does not name; npm installs it for others. */
const requireAny = createRequire(path.join(repositoryRoot, 'package.json'));
type Parse = (text: string, options: { merge: boolean }) => unknown;
const isFunction = (value: unknown) => typeof value === 'function';
const yamlSchema = z.object({ parse: z.custom<Parse>(isFunction) });
const { parse } = yamlSchema.parse(requireAny('yaml'));

const dependsOn = z.record(z.object({ condition: z.literal('service_healthy') }));
const serviceSchema = z.object({
	image: z.string(),
	command: z.string().optional(),
	environment: z.record(z.string()).default({}),
	depends_on: dependsOn.default({}),
	healthcheck: z.object({ test: z.string() }).optional(),
	volumes: z.array(z.string()).default([]),
});
const compose = z
	.object({ services: z.record(serviceSchema), volumes: z.record(z.null()) })
	.parse(parse(read('docker-compose.yml'), { merge: true }));

function service(name: string) {
	const found = compose.services[name];
	if (found === undefined) throw new Error(`No service ${name}`);
	return found;
}
const N8N = { main: 'start', 'webhook-1': 'webhook', 'webhook-2': 'webhook', worker: 'worker' };
const names = Object.keys(N8N);

describe('the compose file', () => {
	it('runs every kind of n8n process', () => {
		expect(names.map((name) => service(name).command)).toEqual(Object.values(N8N));
	});

	it('gives all n8n processes the same image, which has the package, and the same settings', () => {
		expect(new Set(names.map((name) => service(name).image)).size).toBe(1);
		expect(new Set(names.map((name) => JSON.stringify(service(name).environment))).size).toBe(1);
		expect(read('Dockerfile')).toContain('n8n-nodes-public-outreach@${PACKAGE_VERSION}');
	});

	it('sets what queue mode and the trigger depend on', () => {
		expect(service('main').environment).toMatchObject({
			EXECUTIONS_MODE: 'queue',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: 'postgres',
			QUEUE_BULL_REDIS_HOST: 'redis',
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
			N8N_ENCRYPTION_KEY: expect.stringMatching(/^\$\{N8N_ENCRYPTION_KEY:\?/),
			N8N_WEBHOOK_URL: expect.stringMatching(/^\$\{PUBLIC_URL:\?/),
		});
	});

	it('waits only for services that exist and can tell that they are healthy', () => {
		for (const { depends_on } of Object.values(compose.services)) {
			for (const name of Object.keys(depends_on)) expect(service(name).healthcheck).toBeDefined();
		}
	});

	it('lets the balancer wait for every process that it hands requests to', () => {
		const servers = [...read('haproxy.cfg').matchAll(/^\tserver (\S+) \1:5678/gm)];
		const handedTo = new Set(servers.map(([, name]) => name));

		expect(handedTo).toEqual(new Set(names.filter((name) => name !== 'worker')));
		expect(new Set(Object.keys(service('balancer').depends_on))).toEqual(handedTo);
	});

	it('has PostgreSQL take the connections of as many workers as the texts promise', () => {
		const most = Number(/max_connections=(\d+)$/.exec(service('postgres').command ?? '')?.[1]);
		const each = Number(service('main').environment.DB_POSTGRESDB_POOL_SIZE);
		// The connections of one process are left for health checks and for a look into the database.
		const processes = most / each - 1;
		const workers = processes - names.filter((name) => name !== 'worker').length;

		expect(workers).toBeGreaterThan(20);
		const promised = readRoot('docs/self-hosting.md').replaceAll(/\s+/g, ' ');
		expect(promised).toContain(`${workers} workers (${processes} × ${each} = `);
	});

	it('counts the proxies that its README describes: the https in front, and the balancer', () => {
		expect(service('main').environment.N8N_PROXY_HOPS).toBe('${N8N_PROXY_HOPS:-2}');
	});

	it('keeps the database and the queue on volumes that it declares, and the queue in a log', () => {
		const kept = [service('postgres'), service('redis')].map(({ volumes: [volume] }) => volume);

		expect(kept.map((volume) => volume?.split(':')[0])).toEqual(Object.keys(compose.volumes));
		expect(service('redis').command).toContain(
			'sh /redis.sh 6379 --appendonly yes --appendfsync always',
		);
		expect(service('redis').volumes).toContain('./redis.sh:/redis.sh:ro');
	});

	it('starts Redis so that no one can ask it for data that it has not loaded yet', async () => {
		const [port, folder] = [String(await freePort()), newFolder('compose-redis')];
		const slow = ['--appendonly', 'yes', '--dir', folder, '--key-load-delay', '100'];
		const command = [path.join(FOLDER, 'redis.sh'), port, ...slow];
		const ask = async (...args: string[]) => await outputOf('redis-cli', ['-p', port, ...args]);
		const replies = new Set<string>();
		const serves = async () => replies.add(await ask('ping')).has('PONG\n');
		const start = async () => await startServer('Redis', ['sh', command], { serves });

		const first = await start();
		await ask('eval', 'for n = 1, 5000 do redis.call("set", n, n) end', '0');
		await first.stop('SIGKILL', Infinity);
		const second = await start();
		expect([await ask('dbsize'), ...replies]).toEqual(['5000\n', 'PONG\n']);
		await second.stop();
		await remove(folder);
	});

	it('takes all its variables from the example of settings, which shows what holds without them', () => {
		const used = [...read('docker-compose.yml').matchAll(/\$\{(\w+):([?-])([^}]*)\}/g)];
		const given = new Map(
			[...read('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
		);

		expect(new Set(given.keys())).toEqual(new Set(used.map(([, name]) => name)));
		for (const [, name, kind, byDefault] of used) {
			if (kind === '-') expect(given.get(name)).toBe(byDefault);
		}
	});

	it('pins the n8n that this package is tested with, and this version of the package', () => {
		const versions = z
			.object({ dependencies: z.object({ n8n: z.string() }) })
			.parse(manifest('dev/n8n/package.json'));
		const { version } = z.object({ version: z.string() }).parse(manifest('package.json'));

		expect(read('Dockerfile')).toContain(`ARG N8N_VERSION=${versions.dependencies.n8n}\n`);
		expect(read('Dockerfile')).toContain(`ARG PACKAGE_VERSION=${version}\n`);
	});
});
