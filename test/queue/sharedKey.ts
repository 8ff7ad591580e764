import { isRecorded, tell } from '../../dev/bench/measurements';
import { deliverPlanned, messageIds, planAtRandom } from '../../dev/queue/deliveries';
import { readOutcomes, untilIdle } from '../../dev/queue/outcomes';
import { setUpTrigger } from '../../dev/queue/triggerSetup';
import { layout } from './ownLayout';

describe('two workers that share one key', () => {
	const ITEMS = 120;
	const PER_MINUTE = 50;
	const MINUTE = 60_000;
	/** The first window's requests at once, then a window for each further fifty. */
	const OPTIMUM = (Math.ceil(ITEMS / PER_MINUTE) - 1) * MINUTE;
	const finished = (log: string) => log.split('Worker finished execution').length - 1;

	it(`finish ${ITEMS} items without a failure`, async () => {
		layout.proxy.balance = 'path-hash';
		const action = { resource: 'chat', operation: 'getAll', limit: 1 };
		const setup = await setUpTrigger(layout.proxy.url, { requestsPerMinute: PER_MINUTE, action });
		const before = layout.workers.map(({ logs }) => finished(logs()));
		const ids = messageIds(ITEMS, 'paced');

		const started = Date.now();
		await deliverPlanned(setup.deliveryUrl, planAtRandom(ids, { times: 1, withinMs: 0 }));
		await untilIdle(layout.database, setup.workflow.id);
		const took = Date.now() - started;
		const outcomes = await readOutcomes(layout.database, setup.workflow.id);
		const refused = setup.simulator.requests.filter(({ status }) => status === 429).length;
		const failed = outcomes.filter(({ status }) => status !== 'success').length;
		tell(
			`${ITEMS} items of two workers that share one key`,
			`${(took / OPTIMUM).toFixed(3)} of the optimum, ${failed} failed, ${refused} requests rejected`,
			'at most 1.15, none failed',
		);

		expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['success']));
		expect(outcomes).toHaveLength(ITEMS);
		// Time is a benchmark's: a busy machine takes longer.
		if (isRecorded()) expect(took / OPTIMUM).toBeLessThanOrEqual(1.15);
		layout.workers.forEach(({ logs }, place) => {
			expect(finished(logs())).toBeGreaterThan(before[place] ?? Infinity);
		});
		await setup.close();
	});
});
