import type { Locator, Page } from 'playwright-core';

/** Page object for an open node: input on the left, settings in the middle, output on the right. */
export class NodeView {
	readonly root: Locator;
	/** The settings in the middle. */
	readonly settings: Locator;
	readonly output: Locator;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('ndv');
		this.settings = this.root.getByTestId('node-parameters');
		this.output = this.root.getByTestId('output-panel');
	}

	/** The control of a setting, by the setting's name in saved workflows. */
	control(parameter: string): Locator {
		return this.root.getByTestId(`parameter-input-${parameter}`);
	}

	async fill(parameter: string, text: string): Promise<void> {
		await this.control(parameter).getByRole('textbox').fill(text);
	}

	/** Chooses options from a drop-down list by their labels. */
	async choose(parameter: string, ...options: string[]): Promise<void> {
		await this.control(parameter).click();
		for (const name of options) await this.option(name).click();
		// A list that takes several stays open.
		if (options.length > 1) await this.page.keyboard.press('Escape');
	}

	/** An entry of the open list; its description belongs to its accessible name, so that is no help. */
	private option(name: string): Locator {
		const named = this.page.getByText(name, { exact: true });
		return this.page.getByRole('option').filter({ has: named });
	}

	/** Opens a searchable list and types into it; returns the entries. */
	async searchList(parameter: string, text: string): Promise<Locator> {
		const list = this.page.getByTestId(`resource-locator-${parameter}`);
		await list.getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-item').first().waitFor();
		if (text !== '') await this.page.getByTestId('rlc-search').fill(text);
		return this.page.getByTestId('rlc-item');
	}

	async chooseFromList(parameter: string, text: string): Promise<void> {
		await (await this.searchList(parameter, text)).filter({ hasText: text }).first().click();
	}

	/** Adds one of the optional fields. */
	async addField(name: string): Promise<void> {
		// The first collection of the form: every operation has its options below it.
		await this.settings.getByTestId('collection-parameter-add').first().click();
		await this.option(name).click();
	}

	/** Adds a row to a field that takes several. */
	async addRow(field: string): Promise<void> {
		const rows = this.settings.getByTestId(`fixed-collection-${field}`);
		await rows.getByTestId('fixed-collection-add').click();
	}

	/** Drags a field of the input, in its schema, to the end of a setting. */
	async drag(field: string, parameter: string): Promise<void> {
		const input = this.root.getByTestId('ndv-input-panel');
		const from = await input.locator(`[data-name="${field}"]`).first().boundingBox();
		const to = await this.control(parameter).boundingBox();
		if (!from || !to) throw new Error(`${field} or ${parameter} is not to be seen`);
		const { mouse } = this.page;
		await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
		await mouse.down();
		await mouse.move(to.x + to.width - 40, to.y + to.height / 2, { steps: 25 });
		await mouse.up();
	}

	/** Runs the node; a trigger starts to listen. */
	async execute(): Promise<void> {
		await this.root.getByTestId('node-execute-button').click();
	}

	/** Waits until the button can be pressed again. */
	async ended(): Promise<void> {
		await this.root.getByTestId('node-execute-button').getByText('Execute step').waitFor();
	}

	/** Sets the output view; the schema view is the most readable one for nested objects. */
	async showAs(form: 'Schema' | 'Table' | 'JSON'): Promise<void> {
		await this.output.getByText(form, { exact: true }).click();
	}

	/** Takes the focus, and the tip that comes with it, from the field that was filled last. */
	async leaveFields(): Promise<void> {
		await this.settings.getByText('Resource', { exact: true }).click();
	}

	/** The error that a failed execution shows. */
	get errorMessage(): Locator {
		return this.output.getByTestId('node-error-message');
	}

	get errorDescription(): Locator {
		return this.output.getByTestId('node-error-description');
	}

	async close(): Promise<void> {
		await this.root.getByTestId('ndv-close-button').click();
		await this.root.waitFor({ state: 'hidden' });
	}
}
