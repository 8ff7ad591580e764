import { retryExecutions } from '../../dev/queue/retry';
import { wait } from '../../dev/platform';
import { say } from '../../dev/progress';
import { FaultStage } from './faultStage';

const DOWN_MS = 1_500;
/** What a worker has in hands at once (n8n's own number). */
const CONCURRENCY = 10;

let stage: FaultStage;
beforeAll(async () => (stage = await FaultStage.set()));
afterAll(async () => await stage.clear());

describe('what was answered with 200 is executed once, although', () => {
	it('a webhook process is killed and started again', async () => {
		const { ids, taken, refused } = await stage.deliverDuring('killed-webhook', async () => {
			const webhook = stage.webhookInUse;
			await webhook.kill('SIGKILL');
			await wait(DOWN_MS);
			await webhook.restart();
		});
		say(`Webhook process killed: ${refused.length} of ${ids.length} deliveries not answered 200`);

		await stage.untilActed(taken);
		// What was refused, and what the memory of the killed process held as well.
		await stage.deliverAgain(ids);
		await stage.untilActed(ids);
		expect(new Set(stage.acts(ids))).toEqual(new Set([1]));
	});

	it('Redis is killed and started again', async () => {
		const { ids, taken, refused } = await stage.deliverDuring('redis', async () => {
			await stage.services.redisServer.kill('SIGKILL');
			await wait(DOWN_MS);
			await stage.services.redisServer.start();
		});
		say(`Redis killed: ${refused.length} of ${ids.length} deliveries not answered 200`);

		await stage.untilActed(taken);
		await stage.deliverAgain(refused);
		await stage.untilActed(ids);
		expect(new Set(stage.acts(ids))).toEqual(new Set([1]));
	});
});

/*
 * n8n starts an execution at most once. What a worker has in hands when it is killed, or takes up
 * while the database is away, it does not start again: that is shown as failed.
 */
describe('what was answered with 200 is executed once or shown as failed, although', () => {
	it.each([
		['killed', 'SIGKILL'],
		// n8n ends what it has begun, but for an execution that it is just taking up.
		['stopped', 'SIGTERM'],
	] as const)('a worker is %s in the middle', async (how, signal) => {
		const before = await stage.lastExecution();
		const [worker] = stage.layout.workers;
		const { ids, refused } = await stage.deliverDuring(`${how}-worker`, async () => {
			await worker?.kill(signal);
		});
		await worker?.restart();
		const failed = await stage.unsuccessful(before);
		const missing = stage.acts(ids).filter((count) => count === 0).length;
		say(`Worker ${how}: ${failed.length} executions failed, ${missing} of them before they acted`);

		expect(refused).toEqual([]);
		expect(Math.max(...stage.acts(ids))).toBe(1);
		expect(failed.length).toBeLessThanOrEqual(CONCURRENCY);
		expect(missing).toBeLessThanOrEqual(failed.length);
	});

	it('PostgreSQL is restarted', async () => {
		const before = await stage.lastExecution();
		const { ids, taken, refused } = await stage.deliverDuring('postgres', async () => {
			await stage.services.postgresServer.kill('SIGINT');
			await wait(DOWN_MS);
			await stage.services.postgresServer.start();
		});
		await stage.untilDeliveriesAreTaken();
		const failed = await stage.unsuccessful(before);
		const missing = taken.filter((id) => stage.acts([id])[0] === 0);
		say(
			`PostgreSQL restarted: ${refused.length} of ${ids.length} deliveries not answered 200, ` +
				`${failed.length} executions failed, ${missing.length} of them before they acted`,
		);

		expect(Math.max(...stage.acts(ids))).toBe(1);
		expect(missing.length).toBeLessThanOrEqual(failed.length);
		// What was refused was not taken for delivered: it comes through when it is sent again.
		await stage.deliverAgain(refused);
		await stage.untilActed(refused);
		expect(new Set(stage.acts(refused))).toEqual(new Set([1]));
		// n8n looks for what it has lost sight of when main starts; its list then offers to do that again.
		await stage.layout.main.restart();
		await stage.unsuccessful(before);
		await retryExecutions(stage.layout.proxy.url, failed);
		await stage.untilActed(missing);
	});
});
