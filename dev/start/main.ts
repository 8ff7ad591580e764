/**
 * `npm start`: simulator and n8n with this package in it, the examples in the editor, and one
 * incoming message shown on its whole way. `-- --once` ends after that, as a check.
 */
import { build, runQuietly } from '../commands';
import { temporaryFolder } from '../folders';
import type { N8nClient } from '../n8n/client';
import { OWNER } from '../n8n/ownNodes';
import { externalN8n, openExternalN8n, type ExternalN8n } from '../n8n/external';
import { ensureN8n } from '../n8n/install';
import { installPackage } from '../n8n/installPackage';
import { assertPortsFree } from '../n8n/ports';
import { startN8n, type N8nServer } from '../n8n/server';
import type { StoredWorkflow } from '../n8n/workflow';
import { fs, process } from '../platform';
import { say, withProgress } from '../progress';
import { endingIsSuccess, messageOf, onShutdown, shutDown } from '../shutdown';
import { enrichmentCallWhenShown, startSimulator, type Simulator } from '../simulator';
import { until } from '../until';
import { claimDataFolder } from './dataFolder';
import { demonstrate } from './demonstration';
import { copyWhatIsCompiled, RELOADING } from './reload';
import { setUp } from './setUp';

const LOG_TAIL = 2000;

const LOGIN = `
  e-mail      ${OWNER.email}
  password    ${OWNER.password}`;
const OURS_ENDS = `If n8n greets you with its Assistant, choose "Set up later in Settings".`;
const OTHERS_CONTINUES = 'Ctrl-C stops the service; n8n keeps running, with the examples in it.';

/** The part of an n8n that the demonstration needs. */
interface ShownN8n extends Pick<N8nServer, 'url' | 'logs' | 'ended'> {
	/** The text shown once everything runs. */
	farewell: string;
}

interface Ports {
	simulator: number;
	n8n: number;
}

async function main(): Promise<void> {
	const once = process.argv.includes('--once');
	const external = externalN8n();
	const ports = await freePorts(external !== undefined);
	const n8n = external ? await joinN8n(external) : await launchN8n(once, ports.n8n);
	const simulator = await startSimulator({
		port: ports.simulator,
		enrichmentCallMs: enrichmentCallWhenShown,
	});
	onShutdown(async () => await simulator.close());

	const shown = await show(n8n, simulator);
	if (once) await shutDown(shown ? 0 : 1);
	await leaveOpen(n8n, simulator);
}

async function freePorts(isExternal: boolean): Promise<Ports> {
	const ports = {
		simulator: readPort('SIMULATOR_PORT', 8787),
		n8n: readPort('N8N_PORT', 5678),
	};
	const own = { port: ports.n8n, of: 'n8n', variable: 'N8N_PORT' };
	await assertPortsFree(
		[
			{ port: ports.simulator, of: 'the simulator', variable: 'SIMULATOR_PORT' },
			...(isExternal ? [] : [own]),
		],
		'npm start',
	);
	return ports;
}

/** An n8n that was running before this and keeps running; its log cannot be read from here. */
async function joinN8n(external: ExternalN8n): Promise<ShownN8n> {
	await openExternalN8n(external);
	return {
		url: external.url,
		logs: () => '',
		ended: async () => await new Promise(() => {}),
		farewell: OTHERS_CONTINUES,
	};
}

async function launchN8n(once: boolean, port: number): Promise<ShownN8n> {
	// A check must not depend on what an earlier start left. Created first, it is removed last, after n8n has ended.
	const userFolder = once ? temporaryFolder('n8n-demo') : await claimDataFolder();
	await ensureN8n();
	await withProgress('Building the package', async () => await runQuietly(build));
	return await withProgress('Starting n8n with the package in it', async () => {
		fs.mkdirSync(userFolder, { recursive: true });
		const folder = await installPackage(userFolder);
		if (!once) copyWhatIsCompiled(folder);
		const n8n = await startN8n({ userFolder, port, env: once ? {} : RELOADING });
		return {
			url: n8n.url,
			logs: () => n8n.logs(),
			ended: async () => await n8n.ended(),
			farewell: `${OURS_ENDS}

Your own workflows are kept in ${userFolder}; the examples are reset at every start.
"npm run watch" beside it brings each change of the nodes into this n8n.
Ctrl-C stops n8n and the service.`,
		};
	});
}

/** Returns whether everything was seen; if not, it prints the end of n8n's log, which may say why. */
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

/** An n8n that keeps running must not stay registered with a service that stops. */
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
  Open this URL to see each request and delivery, and to write as a lead.

${n8n.farewell}`);
	await shutDown(1, await n8n.ended());
}

function readPort(variable: string, standard: number): number {
	const text = process.env[variable] ?? String(standard);
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`${variable} is "${text}": give a port number between 1 and 65535`);
}

main().catch(async (error: unknown) => await shutDown(1, `\n${messageOf(error)}`));
