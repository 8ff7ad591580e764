import { LATE_START } from './fakeN8n';
import { first, second, useSetup } from './support';

const setup = useSetup([first, second]);

describe('after a restart under another address, as of a copy of an n8n', () => {
	const copy = 'http://copy.localhost:5678';

	let production: string | null;

	beforeEach(async () => {
		await setup.publish(second);
		production = setup.simulator.webhookUrl;
		setup.n8n.moveTo(copy);
		await setup.restart();
	});

	it('nothing is registered, and the log says what stands', () => {
		expect(setup.simulator.requests).toHaveLength(1);
		expect(setup.log).toEqual([
			expect.stringMatching(/^warn: .*copy\.localhost.*unpublish it and publish it again$/),
		]);
	});

	it('nothing is registered where n8n takes its time with the start either', async () => {
		await setup.restart(second);
		await setup.n8n.startTriggers([second], LATE_START);

		expect(setup.simulator.requests).toHaveLength(1);
	});

	it.each([first, second])('a test of $node.name is refused, with what to do', async (tested) => {
		await expect(setup.n8n.listen(tested)).rejects.toThrow(
			/registered .* under http:\/\/127\.0\.0\.1:\d+, another address .*publish it again first$/,
		);

		expect(setup.simulator.webhookUrl).toBe(production);
	});

	it('unpublishing leaves the webhook as it is, and says so', async () => {
		setup.log.length = 0;
		await setup.n8n.unpublish(second);

		expect(setup.simulator.webhookUrl).toBe(production);
		expect(setup.log).toEqual([
			expect.stringMatching(/^warn: The webhook of .* was left as it is/),
		]);
	});

	it('publishing again takes the webhook, as somebody whose n8n has moved wants', async () => {
		await setup.n8n.unpublish(second);
		await setup.publish(second);

		expect(setup.simulator.webhookUrl).toContain(`${copy}/webhook/webhook-second/webhook?secret=`);
	});

	it('a workflow that is published for the first time takes it too', async () => {
		await setup.publish(first);

		expect(setup.receiver).toBe('first');
	});
});

describe('a copy of an n8n, or one that has moved', () => {
	it('under another path of the same host leaves the webhook alone', async () => {
		await setup.publish(second);
		const production = setup.simulator.webhookUrl;
		setup.n8n.moveTo(`${setup.n8n.url}/staging`);
		await setup.restart();
		await expect(setup.n8n.listen(first)).rejects.toThrow('another address');
		await setup.n8n.unpublish(second);

		expect(setup.simulator.webhookUrl).toBe(production);
	});

	it('forwards nothing to its previous address, and sends it no commands', async () => {
		await setup.publish(first, second);
		const { host: before } = new URL(setup.n8n.url);
		setup.n8n.moveTo(setup.n8n.url.replace('127.0.0.1', 'localhost'));
		await setup.restart();
		await setup.n8n.unpublish(first);
		await setup.publish(first);
		const { length } = setup.n8n.requests;
		const delivery = await setup.simulator.sendMessage();
		await setup.n8n.unpublish(first);

		expect(delivery?.status).toBe(200);
		const hosts = setup.n8n.requests.slice(length).map(({ headers }) => headers.host);
		expect(hosts).not.toContain(before);
		expect(setup.log.join()).toContain('registered under another address');
	});
});
