/** Addresses that cannot work, or are of another n8n, and URLs that let nobody in. */
import { message, post } from './deliveries';
import { Scenario } from './scenarios';
import { first, second, third, useSetup } from './support';
import type { TriggerNode } from './triggerNode';

const setup = useSetup([first, second, third]);
const play = new Scenario(setup);

it.each(['n8n.example.com', 'localhost:5678', 'https://'])(
	'an n8n whose address becomes %s publishes nothing, still takes what is delivered, and leaves no URL behind',
	async (address) => {
		await setup.publish(first, second);
		const registered = setup.simulator.webhookUrl ?? '';
		setup.n8n.moveTo(address);
		await setup.restart();
		await setup.renew();
		await expect(setup.publish(third)).rejects.toThrow(/N8N_WEBHOOK_URL.*https:\/\//);
		expect(setup.simulator.webhookUrl).toBe(registered);
		const { status } = await post(registered, message('a'));
		await setup.untilForwarded();
		expect([status, setup.started]).toEqual([200, ['first', 'second']]);
		for (const trigger of [first, second]) await setup.n8n.unpublish(trigger);
		await setup.renew();

		expect(setup.simulator.webhookUrl).toBeNull();
	},
);

it.each([401, 302])(
	'a test whose URL asks for a login says so, and leaves everything as it was: %d',
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

describe('where n8n cannot reach its own URL', () => {
	const UNREACHABLE = String.raw`n8n cannot reach its own webhook URL at http://127\.0\.0\.1:\d+.*`;

	it('a second trigger is refused with the address, and nothing changes', async () => {
		await play.publish(first);
		play.cut();
		await expect(play.publish(second)).rejects.toThrow(new RegExp(`${UNREACHABLE}publish again`));
		play.mark();
		await play.message();

		play.expectStarted('first');
		play.expectPuts('first');
		play.expectUnrecorded(second);
	});

	it.each([
		['JSON with status 404 that is not of n8n', 404, '{"error":"Not Found"}'],
		['JSON of something else', 200, '{"status":"done"}'],
	])('because %s is there, it is refused with the reason', async (_, status, text) => {
		await play.publish(first, second);
		setup.n8n.respondInstead(
			({ headers }) => headers['user-agent'] === 'n8n',
			(response) => void response.writeHead(status).end(text),
		);

		await expect(play.publish(third)).rejects.toThrow(
			new RegExp(`${UNREACHABLE}it responds with ${status}`),
		);
		play.expectPuts('first');
	});
});

describe('a published workflow over which static data of another n8n was written', () => {
	const overwrite = () => {
		const stored = setup.n8n.database.get(second.workflowId) ?? '';
		const foreign = stored.replaceAll(setup.n8n.url, 'https://other.example.com');
		setup.n8n.database.set(second.workflowId, foreign);
	};

	const registeredAlso = () => {
		const stored = setup.n8n.database.get(second.workflowId) ?? '';
		// The other n8n had this workflow registered, before this one registered the first.
		const registered = stored.replace('"isTest":false', '$&,"registeredAt":1');
		expect(registered).not.toBe(stored);
		setup.n8n.database.set(second.workflowId, registered);
	};
	const expectBothAfterStart = async (order: readonly TriggerNode[], address?: string) => {
		if (address !== undefined) setup.n8n.moveTo(address);
		setup.restartAsFollower();
		await setup.n8n.startTriggers([...order]);
		await setup.renew();
		await setup.simulator.sendMessage({ message_id: 'a' });
		await setup.untilForwarded();
		expect(setup.started).toEqual(['first', 'second']);
	};

	const orders = [
		['after', [first, second]],
		['before', [second, first]],
	] as const;
	const addresses = [undefined, 'n8n.example.com', 'localhost:5678', 'https://'];
	const cases = addresses.flatMap((address) =>
		orders.map(([when, order]) => [when, address ?? 'its own', order, address] as const),
	);

	it.each(cases)(
		'joins the registered one that n8n starts %s it, if the address of n8n is %s',
		async (_when, _name, order, address) => {
			await setup.publish(first, second);
			overwrite();
			await expectBothAfterStart(order, address);

			await setup.n8n.unpublish(first);
			await setup.restart();
			await setup.renew();
			await setup.simulator.sendMessage({ message_id: 'b' });
			await setup.untilForwarded();
			expect(setup.started).toEqual(['first', 'second', 'second']);
			await setup.n8n.unpublish(second);
			expect(setup.simulator.webhookUrl).toBeNull();
		},
	);

	it.each(orders)(
		'joins the registered one that n8n starts %s it also if the other n8n had registered it, and the address lacks https://',
		async (_when, order) => {
			await setup.publish(first, second);
			overwrite();
			registeredAlso();
			await expectBothAfterStart(order, 'n8n.example.com');
		},
	);
});

it('deliveries without the secret are logged once an hour, however many come', async () => {
	await setup.publish(first);
	for (let count = 0; count < 5; count++) {
		await post(setup.n8n.productionUrl(first), message('forged'));
	}

	expect(setup.log).toEqual(['warn: Refused a delivery without the secret of the registered URL']);
});
