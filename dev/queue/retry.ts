import { z } from 'zod';
import { signIn } from '../n8n/client';
import { OWNER } from '../n8n/ownNodes';

/** How a retried execution ended; `data` has its error where it failed, as n8n has serialized it. */
const retriedSchema = z.object({ status: z.string(), data: z.unknown() });

/**
 * Retries failed executions from their start, as the editor's list of executions does.
 *
 * @throws Error that names the executions that failed again, and with what
 */
export async function retryExecutions(n8nUrl: string, ids: string[]): Promise<void> {
	const { session } = await signIn(n8nUrl, OWNER);
	const failed: string[] = [];
	for (const id of ids) {
		const body = { loadWorkflow: false };
		// Answered when the execution has ended.
		const path = `/executions/${id}/retry`;
		const { status, data } = await session.request('POST', path, retriedSchema, body);
		if (status !== 'success') failed.push(`${id}: ${status}, ${JSON.stringify(data)}`);
	}
	if (failed.length > 0) throw new Error(`Retried in vain:\n${failed.join('\n')}`);
}
