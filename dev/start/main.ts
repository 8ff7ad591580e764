/**
 * `npm start`: simulator and n8n with this package in it, the examples in the editor, and one
 * incoming message shown on its whole way. `-- --once` ends after that, as a check.
 */
import { build, succeedQuietly } from '../commands';
import { ensureN8n } from '../n8n/install';
import { installPackage } from '../n8n/installPackage';
import { assertPortFree } from '../n8n/ports';
import { startN8n, type N8nServer } from '../n8n/server';
import { fs, os, path, process, repositoryRoot } from '../platform';
import { say, withProgress } from '../progress';
import { endingIsSuccess, onShutdown, shutDown } from '../shutdown';
import { startSimulator, type Simulator } from '../simulator';
import { demonstrate } from './demonstration';
import { OWNER, setUp } from './setUp';

/** What is made in the editor stays here from one start to the next. */
const DATA_FOLDER = path.join(repositoryRoot, '.n8n-demo');
const LOG_TAIL = 2000;

async function main(): Promise<void> {
	const once = process.argv.includes('--once');
	const n8nPort = readPort('N8N_PORT', 5678);
	const simulatorPort = readPort('SIMULATOR_PORT', 8787);
	await assertPortFree(n8nPort, 'n8n', 'N8N_PORT');
	await assertPortFree(simulatorPort, 'the simulator', 'SIMULATOR_PORT');
	const userFolder = once ? temporaryFolder() : DATA_FOLDER;
	await ensureN8n();
	await withProgress('Building the package', async () => await succeedQuietly(build));

	const simulator = await startSimulator({ port: simulatorPort });
	onShutdown(async () => await simulator.close());
	const n8n = await withProgress(
		'Starting n8n with the package in it',
		async () => await launchN8n(userFolder, n8nPort),
	);

	const shown = await show(n8n, simulator);
	if (once) await shutDown(shown ? 0 : 1);
	await leaveOpen(n8n, simulator);
}

async function launchN8n(userFolder: string, port: number): Promise<N8nServer> {
	fs.mkdirSync(userFolder, { recursive: true });
	await installPackage(userFolder);
	return await startN8n({ userFolder, port });
}

/** Says whether everything was seen; where not, n8n may have written why. */
async function show(n8n: N8nServer, simulator: Simulator): Promise<boolean> {
	try {
		const { client, example } = await setUp(n8n.url, simulator);
		await demonstrate({ client, example, simulator, n8nUrl: n8n.url });
		return true;
	} catch (error) {
		say(`  ✗ ${messageOf(error)}\n\nThe end of n8n's log:\n${n8n.logs().slice(-LOG_TAIL)}`);
		return false;
	}
}

/** A check must not depend on what an earlier start has left. Made first, it is removed last, after n8n has ended. */
function temporaryFolder(): string {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-demo-'));
	onShutdown(async () => await fs.promises.rm(folder, { recursive: true, force: true }));
	return folder;
}

async function leaveOpen(n8n: N8nServer, simulator: Simulator): Promise<void> {
	endingIsSuccess();
	say(`
Open    ${n8n.url}
  e-mail      ${OWNER.email}
  password    ${OWNER.password}
Service ${simulator.url}
  API key     ${simulator.apiKey}
  Open this address to see each request and delivery, and to write as a lead.

Your own workflows are kept in ${path.basename(DATA_FOLDER)}/; the examples are set back at every start.
Ctrl-C ends n8n and the service.`);
	await shutDown(1, await n8n.ended());
}

function readPort(variable: string, standard: number): number {
	const text = process.env[variable] ?? String(standard);
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`${variable} is "${text}": give a port number between 1 and 65535`);
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

main().catch(async (error: unknown) => await shutDown(1, `\n${messageOf(error)}`));
