import fc from 'fast-check';
import { http, once } from '../../../dev/platform';
import { startSimulator, type Simulator } from '../../../dev/simulator';
import { until } from '../../../dev/until';
import { exampleDelivery } from '../../../nodes/PublicOutreachTrigger/example';
import { triggerOfFreshProcess } from './freshProcess';
import { triggerNode, type TriggerNode } from './miniContexts';
import { MiniN8n } from './miniN8n';

const plain = triggerNode('plain');
const open = triggerNode('open', { options: { verifyDeliveries: false } });
const ofLeads = triggerNode('leads', { messagesFrom: 'leads' });
const ofCampaign = triggerNode('campaign', { options: { campaignIds: '1042, 7' } });
const unreadable = triggerNode('unreadable', {
	options: { campaignIds: '={{ $nothing.at.all }}' },
});

let simulator: Simulator;
let n8n: MiniN8n;

beforeAll(async () => {
	simulator = await startSimulator({ requestsPerMinute: 1e9 });
});
beforeEach(async () => {
	simulator.reset();
	const triggers = [plain, open, ofLeads, ofCampaign, unreadable];
	n8n = await MiniN8n.start(triggerOfFreshProcess(), simulator, triggers);
});
afterEach(async () => await n8n.close());
afterAll(async () => await simulator.close());

const messageOf = (message: object) => ({ event: 'incoming_message', message });

async function post(url: string, body: unknown, type = 'application/json') {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': type },
		body: text,
	});
	return { status: response.status, body: await response.text() };
}

/** Publishes a trigger and says how its service delivers. */
async function published(trigger: TriggerNode) {
	await n8n.publish(trigger);
	const url = simulator.webhookUrl ?? '';
	return async (body: unknown, type?: string) => await post(url, body, type);
}

describe('a delivery without the secret', () => {
	it.each(['', '?secret=', '?secret=wrong', '?secret=a&secret=b', '?Secret=x', '?secret[]=x'])(
		'is refused with 401 and starts nothing: "%s"',
		async (query) => {
			await n8n.publish(plain);
			const { status, body } = await post(`${n8n.productionUrl(plain)}${query}`, exampleDelivery);

			expect(status).toBe(401);
			expect(n8n.emitted).toEqual([]);
			expect(body).not.toContain(new URL(simulator.webhookUrl ?? '').searchParams.get('secret'));
		},
	);

	it('is taken where deliveries are not verified', async () => {
		await n8n.publish(open);

		expect(await post(n8n.productionUrl(open), exampleDelivery)).toMatchObject({ status: 200 });
		expect(n8n.emitted).toHaveLength(1);
	});

	it('is taken after a restart with the secret from before', async () => {
		const deliver = await published(plain);
		await n8n.restart(triggerOfFreshProcess());

		expect(await deliver(exampleDelivery)).toMatchObject({ status: 200 });
	});
});

describe('a delivery with a secret that n8n has not stored', () => {
	/** An execution that began before the latest registration writes its older static data back. */
	it('is taken when it is of a later registration', async () => {
		await n8n.publish(plain);
		const earlier = n8n.database.get(plain.workflowId) ?? '';
		await n8n.unpublish(plain);
		const deliver = await published(plain);
		n8n.database.set(plain.workflowId, earlier);

		expect(await deliver(exampleDelivery)).toMatchObject({ status: 200 });
	});

	it('is taken where n8n has stored nothing of the registration', async () => {
		const deliver = await published(plain);
		n8n.database.set(plain.workflowId, '{}');

		expect(await deliver(exampleDelivery)).toMatchObject({ status: 200 });
	});

	it('is refused when it is of an earlier registration', async () => {
		await n8n.publish(plain);
		const { search } = new URL(simulator.webhookUrl ?? '');
		await n8n.unpublish(plain);
		await n8n.publish(plain);
		const url = `${n8n.productionUrl(plain)}${search}`;

		expect(await post(url, exampleDelivery)).toMatchObject({ status: 401 });
	});
});

describe('a verified delivery', () => {
	it('says in its answer what became of it', async () => {
		const deliver = await published(ofLeads);
		const sent = messageOf({ sent_by_lead: false });

		expect((await deliver(exampleDelivery)).body).toBe('{"status":"emitted"}');
		expect((await deliver(exampleDelivery)).body).toBe('{"status":"duplicate"}');
		expect((await deliver({ event: 'another' })).body).toBe('{"status":"ignored"}');
		expect((await deliver(sent)).body).toBe('{"status":"filtered"}');
		expect(n8n.emitted).toHaveLength(1);
	});

	it('is refused with 400 when it is no JSON object', async () => {
		const deliver = await published(plain);

		for (const body of ['[]', '"text"', '5', 'null', '']) {
			expect(await deliver(body)).toMatchObject({ status: 400 });
		}
		expect(await deliver('a=1', 'application/x-www-form-urlencoded')).toMatchObject({
			status: 400,
		});
		expect(n8n.emitted).toEqual([]);
	});

	it('starts the workflow for the chosen campaigns alone', async () => {
		const deliver = await published(ofCampaign);
		for (const id of [1042, '7', 8]) await deliver(messageOf({ id, campaign: { id } }));

		expect(n8n.emitted).toHaveLength(2);
	});

	it('starts the workflow when a filter cannot be read', async () => {
		await n8n.publish(plain);
		n8n.published.add(unreadable.workflowId);
		n8n.database.set(unreadable.workflowId, n8n.database.get(plain.workflowId) ?? '');
		const { search } = new URL(simulator.webhookUrl ?? '');
		const answer = await post(`${n8n.productionUrl(unreadable)}${search}`, exampleDelivery);

		expect(answer).toEqual({ status: 200, body: '{"status":"emitted"}' });
	});
});

describe('a message that n8n could not take over', () => {
	it('gets through when it is delivered again', async () => {
		const deliver = await published(plain);
		n8n.statusOfEmitted = 500;
		await deliver(exampleDelivery);
		n8n.statusOfEmitted = 200;

		expect((await deliver(exampleDelivery)).body).toBe('{"status":"emitted"}');
		expect((await deliver(exampleDelivery)).body).toBe('{"status":"duplicate"}');
	});

	it('gets through when its sender went away before the answer', async () => {
		const deliver = await published(plain);
		n8n.holdEmitted = true;
		const request = http.request(simulator.webhookUrl ?? '', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
		});
		request.on('error', () => undefined).end(JSON.stringify(exampleDelivery));
		await until('the delivery', () => (n8n.emitted.length > 0 ? true : undefined));
		n8n.holdEmitted = false;
		request.destroy();

		expect((await deliver(exampleDelivery)).body).toBe('{"status":"emitted"}');
	});

	it('gets through when its sender went away before n8n looked at it', async () => {
		const deliver = await published(plain);
		n8n.beforeWebhook = async (response) => {
			response.socket?.destroy();
			await once(response, 'close');
		};
		await deliver(exampleDelivery).catch(() => undefined);
		n8n.beforeWebhook = undefined;

		expect((await deliver(exampleDelivery)).body).toBe('{"status":"emitted"}');
	});
});

it('lets each of 100 messages through once when they are delivered 1,000 times at once', async () => {
	const deliver = await published(plain);
	const numbers = Array.from({ length: 1_000 }, (_, number) => number % 100);
	const answers = await Promise.all(
		numbers.map(async (number) => await deliver(messageOf({ message_id: `m${number}` }))),
	);

	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	expect(n8n.emitted).toHaveLength(100);
}, 60_000);

it('takes a message however deeply it nests, with and without an identifier', async () => {
	const deliver = await published(plain);
	const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
	for (const message of [`{"message_id":"deep","x":${nested}}`, `{"x":${nested}}`]) {
		const { status } = await deliver(`{"event":"incoming_message","message":${message}}`);
		expect(status).toBe(200);
	}

	expect(n8n.emitted).toHaveLength(2);
});

it('answers 10,000 bodies of any form, and never with a failure', async () => {
	const deliver = await published(plain);
	const anyJson = fc.jsonValue({ maxDepth: 6 });
	const nearly = fc.record(
		{
			event: fc.oneof(fc.constant('incoming_message'), anyJson),
			message: fc.oneof(
				anyJson,
				fc.record(
					{
						message_id: anyJson,
						id: anyJson,
						sent_by_lead: anyJson,
						campaign: fc.oneof(anyJson, fc.record({ id: anyJson })),
						lead: fc.oneof(anyJson, fc.record({ company: anyJson })),
						__proto__: anyJson,
						toString: anyJson,
					},
					{ requiredKeys: [] },
				),
			),
		},
		{ requiredKeys: [] },
	);
	const seen = new Map<number, number>();
	await fc.assert(
		fc.asyncProperty(fc.oneof(anyJson, nearly), async (body) => {
			const { status } = await deliver(JSON.stringify(body));
			const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
			expect(status).toBe(isObject ? 200 : 400);
			seen.set(status, (seen.get(status) ?? 0) + 1);
		}),
		{ numRuns: 10_000 },
	);

	expect(seen.get(200)).toBeGreaterThan(1_000);
	expect(seen.get(400)).toBeGreaterThan(1_000);
	expect(n8n.emitted.length).toBeGreaterThan(500);
}, 120_000);
