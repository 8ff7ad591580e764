import { z } from 'zod';
import { signIn, type N8nClient } from '../../dev/n8n/client';
import { startN8n, type N8nServer } from '../../dev/n8n/server';
import type { Session } from '../../dev/n8n/session';
import { chain } from '../../dev/n8n/workflow';
import { ensureN8n } from '../../dev/n8n/install';
import { folderOfFirstStart } from '../../dev/n8n/preparedFolder';
import { fs, path, repositoryRoot } from '../../dev/platform';
import { startSimulator, type Simulator } from '../../dev/simulator';
import { startRegistry, type Registry } from '../../dev/n8n/registry';
import { OWNER } from './runningN8n';
import { deliverEach } from './trigger/messages';
import { setTriggerStage } from './trigger/stage';
import { ACTION_TYPE, CREDENTIAL_TYPE, newNode, TRIGGER_TYPE } from '../../dev/n8n/ownNodes';

const NAME = 'n8n-nodes-public-outreach';
const installedSchema = z
	.object({ packageName: z.string(), installedNodes: z.array(z.object({ type: z.string() })) })
	.passthrough();

let registry: Registry;
let n8n: N8nServer;
let userFolder: string;
let client: N8nClient;
let session: Session;
let simulator: Simulator;

beforeAll(async () => {
	registry = await startRegistry();
	simulator = await startSimulator();
	userFolder = await folderOfFirstStart(await ensureN8n());
	const env = { PATH: registry.searchPath, N8N_LOG_LEVEL: 'debug' };
	n8n = await startN8n({ userFolder, env });
	client = await signIn(n8n.url, OWNER);
	({ session } = client);
}, 180_000);
afterAll(async () => {
	await n8n?.stop();
	await simulator?.close();
	await registry?.close();
	fs.rmSync(userFolder, { recursive: true, force: true });
});

const ours = async () => (await client.nodeTypes()).filter((name) => name.startsWith(NAME));

// From nothing to an installed package and back, each test from where the one before has left off.
describe("n8n's own installer", () => {
	it('starts from an n8n that does not know the package', async () => {
		expect(await ours()).toEqual([]);
	});

	it('installs it by its name, as Settings → Community nodes does', async () => {
		const installed = await session.request('POST', '/community-packages', installedSchema, {
			name: NAME,
		});

		expect(installed.packageName).toBe(NAME);
		expect(installed.installedNodes.map(({ type }) => type).sort()).toEqual([
			ACTION_TYPE,
			TRIGGER_TYPE,
		]);
		expect(registry.requests).toContainEqual(expect.stringMatching(/\.tgz$/));
	});

	it('makes its nodes work without a restart', async () => {
		const credential = await client.createCredential('Simulator', CREDENTIAL_TYPE, {
			baseUrl: simulator.url,
			apiKey: simulator.apiKey,
		});
		const start = newNode('Start', 'n8n-nodes-base.manualTrigger', {});
		const parameters = { resource: 'campaign', operation: 'getAll' };
		const action = newNode('Get Campaigns', ACTION_TYPE, parameters, credential);
		const { id } = await client.createWorkflow(chain('One action', start, action));
		const execution = await client.run(id, 'Start');

		expect(execution.error()?.message).toBeUndefined();
		expect(execution.items('Get Campaigns')).toHaveLength(simulator.state.campaigns.length);
	});

	it('logs the line of the source where one of them fails', async () => {
		const start = newNode('Start', 'n8n-nodes-base.manualTrigger', {});
		const parameters = { resource: 'campaign', operation: 'getAll' };
		const action = newNode('Get Campaigns', ACTION_TYPE, parameters);
		const { id } = await client.createWorkflow(chain('No credential', start, action));
		const execution = await client.run(id, 'Start');
		const file = 'nodes/PublicOutreach/PublicOutreach.node.ts';
		// n8n's log has a space after a colon.
		const place = new RegExp(`/${NAME}/${file}: ?(\\d+): ?\\d+\\)`);
		const [, line] = place.exec(n8n.logs()) ?? [];
		const source = fs.readFileSync(path.join(repositoryRoot, file), 'utf8').split('\n');

		expect(execution.error()?.message).toBe('Node does not have any credentials set');
		expect(source[Number(line) - 1]).toContain('await run(this, ');
	});

	it('updates it without a restart, and what was published before goes on sharing the webhook', async () => {
		const stage = await setTriggerStage(n8n.url);
		const workflows = [await stage.published('Before')];
		await session.request('PATCH', '/community-packages', z.unknown(), { name: NAME });
		workflows.push(await stage.published('After'));
		await deliverEach(stage.simulator, ['for both']);

		await stage.runs.expectOnly(workflows, ['for both']);
		await stage.clear();
	});

	it('keeps them over a restart', async () => {
		await n8n.restart();

		expect(await ours()).toEqual(expect.arrayContaining([ACTION_TYPE, TRIGGER_TYPE]));
	});

	it('removes it without leaving anything behind', async () => {
		await session.request('DELETE', `/community-packages?name=${NAME}`, z.unknown());

		expect(await ours()).toEqual([]);
		const folder = path.join(userFolder, '.n8n', 'nodes', 'node_modules', NAME);
		expect(fs.existsSync(folder)).toBe(false);
	});
});
