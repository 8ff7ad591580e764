import type { Locator } from 'playwright-core';
import type { Editor } from '../../dev/browser/editor';
import { NodeView } from '../../dev/browser/nodeView';
import { picture } from '../../dev/browser/pictures';
import { until } from '../../dev/until';
import { setStage, type Stage } from './stage';

const TRIGGER = 'Public Outreach Trigger';
const ACTION = 'Update a campaign';
const CAMPAIGN = 'Trial Follow-up Q2';

let stage: Stage;
let editor: Editor;
let view: NodeView;

beforeAll(async () => {
	stage = await setStage();
	({ editor } = stage);
	await editor.openNewWorkflow();
});
afterAll(async () => await stage.clear());

/** Waits until it is there and says what it reads. */
async function textOf(part: Locator): Promise<string> {
	await part.first().waitFor();
	return await part.first().innerText();
}

/** In a window in which n8n does not cut its own headings. */
async function widen(work: () => Promise<void>): Promise<void> {
	const usual = editor.page.viewportSize();
	await editor.page.setViewportSize({ width: 1560, height: 940 });
	await work();
	if (usual) await editor.page.setViewportSize(usual);
}

/** An image that could not be fetched or drawn has no width of its own. */
function isLoaded(image: object): boolean {
	return 'naturalWidth' in image && Number(image.naturalWidth) > 0;
}

// The tests follow one user through one workflow, each from where the one before has left off.
describe('the trigger on the canvas', () => {
	it('is found in the panel by its name', async () => {
		const items = await editor.searchNodes('Public Outreach');

		expect(await textOf(items)).toMatch(/^Public Outreach\n/);
		await items.first().click();
		expect(await textOf(editor.panelItems('On message from lead'))).toBeTruthy();
		await picture('panel', editor.page, { of: editor.page.getByTestId('node-creator') });
		await editor.panelItems('On message from lead').click();
		expect(await textOf(editor.page.getByTestId('ndv'))).toContain('Trigger On');
	});

	it('asks for a credential, and says of a prefix alone what is missing', async () => {
		const dialog = editor.credentialDialog;
		await dialog.openNew();
		await dialog.fill('baseUrl', stage.baseUrl);
		await dialog.fill('apiKey', stage.simulator.apiKey.split('.')[0] ?? '');
		await dialog.save();

		const details = await dialog.failureDetails();
		await details.getByText('API Key is 8 characters without a dot').waitFor();
		expect(stage.simulator.requests).toEqual([]);
	});

	it('says of a wrong key that the service does not accept it', async () => {
		const dialog = editor.credentialDialog;
		await dialog.fill('apiKey', '5f3a9c1e.not-the-right-one');
		await dialog.save();

		const details = await dialog.failureDetails();
		await details.getByText('The service does not accept this API key (401)').waitFor();
		await picture('wrong-key', editor.page, { of: dialog.root });
	});

	it('takes the right key: the connection test passes', async () => {
		const dialog = editor.credentialDialog;
		await dialog.fill('apiKey', stage.simulator.apiKey);
		await dialog.save();
		await dialog.root.waitFor({ state: 'hidden' });
		await dialog.openChosen();

		await dialog.root.getByText('Connection tested successfully').waitFor();
		await picture('credential', editor.page, { of: dialog.root });
		await dialog.close();
	});

	it('listens for a test event and shows what the lead writes', async () => {
		// n8n asks for the campaigns again only when the node is opened.
		await new NodeView(editor.page).close();
		view = await editor.openNode('Public Outreach Trigger');
		await view.settings.getByText('Leave empty for messages from all campaigns').waitFor();
		await view.execute();
		await view.root.getByText('Listening for test event').waitFor();
		await until('the test URL', () => stage.simulator.webhookUrl ?? undefined);

		await stage.simulator.sendMessage({ message: 'Could we talk on Thursday?' });

		await view.output.getByText('Could we talk on Thursday?').waitFor();
		expect(await textOf(view.output.getByTestId('ndv-items-count'))).toBe('1 item');
		await view.showAs('Schema');
		await widen(async () => await picture('message', editor.page, { of: view.root }));
		await view.close();
		await until(
			'the slot to be given back',
			() => stage.simulator.webhookUrl === null || undefined,
		);
	});
});

describe('the action on the canvas', () => {
	it('is added from the panel by what it does', async () => {
		view = await editor.addNode('Public Outreach', ACTION);

		expect(await textOf(view.settings)).toContain('Update Fields');
		expect(await textOf(editor.node(ACTION))).toContain('Update: Campaign');
	});

	it('offers the campaigns by name and narrows them to what is typed', async () => {
		const offered = await view.searchList('campaignId', '');
		expect(await offered.allInnerTexts()).toEqual(
			stage.simulator.state.campaigns.map(({ id, name }) => `${name} (ID ${id})`),
		);
		await editor.page.getByTestId('rlc-search').fill('trial');

		await offered.filter({ hasText: 'Benelux' }).waitFor({ state: 'detached' });
		expect(await textOf(offered.filter({ hasText: CAMPAIGN }))).toMatch(/ \(ID \d+\)$/);
		expect(await offered.count()).toBe(1);
		await offered.click();
	});

	it('edits a sending window, and the campaign has it', async () => {
		await view.addField('Sending Window');
		await view.addRow('sendingWindow');
		await view.choose('weekdays', 'Monday', 'Friday');
		await view.fill('start', '9:00');
		await view.fill('end', '15:30');
		await view.leaveFields();
		await picture('sending-window', editor.page, { of: view.settings });
		await view.execute();

		await view.output.getByText('1 item').waitFor();
		const campaign = stage.simulator.state.campaigns.find(({ name }) => name === CAMPAIGN);
		expect(campaign?.sending_window).toMatchObject({
			monday: { enabled: true, start: '09:00', end: '15:30' },
			friday: { enabled: true, start: '09:00', end: '15:30' },
		});
	});

	it('gives one item for each campaign', async () => {
		await view.choose('operation', 'Get Many');
		await view.execute();

		await view.output.getByText(`${stage.simulator.state.campaigns.length} items`).waitFor();
		await view.showAs('Table');
		await view.output.getByText(CAMPAIGN).first().waitFor();
	});

	it('shows an error in the words of the service, with what to do about it', async () => {
		await view.choose('resource', 'Campaign Step');
		await view.choose('operation', 'Delete');
		await view.chooseFromList('campaignId', 'Trial');
		await view.chooseFromList('stepId', '1.');
		await view.execute();

		expect(await textOf(view.errorMessage)).toMatch(/cannot delete steps from an active campaign/i);
		expect(await textOf(view.errorDescription)).toMatch(/pause the campaign/i);
		await view.ended();
		await picture('error', editor.page, { of: [view.settings, view.output], height: 420 });
		await view.close();
	});
});

describe('the workflow on the canvas', () => {
	it('is published, and the service delivers to it from then on', async () => {
		const notice = await editor.publish();

		expect(await textOf(notice)).toMatch(/starts (this workflow )?once/);
		const url = await until('the registration', () => stage.simulator.webhookUrl ?? undefined);
		expect(url.startsWith(`${stage.n8nUrl}/webhook/`)).toBe(true);
		await notice.getByRole('button', { name: 'Got it' }).click();
	});

	it("receives what a lead writes, which here happens on the simulator's page", async () => {
		const page = await editor.page.context().newPage();
		await page.goto(stage.simulator.url);
		await page.getByRole('button', { name: 'Send message' }).click();

		await page.getByText('Delivered, response 200').waitFor();
		await picture('simulator', page);
		await page.close();
		// Other files of tests have workflows here, too, of which none is published.
		const workflows = await stage.client.workflows();
		await until('an execution', async () => {
			const runs = await Promise.all(workflows.map(({ id }) => stage.client.executions(id)));
			return runs.flat().find(({ mode }) => mode === 'webhook');
		});
	});

	it('shows its nodes with an icon for light and one for dark surroundings', async () => {
		for (const [colorScheme, file] of [
			['light', 'publicOutreach.svg'],
			['dark', 'publicOutreach.dark.svg'],
		] as const) {
			await editor.page.emulateMedia({ colorScheme });
			const icon = editor.node(TRIGGER).locator(`img[src$="${file}"]`);
			await icon.waitFor();
			await until(`the picture ${file}`, async () => (await icon.evaluate(isLoaded)) || undefined);
		}
	});
});
