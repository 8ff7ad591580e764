/**
 * `npm start`: simulator and n8n with this package in it, the examples in the editor, and one
 * incoming message shown on its whole way. `-- --once` ends after that, as a check.
 */
import { build, succeedQuietly } from '../commands';
import { temporaryFolder } from '../folders';
import type { N8nClient } from '../n8n/client';
import { OWNER } from '../n8n/ownNodes';
import { externalN8n, openExternalN8n, type ExternalN8n } from '../n8n/external';
import { ensureN8n } from '../n8n/install';
import { installPackage } from '../n8n/installPackage';
import { assertPortFree } from '../n8n/ports';
import { startN8n, type N8nServer } from '../n8n/server';
import type { StoredWorkflow } from '../n8n/workflow';
import { fs, os, path, process } from '../platform';
import { say, withProgress } from '../progress';
import { endingIsSuccess, messageOf, onShutdown, shutDown } from '../shutdown';
import { enrichmentCallWhenShown, startSimulator, type Simulator } from '../simulator';
import { until } from '../until';
import { demonstrate } from './demonstration';
import { setUp } from './setUp';

/**
 * What is made in the editor stays here from one start to the next. Outside of the repository, because
 * the linter, whose settings are n8n's, would read every script that n8n keeps there.
 */
const DATA_FOLDER = path.join(os.homedir(), '.n8n-public-outreach-demo');
const LOG_TAIL = 2000;

const LOGIN = `
  e-mail      ${OWNER.email}
  password    ${OWNER.password}`;
const OURS_ENDS = `If n8n greets you with its Assistant, choose "Set up later in Settings".

Your own workflows are kept in ${DATA_FOLDER}; the examples are set back at every start.
Ctrl-C ends n8n and the service.`;
const OTHERS_GOES_ON = 'Ctrl-C ends the service; n8n goes on, with the examples in it.';

/** As much of an n8n as the demonstration needs. */
type ShownN8n = Pick<N8nServer, 'url' | 'logs' | 'ended'>;

async function main(): Promise<void> {
	const once = process.argv.includes('--once');
	const port = readPort('SIMULATOR_PORT', 8787);
	await assertPortFree(port, 'the simulator', 'SIMULATOR_PORT');
	const external = externalN8n();
	const n8n = external ? await joinN8n(external) : await launchN8n(once);
	const simulator = await startSimulator({ port, enrichmentCallMs: enrichmentCallWhenShown });
	onShutdown(async () => await simulator.close());

	const shown = await show(n8n, simulator);
	if (once) await shutDown(shown ? 0 : 1);
	await leaveOpen(n8n, simulator);
}

/** An n8n that was there before this, and stays: what it logs, nobody here can read. */
async function joinN8n(external: ExternalN8n): Promise<ShownN8n> {
	await openExternalN8n(external);
	return { url: external.url, logs: () => '', ended: async () => await new Promise(() => {}) };
}

async function launchN8n(once: boolean): Promise<ShownN8n> {
	const port = readPort('N8N_PORT', 5678);
	await assertPortFree(port, 'n8n', 'N8N_PORT');
	// A check must not depend on what an earlier start has left. Made first, it is removed last, after n8n has ended.
	const userFolder = once ? temporaryFolder('n8n-demo') : DATA_FOLDER;
	await ensureN8n();
	await withProgress('Building the package', async () => await succeedQuietly(build));
	return await withProgress('Starting n8n with the package in it', async () => {
		fs.mkdirSync(userFolder, { recursive: true });
		await installPackage(userFolder);
		return await startN8n({ userFolder, port });
	});
}

/** Says whether everything was seen; where not, n8n may have written why. */
async function show(n8n: ShownN8n, simulator: Simulator): Promise<boolean> {
	try {
		const { client, example } = await setUp(n8n.url, simulator);
		if (externalN8n()) onShutdown(async () => await unpublish(client, example, simulator));
		await demonstrate({ client, example, simulator, n8nUrl: n8n.url });
		return true;
	} catch (error) {
		say(`  ✗ ${messageOf(error)}\n\nThe end of n8n's log:\n${n8n.logs().slice(-LOG_TAIL)}`);
		return false;
	}
}

/** An n8n that goes on must not stay registered with a service that ends. */
async function unpublish(client: N8nClient, { id }: StoredWorkflow, simulator: Simulator) {
	await client.unpublish(id);
	await until('the webhook to be disabled', () => simulator.webhookUrl === null || undefined);
}

async function leaveOpen(n8n: ShownN8n, simulator: Simulator): Promise<void> {
	endingIsSuccess();
	say(`
Open    ${n8n.url}${externalN8n() ? '' : LOGIN}
Service ${simulator.url}
  API key     ${simulator.apiKey}
  Open this address to see each request and delivery, and to write as a lead.

${externalN8n() ? OTHERS_GOES_ON : OURS_ENDS}`);
	await shutDown(1, await n8n.ended());
}

function readPort(variable: string, standard: number): number {
	const text = process.env[variable] ?? String(standard);
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`${variable} is "${text}": give a port number between 1 and 65535`);
}

main().catch(async (error: unknown) => await shutDown(1, `\n${messageOf(error)}`));
