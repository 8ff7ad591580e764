import { tell } from '../../dev/bench/measurements';
import { wait } from '../../dev/platform';
import { FaultStage, MESSAGES, type FailedExecution, type StruckDelivery } from './faultStage';

const DOWN_MS = 1_500;
/** n8n ends itself when it has been without Redis for ten seconds. */
const REDIS_LOST_MS = 15_000;
/** Until what was running when its worker ended is given up (settings.ts: its lock, and two looks). */
const LOCKS_LAST_MS = 20_000;
/** What a worker has in hands at once (n8n's own number). */
const CONCURRENCY = 10;

let stage: FaultStage;
beforeAll(async () => (stage = await FaultStage.set()));
afterAll(async () => await stage.clear());

const during = (what: string) => `${what} during ${MESSAGES} deliveries`;

describe('what was answered with 200 is executed once, although', () => {
	it('a webhook process is killed and started again', async () => {
		const before = await stage.lastExecution();
		const { ids, taken, refused } = await stage.deliverDuring('killed-webhook', async () => {
			const webhook = stage.webhookInUse;
			await webhook.kill('SIGKILL');
			await wait(DOWN_MS);
			await webhook.restart();
		});
		tell(
			during('a webhook process killed'),
			`${refused.length} not answered with 200; all executed once`,
			'exactly that, when all were delivered again',
		);

		await stage.untilActed(taken);
		// What was refused, and what the memory of the killed process held as well.
		await stage.deliverAgain(ids);
		await stage.untilActed(ids);
		expect(await stage.failedAfter(before, ids, refused.length)).toEqual([]);
		expect(new Set(stage.acts(ids))).toEqual(new Set([1]));
	});

	it('Redis is killed and started again', async () => {
		const before = await stage.lastExecution();
		const { ids, taken, refused } = await stage.deliverDuring('redis', async () => {
			await stage.services.redisServer.kill('SIGKILL');
			await wait(DOWN_MS);
			await stage.services.redisServer.start();
		});
		tell(
			during('Redis killed, and started again at once'),
			`${refused.length} not answered with 200; all executed once`,
			'exactly that, when those were delivered again',
		);

		await stage.untilActed(taken);
		await stage.deliverAgain(refused);
		await stage.untilActed(ids);
		expect(await stage.failedAfter(before, ids)).toEqual([]);
		expect(new Set(stage.acts(ids))).toEqual(new Set([1]));
	});
});

/** What did not act is among what n8n shows as failed. */
function expectNoneMissing(taken: string[], failed: FailedExecution[]): void {
	const missing = taken.filter((id) => stage.acts([id])[0] === 0);
	const shown = failed.map(({ messageId }) => messageId);
	expect(missing.filter((id) => !shown.includes(id))).toEqual([]);
	expect(Math.max(...stage.acts(taken))).toBe(1);
}

function tellFailures(
	what: string,
	{ refused }: StruckDelivery,
	failed: FailedExecution[],
	then: string,
): void {
	const ids = failed.flatMap(({ messageId }) => messageId ?? []);
	const unacted = stage.acts(ids).filter((count) => count === 0).length;
	tell(
		during(what),
		`${refused.length} not answered with 200; ${failed.length} executions shown as failed, ` +
			`${unacted} of them before they acted`,
		`none missing, none twice; ${then}`,
	);
}

/*
 * n8n starts an execution at most once. What runs while its worker loses the database, or is in the
 * queue when n8n ends, it does not start again by itself: it shows that as failed, with its message.
 */
describe('what was answered with 200 is executed once, at the latest when it is retried, although', () => {
	async function expectAllToAct(taken: string[], failed: FailedExecution[]): Promise<void> {
		expectNoneMissing(taken, failed);
		await stage.retryUnacted(failed);
		await stage.untilActed(taken);
		expect(new Set(stage.acts(taken))).toEqual(new Set([1]));
	}
	const THEN = 'all executed once when retried, and what was refused when delivered again';

	it('a worker is stopped in the middle', async () => {
		const before = await stage.lastExecution();
		const [worker] = stage.layout.workers;
		const struck = await stage.deliverDuring('stopped-worker', async () => {
			await worker?.kill('SIGTERM');
		});
		await worker?.restart();
		const failed = await stage.failedAfter(before, struck.ids);
		tellFailures('a worker stopped', struck, failed, THEN);

		expect(struck.refused).toEqual([]);
		await expectAllToAct(struck.ids, failed);
	});

	it('PostgreSQL is restarted', async () => {
		const before = await stage.lastExecution();
		const struck = await stage.deliverDuring('postgres', async () => {
			await stage.services.postgresServer.kill('SIGINT');
			await wait(DOWN_MS);
			await stage.services.postgresServer.start();
		});
		const { ids, taken, refused } = struck;
		await stage.untilDeliveriesAreTaken();
		// n8n looks for what it has lost sight of when main starts.
		await stage.layout.main.restart();
		const failed = await stage.failedAfter(before, ids);
		tellFailures('PostgreSQL restarted', struck, failed, THEN);

		// What was refused was not taken for delivered: it comes through when it is sent again.
		await stage.deliverAgain(refused);
		await stage.untilActed(refused);
		await expectAllToAct(taken, failed);
		expect(new Set(stage.acts(ids))).toEqual(new Set([1]));
	});

	it('Redis is away for longer than n8n waits for it', async () => {
		const before = await stage.lastExecution();
		let ended = 0;
		const struck = await stage.deliverDuring('no-redis', async () => {
			await stage.services.redisServer.kill('SIGKILL');
			await wait(REDIS_LOST_MS);
			await stage.services.redisServer.start();
			ended = await stage.startEnded();
		});
		const { ids, taken, refused } = struck;
		await stage.untilDeliveriesAreTaken();
		// Whoever waited for what was running has ended too: main looks for it when it starts.
		await wait(LOCKS_LAST_MS);
		await stage.layout.main.restart();
		const failed = await stage.failedAfter(before, ids);
		tellFailures(`Redis away for ${REDIS_LOST_MS / 1_000} s`, struck, failed, THEN);

		expect(ended).toBeGreaterThan(0);
		expect(refused.length).toBeGreaterThan(0);
		await stage.deliverAgain(refused);
		await stage.untilActed(refused);
		await expectAllToAct(taken, failed);
		expect(new Set(stage.acts(ids))).toEqual(new Set([1]));
	});
});

/*
 * n8n 2.41 gives up what a killed worker was running (scaling.service.js, maxStalledCount: 0), and
 * overwrites what it has stored of that with the error, message and all (workflow-runner.js,
 * processError): there is nothing left to be retried.
 */
describe('what was answered with 200 is executed once, or shown as failed, although', () => {
	it('a worker is killed in the middle', async () => {
		const before = await stage.lastExecution();
		const [worker] = stage.layout.workers;
		const struck = await stage.deliverDuring('killed-worker', async (ids) => {
			await worker?.kill('SIGKILL');
			await stage.noteMessages(ids);
		});
		await worker?.restart();
		const failed = await stage.failedAfter(before, struck.ids);
		tellFailures('a worker killed', struck, failed, `at most ${CONCURRENCY} failed`);

		expect(struck.refused).toEqual([]);
		expect(failed.length).toBeLessThanOrEqual(CONCURRENCY);
		expectNoneMissing(struck.ids, failed);
	});
});
