/** More messages at once than n8n takes: what it took reaches every workflow once, whatever the service is told. */
import { z } from 'zod';
import { tell } from '../../dev/bench/measurements';
import { hasEnded, type ExecutionItem } from '../../dev/n8n/execution';
import { sqliteOf } from '../../dev/n8n/sqlite';
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { process, wait } from '../../dev/platform';
import { peakMemory } from '../../dev/processes';
import { readExecutions } from '../../dev/queue/outcomes';
import { until } from '../../dev/until';
import { deliveryOf } from '../e2e/trigger/messages';
import { startOwnN8n, type OwnN8n } from '../../dev/n8n/ownN8n';
import { setTriggerStage, TRIGGER, type TriggerStage } from '../e2e/trigger/stage';

/** Callers give up then; what they are not told of is executed all the same. */
const CALLER_WAITS_MS = 30_000;
/** Between a refusal and the next delivery of the same message. */
const REDELIVERY_MS = 500;
/** A machine may be slow: thousands of executions. */
const TEST_TIMEOUT_MS = 1_800_000;
/** For executions that have started, or are to. */
const PATIENCE = { timeoutMs: 1_200_000, everyMs: 2_000 };
/** Longer than a request without a response and the pause after it: nothing more is to come. */
const STUCK_MS = 120_000;
/** A slowed-down n8n runs and is stopped in turns of these lengths. */
const RUNS_MS = 30;
const STOPPED_MS = 60;

/** Workflows, messages, milliseconds in which they come, and how each is delivered. */
export type Burst = [listeners: number, messages: number, withinMs: number, how: string];

export const ONCE = 'once';
export const WHILE_SLOW = 'once, while n8n has a third of its time';
export const UNTIL_ACCEPTED = 'again until it is accepted, while each has a new version published';

let n8n: OwnN8n;
let stage: TriggerStage;

/** What became of one delivery: whether n8n has started the message, and whether all workflows have it. */
interface DeliveryResult {
	id: string;
	status: number;
	isTaken: boolean;
}

/**
 * Delivers each message at its time, evenly spread; with `insists`, again after each refusal.
 *
 * @returns the results, in the order in which they came
 */
async function burst(
	messages: number,
	withinMs: number,
	insists = false,
): Promise<DeliveryResult[]> {
	const results: DeliveryResult[] = [];
	const deliverOne = async (id: string) => {
		const delivery = await stage.simulator.deliver(deliveryOf(id));
		const status = delivery?.status ?? 0;
		// n8n itself refuses with 500 and 503 when its database cannot keep up.
		const isTaken = status === 200 || delivery?.response.includes('"incomplete"') === true;
		results.push({ id, status, isTaken });
		return status;
	};
	const deliveries = Array.from({ length: messages }, async (_, number) => {
		const id = `message ${number}`;
		await wait((number * withinMs) / messages);
		while ((await deliverOne(id)) !== 200 && insists) await wait(REDELIVERY_MS);
	});
	await Promise.all(deliveries);
	return results;
}

const idsOf = (items: ExecutionItem[]) => items.map(({ json }) => String(json.message_id));

const STATES = 'SELECT "workflowId", status FROM execution_entity ORDER BY id';
const stateSchema = z.object({ workflowId: z.string(), status: z.string() });

/** Gives n8n a third of its time until the work is done, as a machine does that is slower or has more to do. */
async function slowedDown<Result>(work: Promise<Result>): Promise<Result> {
	let isDone = false;
	const finished = work.finally(() => (isDone = true));
	while (!isDone) {
		process.kill(Number(n8n.pid), 'SIGSTOP');
		await wait(STOPPED_MS);
		process.kill(Number(n8n.pid), 'SIGCONT');
		await wait(RUNS_MS);
	}
	return await finished;
}

/**
 * The messages that came out of a workflow's trigger, and those of runs that n8n has left as running, as it
 * does where one has waited for the database for a minute; and the runs that it shows as failed, since they
 * waited so long for their credentials, after its 200. Of these it overwrites the message.
 */
async function messagesOf({ id }: StoredWorkflow) {
	const runs = await readExecutions(sqliteOf(n8n.userFolder), id);
	const unfinished = runs.filter(({ status }) => !hasEnded(status));
	return {
		out: idsOf(runs.flatMap(({ items }) => items(TRIGGER))),
		left: idsOf(unfinished.flatMap(({ waiting }) => waiting)),
		failed: runs.filter(({ error }) => error()?.message.includes('operation timed out')),
	};
}

/** Waits until all that was taken has come out of each workflow, or nothing starts or ends any more. */
async function untilWorkedOff(workflows: StoredWorkflow[], taken: string[]) {
	let seen = { state: '', at: Date.now() };
	const workedOff = async () => {
		const runs = await sqliteOf(n8n.userFolder).rows(stateSchema, STATES);
		const state = JSON.stringify(runs);
		if (state !== seen.state) seen = { state, at: Date.now() };
		const isStuck = Date.now() - seen.at > STUCK_MS;
		const mayBeDone = workflows.every(({ id }) => {
			const own = runs.filter(({ workflowId }) => workflowId === id);
			return own.length >= taken.length && own.every(({ status }) => hasEnded(status));
		});
		if (!isStuck && !mayBeDone) return undefined;
		const found = await Promise.all(workflows.map(messagesOf));
		const areOut = found.every(({ out }) => taken.every((id) => out.includes(id)));
		return isStuck || areOut ? found : undefined;
	};
	return await until('the runs of all workflows', workedOff, PATIENCE);
}

/** What n8n has taken starts every workflow once; what it has not, at most once. */
async function expectOnceEverywhere(workflows: StoredWorkflow[], results: DeliveryResult[]) {
	const taken = [...new Set(results.flatMap(({ id, isTaken }) => (isTaken ? [id] : [])))];
	const found = await untilWorkedOff(workflows, taken);
	for (const { out, left, failed } of found) {
		const missing = taken.filter((id) => !out.includes(id) && !left.includes(id));
		expect(missing.slice(failed.length)).toEqual([]);
		expect(out.filter((id, place) => out.indexOf(id) !== place)).toEqual([]);
	}
	const [leftRunning, shownAsFailed] = (['left', 'failed'] as const).map((kind) =>
		found.reduce((sum, one) => sum + one[kind].length, 0),
	);
	tell(
		`${workflows.length} workflows`,
		`${taken.length} messages taken in ${results.length} deliveries, ${results.filter(({ status }) => status === 200).length} of them answered 200, ${leftRunning} executions left as running, ${shownAsFailed} shown as failed`,
		'every workflow has every message that was taken, once',
	);
}

const SET_STATIC_DATA = 'UPDATE workflow_entity SET "staticData" = $2 WHERE id = $1';

/**
 * n8n removes the URL of a trigger that has changed until its new version is published, and goes on with
 * what has come in before; from a state of the static data that it has saved late, without the registered one's list.
 */
async function publishChanged(workflow: StoredWorkflow): Promise<void> {
	await wait(REDELIVERY_MS);
	await sqliteOf(n8n.userFolder).rows(z.unknown(), SET_STATIC_DATA, [workflow.id, '{}']);
	const parameters = { options: { deduplicationWindow: 2_000 } };
	const nodes = workflow.nodes.map((trigger) => ({ ...trigger, parameters }));
	await stage.publishAgain(workflow, { nodes });
}

/** Tests an n8n with these settings in a file of its own: the slower one must not wait for the other. */
export function testBursts(env: NodeJS.ProcessEnv, bursts: Burst[]): void {
	beforeAll(async () => {
		n8n = await startOwnN8n({ env });
	});
	afterAll(async () => {
		tell(
			'memory of n8n',
			`${peakMemory(n8n?.pid)} MB at its peak`,
			'no bar: n8n bounds no executions',
		);
		await n8n?.remove();
	});
	beforeEach(async () => {
		stage = await setTriggerStage(n8n.url);
		stage.simulator.configure({ deliveryTimeoutMs: CALLER_WAITS_MS });
	});
	afterEach(async () => await stage.clear());

	it.each(bursts)(
		'each of %d workflows gets each of %d messages in %d ms once, each delivered %s',
		async (listeners, messages, withinMs, how) => {
			const workflows = await stage.publishedAtOnce(listeners);
			const delivering = burst(messages, withinMs, how === UNTIL_ACCEPTED);
			if (how === UNTIL_ACCEPTED) for (const one of workflows) await publishChanged(one);
			const results = await (how === WHILE_SLOW ? slowedDown(delivering) : delivering);

			await expectOnceEverywhere(workflows, results);
		},
		TEST_TIMEOUT_MS,
	);
}
