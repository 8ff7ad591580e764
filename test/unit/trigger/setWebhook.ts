import { runNode } from '../../support/engine';
import type { Setup } from './support';

/** Runs an operation of the action node on the webhook, in the process of the trigger. */
export async function setWebhook(
	{ simulator, process }: Setup,
	operation: 'set' | 'disable',
	webhookUrl = '',
	apiKey = simulator.apiKey,
): Promise<void> {
	if (!process.action) throw new Error('This process runs no operations');
	const { error } = await runNode({
		nodeType: process.action,
		parameters: { resource: 'webhook', operation, webhookUrl },
		credentials: { baseUrl: simulator.url, apiKey, requestsPerMinute: 1e9 },
	});
	if (error) throw error;
}
