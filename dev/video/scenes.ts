/** What the video shows, from an n8n without the package to a published workflow. */
import { Editor } from '../browser/editor';
import { NodeView } from '../browser/nodeView';
import { PACKAGE } from '../n8n/ownNodes';
import type { Simulator } from '../simulator';
import { until } from '../until';
import type { Recorder } from './recorder';

interface Stage {
	editor: Editor;
	recorder: Recorder;
	simulator: Simulator;
	n8nUrl: string;
}

const FIRST_MESSAGE = 'Thanks for reaching out. Could we talk on Thursday?';
const SECOND_MESSAGE = 'Wednesday would work as well.';

export async function play(stage: Stage): Promise<void> {
	const scenes = [install, addTrigger, connect, listen, addAction, publish, receive];
	for (const scene of scenes) await scene(stage);
}

async function install({ editor: { page }, recorder }: Stage): Promise<void> {
	await recorder.say('1. Settings → Community nodes: install n8n-nodes-public-outreach');
	await page
		.getByRole('button', { name: /^Install/ })
		.first()
		.click();
	const field = page.getByTestId('package-name-input');
	await field.click();
	await field.pressSequentially(PACKAGE, { delay: 40 });
	await page.getByTestId('user-agreement-checkbox').click();
	await page.getByTestId('install-community-package-button').click();
	await page.getByText('v0.1.0').waitFor();
	await recorder.say('Installed: a trigger, an action node and a credential.');
}

async function addTrigger({ editor, recorder }: Stage): Promise<void> {
	await editor.openNewWorkflow();
	await recorder.say('2. Add the trigger: it starts the workflow when a lead writes.');
	await editor.addNode('Public Outreach', 'On message from lead');
}

async function connect({ editor, recorder, simulator }: Stage): Promise<void> {
	const dialog = editor.credentialDialog;
	await dialog.openNew();
	await recorder.say('3. The credential takes the base URL of your service and your API key.');
	await dialog.fill('baseUrl', simulator.url);
	await dialog.fill('apiKey', simulator.apiKey);
	await dialog.save();
	await dialog.root.waitFor({ state: 'hidden' });
	await recorder.say('n8n has tested the connection while saving.');
}

async function listen({ editor, recorder, simulator }: Stage): Promise<void> {
	const view = new NodeView(editor.page);
	await view.execute();
	await view.root.getByText('Listening for test event').waitFor();
	await until('the test URL', () => simulator.webhookUrl ?? undefined);
	await recorder.say(`4. Test it. A lead writes: “${FIRST_MESSAGE}”`);
	await simulator.sendMessage({ message: FIRST_MESSAGE });
	await view.output.getByText(FIRST_MESSAGE).waitFor();
	await view.showAs('Schema');
	await recorder.say('The message, its lead and its campaign are the output of the trigger.');
	await view.close();
}

async function addAction({ editor, recorder }: Stage): Promise<void> {
	const view = await editor.addNode('Public Outreach', 'Create a lead list');
	await recorder.say('5. Add an action: a lead list for the follow-up, named after the lead.');
	const name = view.control('name').getByRole('textbox');
	await name.click();
	// The editor completes the two braces.
	await name.pressSequentially('=Follow up: {{$json.lead.first_name', { delay: 25 });
	await editor.page.keyboard.press('Escape');
	await editor.page
		.getByText(/^\s*Follow up: [A-Z]/)
		.first()
		.waitFor();
	await view.execute();
	await view.output
		.getByText(/^Follow up: [A-Z]/)
		.first()
		.waitFor();
	await recorder.say('Execute step: the service has created the list.');
	await view.close();
}

async function publish({ editor, recorder, simulator, n8nUrl }: Stage): Promise<void> {
	await recorder.say('6. Publish: the trigger registers its URL with the service.');
	const dialog = await editor.publish();
	await dialog.waitFor();
	await until(
		'the production URL',
		() => simulator.webhookUrl?.startsWith(`${n8nUrl}/webhook/`) || undefined,
	);
	await editor.page.keyboard.press('Escape');
	await dialog.waitFor({ state: 'hidden' });
}

async function receive({ editor, recorder, simulator }: Stage): Promise<void> {
	await editor.page.getByRole('radio', { name: 'Executions' }).click();
	await recorder.say('7. A lead writes, and the service delivers the message twice.');
	const delivery = await simulator.sendMessage({ message: SECOND_MESSAGE });
	await simulator.deliver(delivery?.body ?? '', { rawText: true });
	const executions = editor.page.getByText(/^Succeeded/).locator('visible=true');
	await until('its execution', async () => (await executions.count()) > 2 || undefined);
	await executions.first().click();
	await recorder.say('Delivered twice, executed once. (The flasks below mark the two test runs.)');
}
