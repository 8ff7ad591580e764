import type { http } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { exampleDelivery } from '../../../dev/exampleDelivery';
import { isCommand, isFor, message, messageOf, post } from './deliveries';
import { pass } from './freshProcess';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

beforeEach(async () => {
	await setup.publish(first, second, third);
});

const refuse = (response: http.ServerResponse) => void response.writeHead(500).end();
const deliver = async (id = 'm') => await setup.simulator.sendMessage({ message_id: id });

it('a listener that fails keeps nobody else from the message, nor the service from its response, and gets it when it works again', async () => {
	setup.n8n.respondInstead(isFor(second), refuse);
	const response = '{"status":"emitted","forwarded":2}';
	expect(await deliver()).toMatchObject({ status: 200, response });
	await setup.untilStarted(2);
	expect(setup.started).toEqual(['first', 'third']);

	setup.n8n.intercept = undefined;
	await setup.untilForwarded();
	expect(setup.started).toEqual(['first', 'second', 'third']);
	expect(await deliver()).toMatchObject({ status: 200, response: '{"status":"duplicate"}' });
	await setup.untilForwarded();
	expect(setup.started).toEqual(['first', 'second', 'third']);
});

it("a message is forwarded after n8n has stored the registered workflow's own execution", async () => {
	expect((await deliver())?.status).toBe(200);
	await setup.untilForwarded();

	expect(setup.waitsOf('precedence')).toHaveLength(2);
});

describe('a listener that n8n is publishing anew', () => {
	it('gets the message again where a process of n8n that starts has responded with 200 to it', async () => {
		const text = 'n8n is starting up. Please wait';
		setup.n8n.respondInstead(isFor(second), (response) => void response.end(text), 1);
		await deliver();
		await setup.untilForwarded();

		expect(setup.started).toEqual(['first', 'second', 'third']);
	});

	it.each(['the main', 'another'])(
		'gets what has come meanwhile as soon as it is published: %s process takes deliveries',
		async (which) => {
			if (which === 'another') setup.useWebhookProcess();
			await setup.n8n.unpublish(second);
			for (const id of ['a', 'b']) expect((await deliver(id))?.status).toBe(200);
			await setup.untilStarted(4);
			await until('a try', () => setup.waitsOf('forward')[0]);
			await setup.publish(second);
			await setup.untilStarted(6);

			expect(setup.started.join(' ')).toBe('first first second second third third');
		},
	);

	it.each([
		[
			'its publication fails at first and takes long',
			async () => {
				await setup.n8n.unpublish(second);
				pass(90_000);
				setup.n8n.respondInstead(isCommand, refuse);
				await expect(setup.publish(second)).rejects.toThrow(/cannot reach its own/);
				setup.n8n.intercept = undefined;
				pass(90_000);
			},
		],
		[
			'n8n is restarted',
			async () => {
				await setup.n8n.unpublish(second);
				await setup.restart(second);
			},
		],
	])('gets what comes until it is published although %s', async (_what, happens) => {
		setup.useWebhookProcess();
		await happens();
		await setup.renew();
		await deliver();
		await setup.publish(second);
		await setup.untilForwarded();

		expect(setup.started).toEqual(['first', 'second', 'third']);
	});
});

it('a registered trigger whose URL goes on taking messages after it has left passes them on all the same', async () => {
	const { webhookUrl } = setup.simulator;
	await setup.n8n.unpublish(first);
	// n8n may have found its URL before, and keeps it in a cache.
	setup.n8n.published.add(first.workflowId);
	const { status } = await post(webhookUrl ?? '', exampleDelivery);
	await setup.untilForwarded();

	expect(status).toBe(200);
	expect(setup.started).toEqual(['first', 'second', 'third']);
});

it('n8n, when it stops a trigger that has a message to forward, waits until the others have it, for five seconds at most', async () => {
	let go = () => {};
	const held = new Promise<void>((resolve) => (go = resolve));
	setup.n8n.intercept = async (request) => {
		if (isFor(second)(request)) await held;
		return false;
	};
	await deliver();
	let isStopped = false;
	const stopping = setup.n8n.closeTrigger(first).then(() => void (isStopped = true));
	const limit = await until('the wait', () => setup.limitsOf('drain')[0]);
	expect([isStopped, limit.ms]).toEqual([false, 5_000]);
	go();
	await stopping;

	expect(setup.started).toEqual(['first', 'second', 'third']);
});

describe('where too many messages wait for one workflow', () => {
	const big = (id: string) => messageOf({ message_id: id, message: 'x'.repeat(9 * 1024 * 1024) });

	it('the others get the next ones, and the service is told to deliver them again, which the log says once', async () => {
		setup.n8n.respondInstead(isFor(second), () => undefined);
		const { webhookUrl } = setup.simulator;
		for (const [place, id] of ['a', 'b'].entries()) {
			expect(await post(webhookUrl ?? '', big(id))).toMatchObject({ status: 200 });
			// Or both would still wait for the third one.
			await setup.untilStarted(2 * (place + 1));
		}
		const deliverTo = async (id: string) =>
			await fetch(webhookUrl ?? '', {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(message(id)),
			});
		for (const id of ['c', 'c', 'd']) {
			const response = await deliverTo(id);
			expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
			expect(await response.json()).toEqual({
				status: 'incomplete',
				message: expect.stringContaining('Deliver it again later'),
			});
		}
		await until('the others', () => setup.started.length === 8 || undefined);

		expect(setup.started.join(' ')).toBe('first first first first third third third third');
		expect(setup.log).toEqual([expect.stringMatching(/^warn: Dropped .*workflow id-of-second/)]);
		expect((await deliverTo('a')).status).toBe(200);
	});
});

const FORWARDED = { 'x-public-outreach-forwarded': '1' };

describe('a forwarded delivery', () => {
	it('is not forwarded again, even by a process that knows of others', async () => {
		const url = setup.simulator.webhookUrl ?? '';
		await post(url, exampleDelivery, 'application/json', FORWARDED);
		await setup.untilForwarded();

		expect(setup.started).toEqual(['first']);
	});

	it('is marked, and carries neither the API key nor the secret of another', async () => {
		await deliver();
		await setup.untilForwarded();
		const [, secretOfKey = ''] = setup.simulator.apiKey.split('.');
		const { search } = new URL(setup.simulator.webhookUrl ?? '');

		for (const { url, headers } of [...setup.deliveriesTo(second), ...setup.deliveriesTo(third)]) {
			expect(headers).toMatchObject(FORWARDED);
			expect(url).not.toContain(search);
			expect(JSON.stringify(headers)).not.toContain(secretOfKey);
		}
	});
});
