import { externalN8n } from '../../dev/n8n/external';
import type { N8nServer } from '../../dev/n8n/server';

/** How the test files, which run apart from the set-up, learn where n8n is. */
export const URL_VARIABLE = 'PUBLIC_OUTREACH_E2E_URL';

/** The owner of every n8n that tests start; the first sign-in creates the account. */
export const OWNER = externalN8n()?.owner ?? {
	email: 'owner@example.com',
	password: 'End-to-end-1',
};

/** Set-up and tear-down are loaded into the same process and meet here. */
export const running: { n8n?: N8nServer; removeFolder?: () => Promise<void> } = {};
