import { z } from 'zod';
import { signIn } from '../n8n/client';
import { OWNER } from '../n8n/ownNodes';

/** Retries failed executions from their start, as the editor's list of executions does. */
export async function retryExecutions(n8nUrl: string, ids: string[]): Promise<void> {
	const { session } = await signIn(n8nUrl, OWNER);
	for (const id of ids) {
		// Answered when the execution has ended.
		await session.request('POST', `/executions/${id}/retry`, z.unknown(), { loadWorkflow: false });
	}
}
