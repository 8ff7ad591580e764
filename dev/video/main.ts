/** `npm run docs:video`: a user's way from an empty canvas to a published workflow, recorded. */
import { openBrowser } from '../browser/browser';
import { Editor } from '../browser/editor';
import { PICTURED } from '../browser/pictures';
import { SLACK, slackCredential, startSlack } from '../browser/slack';
import { build, runQuietly } from '../commands';
import { temporaryFolder } from '../folders';
import { signIn } from '../n8n/client';
import { installPackage } from '../n8n/installPackage';
import { OWNER } from '../n8n/ownNodes';
import { rerouted } from '../n8n/reroute';
import { startN8n } from '../n8n/server';
import { fs, path, repositoryRoot } from '../platform';
import { say, withProgress } from '../progress';
import { onShutdown, runTask, shutDown } from '../shutdown';
import { startSimulator } from '../simulator';
import { encode } from './encode';
import { Recorder, type Recording } from './recorder';
import { play } from './scenes';

const TARGET = path.join(repositoryRoot, 'docs', 'images', 'demonstration');

async function main(): Promise<void> {
	await withProgress('Building the package', async () => await runQuietly(build));
	const folder = temporaryFolder('n8n-video');
	const recording = await record(folder);
	await withProgress('Encoding', async () => await encode(recording, folder, TARGET));
	say(`\nThe recording is in ${TARGET}.mp4 and .webp`);
	await shutDown(0);
}

async function record(folder: string): Promise<Recording> {
	const userFolder = path.join(folder, 'n8n');
	fs.mkdirSync(userFolder);
	await installPackage(userFolder);
	const env = {
		...rerouted({ [SLACK]: await startSlack(), ...PICTURED.ports }),
		N8N_WEBHOOK_URL: `${PICTURED.n8nUrl}/`,
	};
	const n8n = await withProgress('Starting n8n', async () => startN8n({ userFolder, env }));
	const simulator = await startSimulator({
		port: PICTURED.ports['api.seleqt.ai'],
		receivers: { [PICTURED.n8nUrl]: n8n.url },
	});
	onShutdown(async () => await simulator.close());
	const client = await signIn(n8n.url, OWNER);
	await client.createCredential('Slack', 'slackApi', slackCredential);
	const browser = await openBrowser();
	onShutdown(async () => await browser.close());
	const editor = await Editor.signIn(browser, n8n.url, OWNER);
	await editor.openNewWorkflow();
	const recorder = new Recorder(editor.page, folder);
	return await withProgress('Recording', async () => {
		await recorder.start();
		await play({ editor, recorder, simulator });
		return await recorder.stop();
	});
}

runTask(main);
