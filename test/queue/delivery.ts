import { isRecorded, tell } from '../../dev/bench/measurements';
import { Crowd } from '../../dev/queue/crowd';
import { deliverPlanned, messageIds, planAtRandom } from '../../dev/queue/deliveries';
import { countByMessage, readOutcomes, untilIdle } from '../../dev/queue/outcomes';
import { setUpTrigger } from '../../dev/queue/triggerSetup';
import { until } from '../../dev/until';
import { layout } from './ownLayout';

/** As dense as what is recorded, and shorter. */
const STORM = isRecorded()
	? { messages: 1_000, times: 3, withinMs: 10_000 }
	: { messages: 300, times: 3, withinMs: 3_000 };
/** docs/self-hosting.md, Queue mode: so many of the duplicates may slip through where deliveries of one trigger go to several processes. */
const LEAK_STATED = 0.02;

it('a message is taken by a webhook process, and acted on by a worker', async () => {
	const action = {
		resource: 'leadList',
		operation: 'create',
		name: '={{ $json.lead.first_name }}: {{ $json.message }}',
	};
	const setup = await setUpTrigger(layout.proxy.url, { action });
	const delivery = await setup.simulator.sendMessage({
		message: 'Call me',
		lead: { first_name: 'Ada' },
	});

	expect(delivery?.status).toBe(200);
	const created = await until('the lead list', () =>
		setup.simulator.state.leadLists.find(({ name }) => name === 'Ada: Call me'),
	);
	expect(created).toBeDefined();
	await setup.close();
	expect(setup.simulator.webhookUrl).toBeNull();
});

const LOAD = `${STORM.messages} messages, each delivered ${STORM.times} times within ${STORM.withinMs / 1000} s`;
describe(LOAD, () => {
	let crowd: Crowd;
	beforeAll(async () => (crowd = await Crowd.of(layout)));
	afterAll(async () => await crowd.close());

	it('make one execution each, which has an item, behind a path-hashing load balancer', async () => {
		layout.proxy.balance = 'path-hash';
		expect(await crowd.sharesOfOneTrigger('hashed')).toEqual([1, 0]);
		const { statuses, executions, counts } = await crowd.deliver('hashed', STORM);
		tell(
			`${LOAD}, behind a path-hashing balancer`,
			`${executions.length} executions, ${counts.filter((count) => count === 1).length} messages with one item`,
			'one execution with one item for each message',
		);

		expect(statuses.filter((status) => status !== 200)).toEqual([]);
		expect(executions).toHaveLength(STORM.messages);
		expect(new Set(counts)).toEqual(new Set([1]));
	});

	it('are all executed behind a round-robin one, where few of the duplicates slip through', async () => {
		layout.proxy.balance = 'round-robin';
		expect(await crowd.sharesOfOneTrigger('in-turn')).toEqual([0.5, 0.5]);
		const { statuses, counts } = await crowd.deliver('in-turn', STORM);
		const leaked = counts.reduce((sum, count) => sum + count - 1, 0);
		const duplicates = STORM.messages * (STORM.times - 1);
		tell(
			`${LOAD}, behind a round-robin balancer`,
			`${leaked} of ${duplicates} duplicates came out, ${counts.filter((count) => count === 0).length} messages lost`,
			`at most ${LEAK_STATED * 100} %, none lost`,
		);

		expect(statuses.filter((status) => status !== 200)).toEqual([]);
		expect(counts.filter((count) => count === 0)).toEqual([]);
		expect(leaked).toBeLessThanOrEqual(duplicates * LEAK_STATED);
	});
});

it('a duplicate that arrives when the first of them has been worked off makes no item at the other webhook process', async () => {
	const setup = await setUpTrigger(layout.proxy.url);
	const { pathname, search } = new URL(setup.deliveryUrl);
	const plan = planAtRandom(messageIds(60, 'late'), { times: 1, withinMs: 1_000 });
	for (const { url } of layout.webhooks) {
		const delivered = await deliverPlanned(`${url}${pathname}${search}`, plan);
		expect(new Set(delivered.map(({ status }) => status))).toEqual(new Set([200]));
		await untilIdle(layout.database, setup.workflow.id);
	}
	const emitted = countByMessage(await readOutcomes(layout.database, setup.workflow.id));

	expect([...emitted.values()]).toEqual(plan.map(() => 1));
	await setup.close();
});
