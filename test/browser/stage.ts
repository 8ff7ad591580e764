/** What every browser test acts on: n8n's editor, n8n behind it, and a service of its own. */
import { openBrowser } from '../../dev/browser/browser';
import { Editor } from '../../dev/browser/editor';
import { PICTURED, takesPictures } from '../../dev/browser/pictures';
import { signIn } from '../../dev/n8n/client';
import type { WorkflowDefinition } from '../../dev/n8n/workflow';
import { crypto, process } from '../../dev/platform';
import { startSimulator } from '../../dev/simulator';
import { OWNER, URL_VARIABLE } from '../e2e/runningN8n';

export type Stage = Awaited<ReturnType<typeof setStage>>;

export async function setStage() {
	const n8nUrl = process.env[URL_VARIABLE];
	if (n8nUrl === undefined) throw new Error('No n8n is running: use npm test -- browser');
	const browser = await openBrowser();
	const client = await signIn(n8nUrl, OWNER);
	const simulator = await startSimulator({
		// Triggers with one key share a webhook, also those that another file leaves published.
		apiKeys: [`5f3a9c1e.${crypto.randomUUID()}`],
		requestsPerMinute: 10_000,
		// As `npm start` has it; a test takes any port.
		port: takesPictures ? PICTURED.ports['api.seleqt.ai'] : 0,
		receivers: { [PICTURED.n8nUrl]: n8nUrl },
	});
	const editor = await Editor.signIn(browser, n8nUrl, OWNER);
	const known = (await client.credentials()).map(({ id }) => id);
	const workflowIds: string[] = [];
	/** Creates a workflow, which `clear` deletes, and opens it. */
	async function openCreated(definition: WorkflowDefinition): Promise<string> {
		const { id } = await client.createWorkflow(definition);
		workflowIds.push(id);
		await editor.openWorkflow(id);
		return id;
	}
	async function clear(): Promise<void> {
		for (const id of workflowIds) await client.deleteWorkflow(id);
		await browser.close();
		// The editor would choose one that is there by itself, in whichever file comes next.
		const created = (await client.credentials()).filter(({ id }) => !known.includes(id));
		for (const { id } of created) await client.deleteCredential(id);
		await simulator.close();
	}
	const shown = takesPictures ? PICTURED : { baseUrl: simulator.url, n8nUrl };
	return { browser, editor, client, simulator, ...shown, openCreated, clear };
}
