import { tell } from '../../dev/bench/measurements';
import { wait } from '../../dev/platform';
import { DOWN_MS, during, EXECUTED_LATER, expectRetriedToAct, tellFailures } from './faultOutcome';
import { FaultStage } from './faultStage';

/** What a worker has in hands at once (n8n's own number). */
const CONCURRENCY = 10;

let stage: FaultStage;
beforeAll(async () => (stage = await FaultStage.set()));
afterAll(async () => await stage.clear());

it('executes once what was answered with 200, although a webhook process is killed and started again', async () => {
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

/*
 * n8n starts an execution at most once. What is in the queue when n8n ends it does not start again by
 * itself: it shows that as failed, with its message.
 */
it('executes once what was answered with 200, at the latest when it is retried, although a worker is stopped in the middle', async () => {
	const before = await stage.lastExecution();
	const [worker] = stage.layout.workers;
	const struck = await stage.deliverDuring('stopped-worker', async () => {
		await worker?.kill('SIGTERM');
	});
	await worker?.restart();
	const failed = await stage.failedAfter(before, struck.ids);
	tellFailures(stage, 'a worker stopped', struck, failed, EXECUTED_LATER);

	expect(struck.refused).toEqual([]);
	expect(await expectRetriedToAct(stage, struck.ids, failed)).toEqual([]);
});

/*
 * n8n 2.41 gives up what a killed worker was running (scaling.service.js, maxStalledCount: 0). It
 * overwrites what it has stored of that with the error, message and all (workflow-runner.js,
 * processError): there is nothing left to be retried.
 */
it('executes once what was answered with 200, or shows it as failed, although a worker is killed in the middle', async () => {
	const before = await stage.lastExecution();
	const [worker] = stage.layout.workers;
	const struck = await stage.deliverDuring('killed-worker', async () => {
		await worker?.kill('SIGKILL');
	});
	await worker?.restart();
	const failed = await stage.failedAfter(before, struck.ids);
	tellFailures(stage, 'a worker killed', struck, failed, `at most ${CONCURRENCY} failed`);

	expect(struck.refused).toEqual([]);
	expect(failed.length).toBeLessThanOrEqual(CONCURRENCY);
	await expectRetriedToAct(stage, struck.ids, failed);
});
