import { releases } from '../../dev/compat/releases';
import { signIn, type CredentialReference, type N8nClient } from '../../dev/n8n/client';
import { installPackage } from '../../dev/n8n/installPackage';
import { startN8n, type N8nServer } from '../../dev/n8n/server';
import type { Session } from '../../dev/n8n/session';
import { chain, type StoredWorkflow, type WorkflowNode } from '../../dev/n8n/workflow';
import { fs, os, path } from '../../dev/platform';
import { startSimulator, type Simulator } from '../../dev/simulator';
import { until } from '../../dev/until';
import { ACTION_TYPE, CREDENTIAL_TYPE, OWNER, TRIGGER_TYPE } from '../e2e/stage';
import { createWorkflow, openSession, setPublished, testCredential } from './oldRest';

/** Installing another n8n takes about four minutes, once for each machine. */
const INSTALL_WITHIN_MS = 1_200_000;
const TRIGGER = 'When a Lead Writes';
const ACTION = 'Get Campaigns';

// Each release is gone through from nothing, every test from where the one before has left off.
describe.each(releases)('n8n $name', ({ install, env }) => {
	let n8n: N8nServer;
	let client: N8nClient;
	let session: Session;
	let simulator: Simulator;
	let credential: CredentialReference;
	let workflow: StoredWorkflow;
	let userFolder: string;

	beforeAll(async () => {
		const installation = await install();
		userFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-compat-'));
		await installPackage(userFolder);
		simulator = await startSimulator();
		n8n = await startN8n({ userFolder, installation, env });
		// Older releases say that they are ready before they are.
		const signedIn = async () => await signIn(n8n.url, OWNER).catch(() => undefined);
		client = await until('n8n to let its owner in', signedIn, { timeoutMs: 60_000 });
		session = await openSession(n8n.url);
	}, INSTALL_WITHIN_MS);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		fs.rmSync(userFolder, { recursive: true, force: true });
	});

	function node(name: string, type: string, parameters: Record<string, unknown>): WorkflowNode {
		const credentials = { [CREDENTIAL_TYPE]: credential };
		const base = {
			id: name,
			webhookId: name,
			typeVersion: 1,
			position: [0, 0] as [number, number],
		};
		return { ...base, name, type, parameters, credentials };
	}

	async function messages(): Promise<unknown[]> {
		const summaries = await client.executions(workflow.id);
		const executions = await Promise.all(summaries.map(({ id }) => client.execution(id)));
		return executions.flatMap((run) => run.items(TRIGGER).map(({ json }) => json.message_id));
	}

	it('loads both nodes', async () => {
		const types = await client.nodeTypes();

		expect(types).toEqual(expect.arrayContaining([ACTION_TYPE, TRIGGER_TYPE]));
	});

	it('tests the credential', async () => {
		const data = { baseUrl: simulator.url, apiKey: simulator.apiKey, requestsPerMinute: 50 };
		credential = await client.createCredential('Simulator', CREDENTIAL_TYPE, data);

		expect(await testCredential(session, credential, data)).toMatchObject({ status: 'OK' });
		const wrong = await testCredential(session, credential, { ...data, apiKey: 'wrong.key' });
		// Older releases have words of their own for a 401.
		expect(wrong).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/401|check your credentials/),
		});
	});

	it('registers the URL of a workflow that is published', async () => {
		const trigger = node(TRIGGER, TRIGGER_TYPE, {});
		const action = node(ACTION, ACTION_TYPE, { resource: 'campaign', operation: 'getAll' });
		workflow = await createWorkflow(session, chain('Smoke', trigger, action));
		await setPublished(session, workflow, true);

		const url = await until('the registration', () => simulator.webhookUrl ?? undefined);
		expect(url.startsWith(`${n8n.url}/webhook/`)).toBe(true);
	});

	it('runs the workflow, the action included, for a message', async () => {
		expect(await simulator.sendMessage({ message_id: 'first' })).toMatchObject({ status: 200 });

		const execution = await until('the execution', async () => {
			const [summary] = await client.executions(workflow.id);
			return summary && (await client.execution(summary.id));
		});
		expect(execution.error()?.message).toBeUndefined();
		expect(execution.items(TRIGGER)).toMatchObject([{ json: { message_id: 'first' } }]);
		expect(execution.items(ACTION)).toHaveLength(simulator.state.campaigns.length);
	});

	it('drops a message that is delivered again', async () => {
		const body: unknown = JSON.parse(simulator.deliveries.at(-1)?.body ?? '');

		expect(await simulator.deliver(body)).toMatchObject({ status: 200 });
		await simulator.sendMessage({ message_id: 'second' });
		await until('the second message', async () => {
			return (await messages()).includes('second') || undefined;
		});
		expect((await messages()).filter((id) => id === 'first')).toHaveLength(1);
	});

	it('drops it after a restart, too', async () => {
		const body: unknown = JSON.parse(simulator.deliveries[0]?.body ?? '');
		await n8n.restart();

		const delivery = await until('n8n to take deliveries', async () => {
			const answered = await simulator.deliver(body);
			return answered?.status === 200 ? answered : undefined;
		});
		expect(delivery.status).toBe(200);
		await simulator.sendMessage({ message_id: 'third' });
		await until('the third message', async () => {
			return (await messages()).includes('third') || undefined;
		});
		expect((await messages()).filter((id) => id === 'first')).toHaveLength(1);
	});

	it('gives the slot back when the workflow is unpublished', async () => {
		await setPublished(session, workflow, false);

		await until('the empty slot', () => simulator.webhookUrl === null || undefined);
	});
});
