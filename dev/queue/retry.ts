import { z } from 'zod';
import { Session } from '../n8n/session';
import { OWNER } from './triggerSetup';

/** Retries failed executions from their start, as the editor's list of executions does. */
export async function retryExecutions(n8nUrl: string, ids: string[]): Promise<void> {
	const session = new Session(n8nUrl);
	await session.request('POST', '/login', z.unknown(), {
		emailOrLdapLoginId: OWNER.email,
		password: OWNER.password,
	});
	for (const id of ids) {
		// Answered when the execution has ended.
		await session.request('POST', `/executions/${id}/retry`, z.unknown(), { loadWorkflow: false });
	}
}
