import { tell } from '../../dev/bench/measurements';
import { wait } from '../../dev/platform';
import { DOWN_MS, during, EXECUTED_LATER, expectRetriedToAct, tellFailures } from './faultOutcome';
import { FaultStage, MESSAGES, WAITED_FOR } from './faultStage';

/** What a worker has in hands at once (n8n's own number). */
const TAKES = 10;

let stage: FaultStage;
beforeAll(async () => (stage = await FaultStage.set()));
afterAll(async () => await stage.clear());

it('executes once what was answered with 200, although a webhook process is killed and started again', async () => {
	const struck = await stage.deliverDuring('killed-webhook', async () => {
		const webhook = stage.webhookInUse;
		await webhook.kill('SIGKILL');
		await wait(DOWN_MS);
		await webhook.restart();
	});
	const { ids, taken, refused } = struck;
	tell(
		during('a webhook process killed'),
		`${refused.length} not answered with 200; all executed once`,
		'exactly that, when all were delivered again',
	);

	// Only deliveries under way are lost; the load balancer gave all others to the other process.
	expect(refused.length).toBeLessThan(MESSAGES / 3);
	await stage.untilActed(taken);
	// What was refused, and what the memory of the killed process held as well.
	await stage.deliverAgain(ids);
	await stage.untilActed(ids);
	expect(await stage.failedAfter(struck, refused.length)).toEqual([]);
	expect(new Set(stage.acts(ids))).toEqual(new Set([1]));
});

/*
 * n8n starts an execution at most once. What is in the queue when n8n ends it does not start again by
 * itself: it shows that as failed, with its message.
 *
 * n8n 2.41 gives up what a killed worker was running, and what a worker has taken from the queue and not
 * started when it is stopped: it waits for what it runs alone (scaling.service.js, stopWorker and
 * maxStalledCount: 0). It overwrites what it has stored of that with the error, message and all
 * (workflow-runner.js, processError): there is nothing left to be retried.
 */
it.each([
	['stopped', 'SIGTERM', MESSAGES, `at most ${TAKES} not started; of the others ${EXECUTED_LATER}`],
	['killed', 'SIGKILL', TAKES, `at most ${TAKES} failed`],
] as const)(
	'executes once what was answered with 200, or shows it as failed, although a worker is %s in the middle',
	async (ended, signal, mostFailed, then) => {
		const [worker] = stage.layout.workers;
		const struck = await stage.deliverDuring(`${ended}-worker`, async () => {
			await worker?.kill(signal);
		});
		await worker?.restart();
		const failed = await stage.failedAfter(struck);
		tellFailures(stage, `a worker ${ended}`, struck, failed, then);

		expect(struck.refused).toEqual([]);
		expect(failed.length).toBeLessThanOrEqual(mostFailed);
		const lost = await expectRetriedToAct(stage, struck.ids, failed);
		expect(lost.length).toBeLessThanOrEqual(TAKES);
		// n8n writes that it has started an execution before it notes that it is to be waited for.
		expect(lost.filter(({ reason }) => reason.includes(WAITED_FOR))).toEqual([]);
	},
);
