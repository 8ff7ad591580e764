/** Page object for n8n's editor. Elements are found by name, never by position. */
import type { Browser, Locator, Page } from 'playwright-core';
import type { Owner } from '../n8n/client';
import { CredentialDialog } from './credentialDialog';
import { NodeView } from './nodeView';
import { takesPictures } from './pictures';

/** Wide enough for the three parts of an open node, narrow enough to be read in a README. */
const VIEWPORT = { width: 1280, height: 800 };
/** The first page load is slow on a machine that runs n8n, a browser and tests at the same time. */
const TIMEOUT_MS = 120_000;

export class Editor {
	readonly credentialDialog: CredentialDialog;

	private constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		this.credentialDialog = new CredentialDialog(page);
	}

	/** Signs in without the form, which is not under test. */
	static async signIn(browser: Browser, url: string, owner: Owner): Promise<Editor> {
		const context = await browser.newContext({
			viewport: VIEWPORT,
			colorScheme: 'light',
			deviceScaleFactor: takesPictures ? 1.5 : 1,
		});
		context.setDefaultTimeout(TIMEOUT_MS);
		const data = { emailOrLdapLoginId: owner.email, password: owner.password };
		const response = await context.request.post(`${url}/rest/login`, { data });
		if (!response.ok()) throw new Error(`n8n responded to the log-in with ${response.status()}`);
		return new Editor(await context.newPage(), url);
	}

	async openNewWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	/** Removes all nodes from the open workflow, which takes a tenth of the time of opening a new one. */
	async clearCanvas(): Promise<void> {
		await this.page.getByTestId('canvas-wrapper').press('ControlOrMeta+a');
		await this.page.keyboard.press('Delete');
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.nodes.first().waitFor();
	}

	/** Does with a file what "Import → From file" in the workflow's menu does. */
	async importFile(file: string): Promise<void> {
		await this.page.getByTestId('workflow-import-input').setInputFiles(file);
		await this.nodes.first().waitFor();
	}

	/** Opens the node panel, from the empty canvas or from one that has nodes, and types into its search. */
	async searchNodes(text: string): Promise<Locator> {
		const empty = this.page.getByTestId('canvas-add-button');
		const filled = this.page.getByTestId('node-creator-plus-button');
		await empty.or(filled).first().click();
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		return this.panelItems(text);
	}

	/** The entries of the open node panel that contain a text. */
	panelItems(text: string): Locator {
		return this.page.getByTestId('item-iterator-item').filter({ hasText: text });
	}

	/** Finds a node by its name and adds it by one of its triggers or actions, which opens it. */
	async addNode(name: string, entry: string): Promise<NodeView> {
		await (await this.searchNodes(name)).first().click();
		await this.panelItems(entry).first().click();
		const view = new NodeView(this.page);
		await view.root.waitFor();
		return view;
	}

	get nodes(): Locator {
		return this.page.getByTestId('canvas-node');
	}

	/** The sticky notes. */
	get notes(): Locator {
		return this.page.getByTestId('sticky');
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<NodeView> {
		await this.node(name).dblclick();
		const view = new NodeView(this.page);
		await view.root.waitFor();
		return view;
	}

	/** n8n's message once the workflow is published. */
	async publish(): Promise<Locator> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		return this.page.getByRole('dialog').filter({ hasText: 'Workflow published' });
	}

	async zoomToFit(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
	}

	async runWorkflow(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').click();
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}
}
