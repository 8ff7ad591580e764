import { tell } from '../../dev/bench/measurements';
import { wait } from '../../dev/platform';
import { DOWN_MS, during, EXECUTED_LATER, expectRetriedToAct, tellFailures } from './faultOutcome';
import { FaultStage } from './faultStage';

/** n8n ends itself when it has been without Redis for ten seconds. */
const REDIS_LOST_MS = 15_000;
/** Until what was running when its worker ended is given up (settings.ts: its lock, and two looks). */
const LOCKS_LAST_MS = 40_000;

let stage: FaultStage;
beforeAll(async () => (stage = await FaultStage.set()));
afterAll(async () => await stage.clear());

it('executes once what was answered with 200, although Redis is killed and started again', async () => {
	const { redisServer } = stage.services;
	const struck = await stage.deliverDuring('redis', async () => {
		await redisServer.kill('SIGKILL');
		await wait(DOWN_MS);
		await redisServer.start();
	});
	const { ids, taken, refused } = struck;
	tell(
		during('Redis killed, and started again at once'),
		`${refused.length} not answered with 200; all executed once`,
		'exactly that, when those were delivered again',
	);

	await stage.untilActed(taken);
	await stage.deliverAgain(refused);
	await stage.untilActed(ids);
	expect(await stage.failedAfter(struck)).toEqual([]);
	expect(new Set(stage.acts(ids))).toEqual(new Set([1]));
});

/*
 * n8n starts an execution at most once. What is in the queue when n8n ends it does not start again by
 * itself: it shows that as failed, with its message.
 */
it('executes once what was answered with 200, at the latest when it is retried, although Redis is away for longer than n8n waits for it', async () => {
	let ended = 0;
	const struck = await stage.deliverDuring('no-redis', async () => {
		await stage.services.redisServer.kill('SIGKILL');
		await wait(REDIS_LOST_MS);
		await stage.services.redisServer.start();
		ended = await stage.startEnded();
	});
	const { ids, taken, refused } = struck;
	await stage.untilDeliveriesAreTaken();
	// The process that waited for these executions has ended too: main looks for them when it starts.
	await wait(LOCKS_LAST_MS);
	await stage.layout.main.restart();
	const failed = await stage.failedAfter(struck);
	tellFailures(stage, `Redis away for ${REDIS_LOST_MS / 1_000} s`, struck, failed, EXECUTED_LATER);

	expect(ended).toBeGreaterThan(0);
	expect(refused.length).toBeGreaterThan(0);
	await stage.deliverAgain(refused);
	await stage.untilActed(refused);
	expect(await expectRetriedToAct(stage, taken, failed)).toEqual([]);
	expect(new Set(stage.acts(ids))).toEqual(new Set([1]));
});

/*
 * What runs while its worker loses the database n8n 2.41 shows as failed, with its message. What a worker
 * takes from the queue before it has found the database again ("Driver not Connected") it overwrites
 * with that error, message and all (workflow-runner.js, processError): there is nothing left to be retried.
 */
it('executes once what was answered with 200, or shows it as failed, although PostgreSQL is restarted', async () => {
	const struck = await stage.deliverDuring('postgres', async () => {
		await stage.services.postgresServer.kill('SIGINT');
		await wait(DOWN_MS);
		await stage.services.postgresServer.start();
	});
	const { ids, taken, refused } = struck;
	await stage.untilDeliveriesAreTaken();
	// n8n looks for what it has lost sight of when main starts.
	await stage.layout.main.restart();
	const failed = await stage.failedAfter(struck);
	const kept = stage.unacted(failed).filter(({ isKept }) => isKept).length;
	const then = `${kept} executed when retried, and what was refused when delivered again`;
	tellFailures(stage, 'PostgreSQL restarted', struck, failed, then);

	// What was refused was not taken for delivered: it comes through when it is sent again.
	await stage.deliverAgain(refused);
	await stage.untilActed(refused);
	const lost = await expectRetriedToAct(stage, taken, failed);
	const lostIds = lost.map(({ messageId }) => messageId);
	expect(stage.acts(ids)).toEqual(ids.map((id) => (lostIds.includes(id) ? 0 : 1)));
});
