import { z } from 'zod';
import { Session } from '../n8n/session';
import { OWNER } from './scene';

/** Has failed executions done again from their beginning, as the list of executions in the editor offers it. */
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
