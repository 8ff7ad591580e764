/** `npm run docs:video`: a user's way from installing the package to a published workflow, recorded. */
import { openBrowser } from '../browser/browser';
import { Editor } from '../browser/editor';
import { build, runQuietly } from '../commands';
import { temporaryFolder } from '../folders';
import { signIn } from '../n8n/client';
import { OWNER } from '../n8n/ownNodes';
import { startRegistry } from '../n8n/registry';
import { startN8n } from '../n8n/server';
import { fs, path, repositoryRoot } from '../platform';
import { say, withProgress } from '../progress';
import { onShutdown, runTask, shutDown } from '../shutdown';
import { startSimulator } from '../simulator';
import { encode } from './encode';
import { Recorder, type Recording } from './recorder';
import { play } from './scenes';

const TARGET = path.join(repositoryRoot, 'docs', 'images', 'demonstration');
/** As `npm start` shows it. */
const SIMULATOR_PORT = 8787;

async function main(): Promise<void> {
	await withProgress('Building the package', async () => await runQuietly(build));
	const folder = temporaryFolder('n8n-video');
	const recording = await record(folder);
	await withProgress('Encoding', async () => await encode(recording, folder, TARGET));
	say(`\n${(recording.lengthMs / 1000).toFixed(0)} s are in ${TARGET}.mp4 and .webp`);
	await shutDown(0);
}

async function record(folder: string): Promise<Recording> {
	const registry = await startRegistry();
	onShutdown(async () => await registry.close());
	const env = { PATH: registry.searchPath };
	const userFolder = path.join(folder, 'n8n');
	fs.mkdirSync(userFolder);
	const n8n = await withProgress('Starting n8n', async () => startN8n({ userFolder, env }));
	const simulator = await startSimulator({ port: SIMULATOR_PORT });
	onShutdown(async () => await simulator.close());
	await signIn(n8n.url, OWNER);
	const browser = await openBrowser();
	onShutdown(async () => await browser.close());
	const editor = await Editor.signIn(browser, n8n.url, OWNER);
	const recorder = new Recorder(editor.page, folder);
	await recorder.start(`${n8n.url}/settings/community-nodes`);
	return await withProgress('Recording', async () => {
		await play({ editor, recorder, simulator, n8nUrl: n8n.url });
		return await recorder.stop();
	});
}

runTask(main);
