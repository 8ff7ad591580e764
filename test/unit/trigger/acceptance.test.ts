import fc from 'fast-check';
import { http, once } from '../../../dev/platform';
import { exampleDelivery } from '../../../dev/exampleDelivery';
import { until } from '../../../dev/until';
import { numRuns } from '../../properties';
import { published } from './deliveries';
import { useSetup } from './support';
import { triggerNode } from './triggerNode';

const plain = triggerNode('plain');
const everyone = triggerNode('everyone', { messagesFrom: 'everyone' });
const setup = useSetup([plain, everyone]);

describe('a message that n8n could not take over', () => {
	/** Delivers without waiting for the response; the sender goes away once n8n has the message. */
	async function deliverAndLeave(): Promise<void> {
		const request = http.request(setup.simulator.webhookUrl ?? '', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
		});
		request.on('error', () => undefined).end(JSON.stringify(exampleDelivery));
		await setup.untilStarted(1);
		request.destroy();
	}

	it('is not started again when its sender went away and n8n took it over all the same', async () => {
		const deliver = await published(setup, plain);
		setup.n8n.beforeWebhook = async (response) => {
			response.socket?.destroy();
			await once(response, 'close');
		};
		await deliver(exampleDelivery).catch(() => undefined);
		setup.n8n.beforeWebhook = undefined;

		expect((await deliver(exampleDelivery)).body).toBe('{"status":"duplicate"}');
		expect(setup.n8n.emitted).toHaveLength(1);
	});

	it('is refused to duplicates that came meanwhile, and gets through later, when its sender went away and n8n never said what became of it', async () => {
		const deliver = await published(setup, plain);
		setup.n8n.holdEmitted = true;
		await deliverAndLeave();
		const before = setup.n8n.requests.length;
		const duplicate = deliver(exampleDelivery);
		await until('the duplicate', () => setup.n8n.requests.length > before || undefined);
		const wait = await until('the wait for n8n', () => setup.waitsOf('store').at(-1));
		wait.end();

		expect(await duplicate).toMatchObject({ status: 503 });
		expect(setup.n8n.emitted).toHaveLength(1);
		setup.n8n.holdEmitted = false;
		expect((await deliver(exampleDelivery)).body).toBe('{"status":"emitted"}');
	});
});

it('takes a message however deeply it nests, with and without an identifier', async () => {
	const deliver = await published(setup, plain);
	const fromLead = '"sent_by_lead":true';
	const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
	for (const message of [
		`{"message_id":"deep",${fromLead},"x":${nested}}`,
		`{${fromLead},"x":${nested}}`,
	]) {
		const { status } = await deliver(`{"event":"incoming_message","message":${message}}`);
		expect(status).toBe(200);
	}

	expect(setup.n8n.emitted).toHaveLength(2);
});

it('responds to hundreds of bodies of any form, and never with a failure', async () => {
	const deliver = await published(setup, everyone);
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
	const check = async (body: unknown) => {
		const { status } = await deliver(JSON.stringify(body));
		const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
		expect(status).toBe(isObject ? 200 : 400);
		seen.set(status, (seen.get(status) ?? 0) + 1);
	};
	const bodies = fc.array(fc.oneof(anyJson, nearly), { minLength: 50, maxLength: 50 });
	const property = fc.asyncProperty(bodies, async (fifty) => {
		await Promise.all(fifty.map(check));
	});
	await fc.assert(property, numRuns(30));

	expect(seen.get(200)).toBeGreaterThan(50);
	expect(seen.get(400)).toBeGreaterThan(50);
	expect(setup.n8n.emitted.length).toBeGreaterThan(10);
});
