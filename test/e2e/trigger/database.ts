/** What n8n's import, its public API and other programs write into its database, past the editor's REST interface. */
import { z } from 'zod';
import { sqliteOf } from '../../../dev/n8n/sqlite';
import type { StoredWorkflow } from '../../../dev/n8n/workflow';

/** @param userFolder that of the n8n */
export function databaseOf(userFolder: string) {
	const { rows } = sqliteOf(userFolder);
	const write = async (statement: string, ...values: string[]) =>
		void (await rows(z.unknown(), statement, values));
	return {
		/** Takes the webhook IDs of its nodes away: n8n then makes their paths of the workflow's ID and their names. */
		async removeWebhookIds({ id, nodes }: StoredWorkflow) {
			const without = JSON.stringify(nodes.map((node) => ({ ...node, webhookId: undefined })));
			await write('UPDATE workflow_entity SET nodes = $2 WHERE id = $1', id, without);
			await write('UPDATE workflow_history SET nodes = $2 WHERE "workflowId" = $1', id, without);
		},
		/** Has the static data of a workflow name another address wherever it names this one. */
		async replaceInStaticData({ id }: StoredWorkflow, address: string, other: string) {
			const replaced = 'replace("staticData", $2, $3)';
			await write(
				`UPDATE workflow_entity SET "staticData" = ${replaced} WHERE id = $1`,
				id,
				address,
				other,
			);
		},
		async clearStaticData({ id }: StoredWorkflow) {
			await write('UPDATE workflow_entity SET "staticData" = NULL WHERE id = $1', id);
		},
	};
}
