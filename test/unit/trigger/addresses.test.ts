/** What n8n calls itself: the wrong thing, something else in another process, or nothing that could work. */
import { message, post } from './deliveries';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

it('a process that takes deliveries under another name for n8n forwards them all the same', async () => {
	await setup.publish(first, second);
	setup.useWebhookProcess();
	setup.n8n.surroundings.webhookProcessUrl = 'http://10.0.0.9:5678';
	await setup.n8n.listen(third);
	expect((await setup.simulator.sendMessage())?.status).toBe(200);
	await setup.untilForwarded();

	expect(setup.started).toEqual(['first', 'second', 'third test']);
});

describe.each(['n8n.example.com', 'localhost:5678', 'https://'])(
	'an n8n whose address becomes %s',
	(address) => {
		let registered: string;
		beforeEach(async () => {
			await setup.publish(first, second);
			registered = setup.simulator.webhookUrl ?? '';
			setup.n8n.moveTo(address);
			await setup.restart();
			await setup.renew();
		});

		it('publishes nothing, and says which variable to set', async () => {
			await expect(setup.publish(third)).rejects.toThrow(/N8N_WEBHOOK_URL.*https:\/\//);
			expect(setup.simulator.webhookUrl).toBe(registered);
		});

		it('still takes what is delivered, for all that are published', async () => {
			const { status } = await post(registered, message('a'));
			await setup.untilForwarded();

			expect([status, setup.started]).toEqual([200, ['first', 'second']]);
		});

		it('leaves no URL at the service when all are unpublished', async () => {
			for (const trigger of [first, second]) await setup.n8n.unpublish(trigger);
			await setup.renew();

			expect(setup.simulator.webhookUrl).toBeNull();
		});
	},
);

describe('an n8n whose test URLs have another host', () => {
	beforeEach(() => {
		setup.n8n.surroundings.editorUrl = setup.n8n.url.replace('127.0.0.1', 'localhost');
	});
	const deliver = async () => {
		expect((await setup.simulator.sendMessage())?.status).toBe(200);
		await setup.untilForwarded();
	};

	it('tests beside a published workflow', async () => {
		await setup.publish(first);
		await setup.n8n.listen(second);
		await deliver();
		await setup.n8n.ended(second);

		expect(setup.started).toEqual(['first', 'second test']);
		expect(setup.puts).toEqual(['first']);
	});

	it('tests where nothing is published, and leaves nothing behind', async () => {
		await setup.n8n.listen(second);
		expect(new URL(setup.simulator.webhookUrl ?? '').hostname).toBe('localhost');
		await deliver();
		await setup.n8n.ended(second);

		expect([setup.started, setup.registered]).toEqual([['second test'], null]);
	});

	it('still goes on in the background once a test was tried', async () => {
		await setup.publish(first, third);
		await setup.n8n.listen(second);
		await setup.n8n.stop(second);
		setup.simulator.plan({ method: 'PUT', status: 403, body: { error: 'Not yours' } });
		await setup.n8n.unpublish(first);
		expect(setup.registered).toBe('first');
		await setup.renew();
		expect(setup.registered).toBe('third');

		await setup.restart();
		await setup.renew();
		await deliver();
		expect([setup.started, setup.log.length]).toEqual([['third'], 1]);
	});
});

describe('a test whose URL asks for a login', () => {
	it.each([401, 403, 302])(
		'says so immediately, and leaves everything as it was: %d',
		async (code) => {
			await setup.publish(first);
			setup.n8n.respondInstead(
				({ url = '' }) => url.startsWith('/webhook-test'),
				(response) => void response.writeHead(code, { location: '/login' }).end(),
			);
			const url = setup.n8n.testUrl(second);

			await expect(setup.n8n.listen(second)).rejects.toThrow(
				new RegExp(`${url}: it responds with ${code}\\. Allow requests without a login`),
			);
			expect(setup.puts).toEqual(['first']);
		},
	);

	it('is not refused where its URL is out of reach for n8n alone', async () => {
		setup.n8n.unreachable = true;
		await setup.n8n.listen(second);

		expect(setup.registered).toBe('second test');
	});
});

describe('a published workflow over which static data of another n8n was written', () => {
	const overwrite = () => {
		const stored = setup.n8n.database.get(second.workflowId) ?? '';
		const foreign = stored.replaceAll(setup.n8n.url, 'https://other.example.com');
		setup.n8n.database.set(second.workflowId, foreign);
	};

	it.each([
		['after', [first, second]],
		['before', [second, first]],
	])('joins the registered one that n8n starts %s it', async (_when, order) => {
		await setup.publish(first, second);
		overwrite();
		setup.restartAsFollower();
		await setup.n8n.startTriggers(order);
		await setup.renew();
		await setup.simulator.sendMessage({ message_id: 'a' });
		await setup.untilForwarded();
		expect(setup.started).toEqual(['first', 'second']);

		await setup.n8n.unpublish(first);
		await setup.restart();
		await setup.renew();
		await setup.simulator.sendMessage({ message_id: 'b' });
		await setup.untilForwarded();
		expect(setup.started).toEqual(['first', 'second', 'second']);
		await setup.n8n.unpublish(second);
		expect(setup.simulator.webhookUrl).toBeNull();
	});
});

it('deliveries without the secret are logged once an hour, however many come', async () => {
	await setup.publish(first);
	for (let count = 0; count < 5; count++) {
		await post(setup.n8n.productionUrl(first), message('forged'));
	}

	expect(setup.log).toEqual(['warn: Refused a delivery without the secret of the registered URL']);
});
