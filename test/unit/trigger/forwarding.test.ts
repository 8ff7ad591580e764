import { http } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { exampleDelivery } from '../../../dev/exampleDelivery';
import { isCommand, isFor, messageOf, post } from './deliveries';
import { send, unknownWebhook } from './fakeHttp';
import { pass } from './freshProcess';
import { first, second, third, useSetup } from './support';
import type { TriggerNode } from './triggerNode';

const setup = useSetup([first, second, third]);

beforeEach(async () => {
	await setup.publish(first, second, third);
});

const refuse = (response: http.ServerResponse) => void response.writeHead(500).end();

/**
 * Has a message delivered that some cannot take yet.
 *
 * @param happens what lets all of them have it in the end
 */
async function expectCaughtUp(happens: () => Promise<void>): Promise<void> {
	const delivering = setup.simulator.sendMessage();
	await until('a try', () => setup.retries[0]);
	await happens();

	expect(await setup.ending('retries', delivering)).toMatchObject({ status: 200 });
	expect(setup.started).toEqual(['first', 'second', 'third']);
}

it('a listener that fails keeps nobody else from the message, and gets it when it works again', async () => {
	setup.n8n.answerInstead(isFor(second), refuse);
	const delivering = setup.simulator.sendMessage({ message_id: 'again' });
	await setup.untilStarted(2);
	const delivery = await setup.ending('limits', delivering);

	expect(setup.started).toEqual(['first', 'third']);
	expect(delivery).toMatchObject({ status: 503 });
	expect(delivery?.answer).toMatch(/^{"status":"incomplete","message":"[12] of 3 workflows/);
	expect(setup.log).toEqual([]);

	setup.n8n.intercept = undefined;
	await setup.ending('retries', setup.untilStarted(3));
	expect(setup.started).toEqual(['first', 'second', 'third']);
	expect((await setup.simulator.sendMessage({ message_id: 'again' }))?.status).toBe(200);
	expect(setup.started).toEqual(['first', 'second', 'third']);
});

describe('a listener whose URL n8n removes temporarily', () => {
	/** n8n's cache keeps a webhook that a delivery looked up while its workflow was unpublished. */
	const cached = [
		'Active version not found for',
		'Published version not found for',
		'Could not find',
	];
	const awayFor = (requests: number) => {
		let asked = 0;
		const answer = (response: http.ServerResponse, { method, url = '' }: http.IncomingMessage) => {
			const why = cached[(asked += 1) % 4];
			const body = { code: 404, message: `${why} workflow with id "id-of-second"` };
			send(response, why === undefined ? unknownWebhook(method, url) : { status: 404, body });
		};
		setup.n8n.answerInstead(isFor(second), answer, requests);
	};

	it.each([1, 3])('gets the message when it is back after %d tries', async (tries) => {
		awayFor(tries);
		const delivery = await setup.ending('retries', setup.simulator.sendMessage());

		expect(delivery?.status).toBe(200);
		expect(setup.started).toEqual(['first', 'second', 'third']);
		expect(setup.deliveriesTo(second)).toHaveLength(tries + 1);
	});

	it('gets the message again where a process of n8n that starts has answered 200 to it', async () => {
		const text = 'n8n is starting up. Please wait';
		setup.n8n.answerInstead(isFor(second), (response) => void response.end(text), 1);
		await expectCaughtUp(async () => undefined);
	});

	it('does not count any more once it is known to be unpublished', async () => {
		awayFor(Infinity);
		const delivering = setup.simulator.sendMessage();
		await until('a try', () => setup.retries[0]);
		await setup.n8n.unpublish(second);
		const delivery = await setup.ending('retries', delivering);

		expect(delivery?.status).toBe(200);
		expect(setup.started).toEqual(['first', 'third']);
		expect(setup.log).toEqual([]);
	});

	it.each(['the main', 'another'])(
		'gets what comes until its new version is published: %s process takes deliveries',
		async (which) => {
			if (which === 'another') setup.useWebhookProcess();
			awayFor(Infinity);
			const delivering = setup.simulator.sendMessage();
			await until('a try', () => setup.retries[0]);
			await setup.n8n.unpublish(second);
			setup.retries.forEach(({ end }) => end());
			await until('a try in between', () => setup.deliveriesTo(second)[1]);
			const another = setup.simulator.sendMessage({ message_id: 'in between' });
			await setup.untilStarted(4);
			setup.n8n.intercept = undefined;
			await setup.publish(second);

			const both = await setup.ending('retries', Promise.all([delivering, another]));
			expect(both?.map((delivery) => delivery?.status)).toEqual([200, 200]);
			expect(setup.started.join(' ')).toBe('first first second second third third');
		},
	);

	const CASES = ['the main', 'another'].flatMap((which): Array<[string, TriggerNode[], string]> => [
		['the receiver', [first], which],
		['another and the receiver', [second, first], which],
		['the receiver and another', [first, second], which],
		['all', [second, first, third], which],
	]);
	it.each(CASES)(
		'%s: all get what comes until their new versions are published, though they leave one after another: %#',
		async (_who, leaving, which) => {
			if (which === 'another') setup.useWebhookProcess();
			for (const trigger of leaving) await setup.n8n.unpublish(trigger);
			// Somebody has to have the webhook for anything to come.
			const back = leaving.splice(0, Math.max(0, leaving.length - 2));
			await setup.publish(...back);
			await expectCaughtUp(async () => await setup.publish(...leaving));
		},
	);

	it.each([
		[
			'its publication fails at first and takes long',
			async () => {
				await setup.n8n.unpublish(second);
				pass(90_000);
				setup.n8n.answerInstead(isCommand, refuse);
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
		[
			'a round finds it gone before n8n calls its hook',
			async () => {
				setup.n8n.published.delete(second.workflowId);
				await setup.n8n.closeTrigger(second);
			},
		],
	])('gets what comes until it is published although %s', async (_what, happens) => {
		setup.useWebhookProcess();
		await happens();
		await setup.renew();
		await expectCaughtUp(async () => await setup.publish(second));
	});
});

describe('a receiver whose URL goes on taking messages', () => {
	it('when it has left passes them on all the same', async () => {
		const { webhookUrl } = setup.simulator;
		await setup.n8n.unpublish(first);
		// n8n may have found its URL before, and keeps it in a cache.
		setup.n8n.published.add(first.workflowId);
		const { status } = await post(webhookUrl ?? '', exampleDelivery);

		expect(status).toBe(200);
		expect(setup.started).toEqual(['first', 'second', 'third']);
	});

	it('while n8n stops all triggers passes them on to one that has left as well', async () => {
		setup.n8n.answerInstead(isCommand, refuse);
		await setup.n8n.unpublish(first);
		setup.n8n.intercept = undefined;
		for (const trigger of [second, third]) await setup.n8n.closeTrigger(trigger);
		await expectCaughtUp(async () => await setup.publish(first));
	});

	it('hears within seconds who has left, though it could not be told', async () => {
		await setup.n8n.unpublish(third);
		pass(120_000);
		setup.n8n.answerInstead(isCommand, refuse);
		await setup.n8n.unpublish(second);

		expect(setup.process.waits.at(-1)).toMatchObject({ ms: 5_000 });
		expect(setup.log).toEqual([expect.stringMatching(/cannot reach its own webhook URL/)]);
	});
});

const bigMessage = (id: string) =>
	messageOf({ message_id: id, message: 'x'.repeat(9 * 1024 * 1024) });

it('more than may be on its way to one listener is refused before anything is started for it, with the time after which to deliver it again', async () => {
	setup.n8n.answerInstead(isFor(second), () => undefined);
	const { webhookUrl } = setup.simulator;
	const held = ['a', 'b'].map(async (id) => await post(webhookUrl ?? '', bigMessage(id)));
	await setup.untilStarted(4);
	const response = await fetch(webhookUrl ?? '', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(messageOf({ message_id: 'c' })),
	});

	expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
	expect(await response.json()).toEqual({
		status: 'refused',
		message: expect.stringContaining('Deliver it again later'),
	});
	const again = post(webhookUrl ?? '', messageOf({ message_id: 'a' }));
	const answers = await setup.ending('limits', Promise.all([...held, again]));
	expect(answers?.map(({ status }) => status)).toEqual([503, 503, 503]);
	expect(setup.started).toEqual(['first', 'first', 'third', 'third']);
	expect(setup.n8n.requests.filter(isFor(second))).toHaveLength(2);
});

const FORWARDED = { 'x-public-outreach-forwarded': '1' };

describe('a forwarded delivery', () => {
	it('is not forwarded again, even by a process that knows of others', async () => {
		const url = setup.simulator.webhookUrl ?? '';
		await post(url, exampleDelivery, 'application/json', FORWARDED);

		expect(setup.started).toEqual(['first']);
	});

	it('is marked, and carries neither the API key nor the secret of another', async () => {
		await setup.simulator.sendMessage();
		const [, secretOfKey = ''] = setup.simulator.apiKey.split('.');
		const { search } = new URL(setup.simulator.webhookUrl ?? '');

		for (const { url, headers } of [...setup.deliveriesTo(second), ...setup.deliveriesTo(third)]) {
			expect(headers).toMatchObject(FORWARDED);
			expect(url).not.toContain(search);
			expect(JSON.stringify(headers)).not.toContain(secretOfKey);
		}
	});
});
