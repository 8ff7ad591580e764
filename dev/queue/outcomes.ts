/** The outcomes of deliveries, read from n8n's database: thousands of executions are too many for its REST API. */
import { z } from 'zod';
import { readExecution, type Execution } from '../n8n/execution';
import { until } from '../until';
import type { Readable } from './database';
import { TRIGGER } from './triggerSetup';

/** An execution that a delivery has started. */
export interface ExecutionOutcome {
	id: string;
	status: string;
	/** Identifiers of the messages that the trigger has output. */
	messageIds: string[];
}

const rowSchema = z.object({
	id: z.coerce.string(),
	status: z.string(),
	mode: z.string(),
	data: z.string(),
});
const messageSchema = z.object({ message_id: z.string() });
/** On a busy machine, one execution alone may take a minute; less than what a test may take. */
const WORKED_OFF_WITHIN_MS = 540_000;
const UNFINISHED = "('new', 'running', 'waiting', 'unknown')";

/** Waits until no execution is waiting or running. */
export async function untilIdle(database: Readable, workflowId: string): Promise<void> {
	const statement = `SELECT 1 FROM execution_entity WHERE "workflowId" = $1 AND status IN ${UNFINISHED} LIMIT 1`;
	const isIdle = async () => {
		const unfinished = await database.rows(z.unknown(), statement, [workflowId]);
		return unfinished.length === 0 || undefined;
	};
	const patience = { timeoutMs: WORKED_OFF_WITHIN_MS, everyMs: 250 };
	await until(`the executions of workflow ${workflowId} to end`, isIdle, patience);
}

/** The executions of a workflow, oldest first; optionally only those after a given one. */
export async function readExecutions(
	database: Readable,
	workflowId: string,
	after = '0',
): Promise<Execution[]> {
	const rows = await database.rows(
		rowSchema,
		`SELECT e.id, e.status, e.mode, d.data FROM execution_entity e
		 JOIN execution_data d ON d."executionId" = e.id
		 WHERE e."workflowId" = $1 AND e.id > $2 ORDER BY e.id`,
		[workflowId, after],
	);
	return rows.map(readExecution);
}

/** The output of the trigger in each execution. */
export async function readOutcomes(
	database: Readable,
	workflowId: string,
	after?: string,
): Promise<ExecutionOutcome[]> {
	const executions = await readExecutions(database, workflowId, after);
	return executions.map(({ id, status, items }) => ({
		id,
		status,
		messageIds: items(TRIGGER).map(({ json }) => messageSchema.parse(json).message_id),
	}));
}

/** How often the trigger has output each message. */
export function countByMessage(outcomes: ExecutionOutcome[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const id of outcomes.flatMap(({ messageIds }) => messageIds)) {
		counts.set(id, (counts.get(id) ?? 0) + 1);
	}
	return counts;
}
