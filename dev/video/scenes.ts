/** The scenes of the video: the README's first workflow, from an empty canvas to the first execution. */
import { Editor } from '../browser/editor';
import { PICTURED } from '../browser/pictures';
import { CHANNEL } from '../browser/slack';
import { NodeView } from '../browser/nodeView';
import type { Simulator } from '../simulator';
import { until } from '../until';
import type { Recorder } from './recorder';

interface Stage {
	editor: Editor;
	recorder: Recorder;
	simulator: Simulator;
}

const FIRST_MESSAGE = 'Could we talk on Thursday?';
const SECOND_MESSAGE = 'Wednesday would work as well.';

export async function play(stage: Stage): Promise<void> {
	for (const scene of [addTrigger, connect, listen, addAction, publish, receive])
		await scene(stage);
}

async function addTrigger({ editor, recorder }: Stage): Promise<void> {
	await recorder.say('1. Add the trigger: On message from lead');
	await editor.addNode('Public Outreach', 'On message from lead');
}

async function connect({ editor, recorder, simulator }: Stage): Promise<void> {
	const dialog = editor.credentialDialog;
	await dialog.openNew();
	await recorder.say('The credential: base URL and API key');
	await dialog.fill('baseUrl', PICTURED.baseUrl);
	await dialog.fill('apiKey', simulator.apiKey);
	await dialog.save();
	await dialog.root.waitFor({ state: 'hidden' });
}

async function listen({ editor, recorder, simulator }: Stage): Promise<void> {
	const view = new NodeView(editor.page);
	await view.execute();
	await view.root.getByText('Listening for test event').waitFor();
	await until('the test URL', () => simulator.webhookUrl ?? undefined);
	await recorder.say(`2. Execute step. A lead writes: “${FIRST_MESSAGE}”`);
	await simulator.sendMessage({ message: FIRST_MESSAGE });
	await view.output.getByText(FIRST_MESSAGE).waitFor();
	await view.showAs('Schema');
	await recorder.say('The output: the message, its campaign and its lead');
	await view.close();
}

async function addAction({ editor, recorder }: Stage): Promise<void> {
	const view = await editor.addNode('Slack', 'Send a message');
	await recorder.say('3. Tell the channel: choose it, and drag fields into the text');
	await view.choose('select', 'Channel');
	await view.chooseFromList('channelId', CHANNEL);
	await view.drag('first_name', 'text');
	await view.drag('message', 'text');
	await view.execute();
	await view.output.getByText('message_timestamp').waitFor();
	await recorder.say('Execute step: the message is posted.');
	await view.close();
}

async function publish({ editor, recorder, simulator }: Stage): Promise<void> {
	await recorder.say('4. Publish: from now on each message starts the workflow.');
	const dialog = await editor.publish();
	await dialog.waitFor();
	await until(
		'the production URL',
		() => simulator.webhookUrl?.startsWith(`${PICTURED.n8nUrl}/webhook/`) || undefined,
	);
	await editor.page.keyboard.press('Escape');
	await dialog.waitFor({ state: 'hidden' });
}

async function receive({ editor, recorder, simulator }: Stage): Promise<void> {
	const executions = editor.page.getByText(/^Succeeded/).locator('visible=true');
	await recorder.cut(async () => {
		await editor.page.getByRole('radio', { name: 'Executions' }).click();
		await executions.nth(1).waitFor();
	});
	await recorder.say('A lead writes, and the service delivers the message twice …');
	const delivery = await simulator.sendMessage({ message: SECOND_MESSAGE });
	await simulator.deliver(delivery?.body ?? '', { rawText: true });
	await until('its execution', async () => (await executions.count()) > 2 || undefined);
	await recorder.cut(async () => {
		await executions.first().click();
		await editor.page.waitForLoadState('networkidle');
	});
	await recorder.say('… executed once. (The flasks mark the two test runs.)');
}
