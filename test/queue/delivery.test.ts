import { tell } from '../../dev/bench/measurements';
import {
	deliverAll,
	messageIds,
	planAtRandom,
	type PlannedDelivery,
} from '../../dev/queue/deliveries';
import { startQueueLayout, type QueueLayout } from '../../dev/queue/layout';
import { countByMessage, readOutcomes, untilQuiet } from '../../dev/queue/outcomes';
import { choiceByPath } from '../../dev/queue/proxy';
import { setScene, type Scene } from '../../dev/queue/scene';
import { findServices, type Services } from '../../dev/queue/services';
import { crypto } from '../../dev/platform';
import { until } from '../../dev/until';

const MESSAGES = 1_000;
const TIMES = 3;
const WITHIN_MS = 10_000;
/** README, Trigger: so many of the duplicates may slip through where deliveries of one trigger go to several processes. */
const LEAK_STATED = 0.02;

let services: Services;
let layout: QueueLayout;

beforeAll(async () => {
	services = await findServices();
	layout = await startQueueLayout(services);
});
afterAll(async () => {
	await layout.stop();
	await services.stop();
});

/** A part of the trigger's path that sends its deliveries to this one of the webhook processes. */
function webhookIdFor(place: number): string {
	const count = layout.webhooks.length;
	for (;;) {
		const id = crypto.randomUUID();
		if (choiceByPath(`/webhook/${id}/webhook`, count) === place) return id;
	}
}

describe('a message in queue mode', () => {
	it('is taken by a webhook process, and acted on by a worker', async () => {
		const action = {
			resource: 'leadList',
			operation: 'create',
			name: '={{ $json.lead.first_name }}: {{ $json.message }}',
		};
		const scene = await setScene(layout.proxy.url, { action });
		const delivery = await scene.simulator.sendMessage({
			message: 'Call me',
			lead: { first_name: 'Ada' },
		});

		expect(delivery?.status).toBe(200);
		const created = await until('the lead list', () =>
			scene.simulator.state.leadLists.find(({ name }) => name === 'Ada: Call me'),
		);
		expect(created).toBeDefined();
		await scene.close();
		expect(scene.simulator.webhookUrl).toBeNull();
	});
});

const LOAD = `${MESSAGES} messages, each delivered ${TIMES} times within ${WITHIN_MS / 1000} s`;
describe(LOAD, () => {
	let scenes: Scene[];
	beforeAll(async () => {
		// One for each webhook process, each with half of the messages.
		scenes = [];
		for (const place of layout.webhooks.keys()) {
			scenes.push(await setScene(layout.proxy.url, { webhookId: webhookIdFor(place) }));
		}
	});
	afterAll(async () => {
		for (const scene of scenes) await scene.close();
	});

	async function deliver(prefix: string) {
		const count = MESSAGES / scenes.length;
		const plans = scenes.map((_, place) =>
			planAtRandom(messageIds(count, `${prefix}-${place}`), { times: TIMES, withinMs: WITHIN_MS }),
		);
		const results = await Promise.all(
			scenes.map(async (scene, place) => await deliverAndRun(scene, plans[place] ?? [])),
		);
		return {
			statuses: results.flatMap(({ statuses }) => statuses),
			executions: results.flatMap(({ executions }) => executions),
			counts: results.flatMap(({ counts }) => counts),
		};
	}

	async function deliverAndRun({ deliveryUrl, workflow }: Scene, plan: PlannedDelivery[]) {
		const before = await readOutcomes(layout.database, workflow.id);
		const delivered = await deliverAll(deliveryUrl, plan);
		await untilQuiet(layout.database, workflow.id);
		const executions = await readOutcomes(layout.database, workflow.id, before.at(-1)?.id);
		const emitted = countByMessage(executions);
		const ids = new Set(plan.map(({ messageId }) => messageId));
		return {
			statuses: delivered.map(({ status }) => status),
			executions,
			counts: [...ids].map((messageId) => emitted.get(messageId) ?? 0),
		};
	}

	it('make one execution each, which has an item, behind a path-hashing load balancer', async () => {
		layout.proxy.balance = 'path-hash';
		const { statuses, executions, counts } = await deliver('hashed');
		tell(
			`${LOAD}, behind a path-hashing balancer`,
			`${executions.length} executions, ${counts.filter((count) => count === 1).length} messages with one item`,
			'one execution with one item for each message',
		);

		expect(new Set(statuses)).toEqual(new Set([200]));
		expect(executions).toHaveLength(MESSAGES);
		expect(new Set(counts)).toEqual(new Set([1]));
		for (const { logs } of layout.webhooks) expect(logs()).toContain('Enqueued execution');
	});

	it('are all executed behind a round-robin one, where few of the duplicates slip through', async () => {
		layout.proxy.balance = 'round-robin';
		const { statuses, counts } = await deliver('in-turn');
		const leaked = counts.reduce((sum, count) => sum + count - 1, 0);
		const duplicates = MESSAGES * (TIMES - 1);
		tell(
			`${LOAD}, behind a round-robin balancer`,
			`${leaked} of ${duplicates} duplicates came out, ${counts.filter((count) => count === 0).length} messages lost`,
			`at most ${LEAK_STATED * 100} %, none lost`,
		);

		expect(new Set(statuses)).toEqual(new Set([200]));
		expect(counts.filter((count) => count === 0)).toEqual([]);
		expect(leaked).toBeLessThanOrEqual(duplicates * LEAK_STATED);
	});
});

describe('a duplicate that arrives half a second later', () => {
	const COUNT = 60;
	/** What one webhook process takes with ease, so that arriving is being worked on. */
	const SPACING_MS = 250;

	it('at the other webhook process makes no item', async () => {
		const scene = await setScene(layout.proxy.url);
		const { pathname, search } = new URL(scene.deliveryUrl);
		const [one, other] = layout.webhooks.map(({ url }) => `${url}${pathname}${search}`);
		const first = messageIds(COUNT, 'late').map((messageId, place) => ({
			messageId,
			atMs: place * SPACING_MS,
		}));
		const again = first.map(({ messageId, atMs }) => ({ messageId, atMs: atMs + 500 }));
		const delivered = await Promise.all([
			deliverAll(one ?? '', first),
			deliverAll(other ?? '', again),
		]);
		await untilQuiet(layout.database, scene.workflow.id);
		const emitted = countByMessage(await readOutcomes(layout.database, scene.workflow.id));

		tell(
			`${COUNT} duplicates, each half a second later at the other webhook process`,
			`${[...emitted.values()].filter((count) => count > 1).length} came out`,
			'none',
		);

		expect(new Set(delivered.flat().map(({ status }) => status))).toEqual(new Set([200]));
		expect([...emitted.values()]).toEqual(first.map(() => 1));
		await scene.close();
	});
});

describe('two workers that share one key', () => {
	const ITEMS = 120;
	const PER_MINUTE = 50;
	const MINUTE = 60_000;
	/** The first window's requests at once, then a window for each further fifty. */
	const OPTIMUM = (Math.ceil(ITEMS / PER_MINUTE) - 1) * MINUTE;
	const finished = (log: string) => log.split('Worker finished execution').length - 1;

	it(`finish ${ITEMS} items without a failure in little more than the limit demands`, async () => {
		layout.proxy.balance = 'path-hash';
		const action = { resource: 'chat', operation: 'getAll', limit: 1 };
		const scene = await setScene(layout.proxy.url, { requestsPerMinute: PER_MINUTE, action });
		const before = layout.workers.map(({ logs }) => finished(logs()));
		const ids = messageIds(ITEMS, 'paced');

		const started = Date.now();
		await deliverAll(scene.deliveryUrl, planAtRandom(ids, { times: 1, withinMs: 0 }));
		await untilQuiet(layout.database, scene.workflow.id, { stuckAfterMs: 2 * MINUTE });
		const took = Date.now() - started;
		const outcomes = await readOutcomes(layout.database, scene.workflow.id);
		const refused = scene.simulator.requests.filter(({ status }) => status === 429).length;
		const failed = outcomes.filter(({ status }) => status !== 'success').length;
		tell(
			`${ITEMS} items of two workers that share one key`,
			`${(took / OPTIMUM).toFixed(3)} of the optimum, ${failed} failed, ${refused} requests refused`,
			'at most 1.15, none failed',
		);

		expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['success']));
		expect(outcomes).toHaveLength(ITEMS);
		expect(took / OPTIMUM).toBeLessThanOrEqual(1.15);
		layout.workers.forEach(({ logs }, place) => {
			expect(finished(logs())).toBeGreaterThan(before[place] ?? Infinity);
		});
		await scene.close();
	});
});
