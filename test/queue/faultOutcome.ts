/** What became of deliveries during a fault: told for docs/benchmarks.md, and held to what is promised. */
import { tell } from '../../dev/bench/measurements';
import { MESSAGES, type FailedExecution, type FaultStage, type StruckDelivery } from './faultStage';

/** Until what was ended is started again. */
export const DOWN_MS = 1_500;

export const EXECUTED_LATER =
	'all executed once when retried, and what was refused when delivered again';

export const during = (what: string) => `${what} during ${MESSAGES} deliveries`;

export function tellFailures(
	stage: FaultStage,
	what: string,
	{ refused }: StruckDelivery,
	failed: FailedExecution[],
	then: string,
): void {
	tell(
		during(what),
		`${refused.length} not answered with 200; ${failed.length} executions shown as failed, ` +
			`${stage.unacted(failed).length} of them before they acted`,
		`none missing, none twice; ${then}`,
	);
}

/** What did not act is among what n8n shows as failed. */
function expectNoneMissing(stage: FaultStage, taken: string[], failed: FailedExecution[]): void {
	const missing = taken.filter((id) => stage.acts([id])[0] === 0);
	const shown = failed.map(({ messageId }) => messageId);
	expect(missing.filter((id) => !shown.includes(id))).toEqual([]);
	expect(Math.max(...stage.acts(taken))).toBe(1);
}

/**
 * Retries what did not act, where n8n still has its message.
 *
 * @returns those of which it has nothing
 */
export async function expectRetriedToAct(
	stage: FaultStage,
	taken: string[],
	failed: FailedExecution[],
): Promise<FailedExecution[]> {
	expectNoneMissing(stage, taken, failed);
	const unacted = stage.unacted(failed);
	const lost = unacted.filter(({ isKept }) => !isKept);
	await stage.retry(unacted.filter(({ isKept }) => isKept));
	const left = taken.filter((id) => !lost.some(({ messageId }) => messageId === id));
	await stage.untilActed(left);
	expect(new Set(stage.acts(left))).toEqual(new Set([1]));
	return lost;
}
