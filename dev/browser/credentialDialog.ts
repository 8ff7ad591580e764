import type { Locator, Page } from 'playwright-core';

/** The dialog in which a credential is filled; saving it tests the connection. */
export class CredentialDialog {
	readonly root: Locator;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('editCredential-modal');
	}

	/** Opens it from an open node that has no credential yet. */
	async openNew(): Promise<void> {
		await this.page.getByTestId('node-credentials-empty-state').click();
		// n8n asks its server for a name, without which nothing is saved.
		await this.root.getByTestId('inline-edit-preview').filter({ hasText: /\S/ }).waitFor();
	}

	/** Opens the credential that the open node has; n8n tests its connection by itself. */
	async openChosen(): Promise<void> {
		await this.page.getByTestId('credential-edit-button').click();
		await this.root.waitFor();
	}

	async fill(field: string, value: string): Promise<void> {
		await this.root.getByTestId(`parameter-input-${field}`).getByRole('textbox').fill(value);
	}

	/** Saves, which also tests; n8n closes the dialog if the test passes. */
	async save(): Promise<void> {
		await this.root.getByTestId('credential-save-button').click();
	}

	/** Why the test failed, which n8n shows on demand. */
	async failureDetails(): Promise<Locator> {
		await this.root.getByText('Couldn’t connect with these settings').waitFor();
		const details = this.root.getByText('More details');
		if (await details.isVisible()) await details.click();
		return this.root;
	}

	async close(): Promise<void> {
		// Escape would close the node behind it as well.
		await this.root.getByRole('button', { name: 'Close' }).click();
		await this.root.waitFor({ state: 'hidden' });
	}
}
