import { Scenario } from './scenarios';
import { first, second, useSetup } from './support';

const setup = useSetup([first, second]);
const play = new Scenario(setup);

describe('after a restart under another address, as of a copy of an n8n', () => {
	const copy = 'http://copy.localhost:5678';

	beforeEach(async () => {
		await play.publish(second);
		play.move(copy);
	});

	describe('and the start of what is published', () => {
		beforeEach(async () => {
			await play.restart();
		});

		const refused = String.raw`registered .* under http://127\.0\.0\.1:\d+.* not the address of this n8n.*publish it again first$`;

		it('a test of a workflow that is not published is refused, with what to do', async () => {
			await expect(play.listen(first)).rejects.toThrow(new RegExp(refused));
			play.expectPuts('second');
		});

		it('so is each further test, also of the workflow that is published', async () => {
			for (const trigger of [second, second, first, first])
				await expect(play.listen(trigger)).rejects.toThrow(new RegExp(refused));
			play.expectPuts('second');
		});

		it('unpublishing leaves the webhook as it is', async () => {
			play.mark();
			await play.unpublish(second);
			play.expectPuts('second');
			play.expectLog();
		});

		it('a workflow that is published for the first time takes it too', async () => {
			await play.publish(first);
			play.expectRegistered('first');
		});

		it('publishing again takes the webhook, as somebody whose n8n has moved wants', async () => {
			await play.unpublish(second);
			await play.publish(second);

			expect(setup.simulator.webhookUrl).toContain(
				`${copy}/webhook/webhook-second/webhook?secret=`,
			);
		});
	});

	it('nothing is registered, and the log says what stands', async () => {
		play.mark();
		await play.restart();
		play.expectTold(0);
		play.expectLog(/^warn: .*copy\.localhost.*unpublish it and publish it again$/);
	});

	it('nothing is registered where n8n takes its time with the start either', async () => {
		play.mark();
		await play.restart();
		await play.restart(second);
		await play.startLate(second);
		play.expectTold(0);
	});
});

describe('a copy of an n8n, or one that has moved', () => {
	it('under another path of the same host leaves the webhook alone', async () => {
		await play.publish(second);
		play.move(`${setup.n8n.url}/staging`);
		await play.restart();
		await expect(play.listen(first)).rejects.toThrow(/not the address of this n8n/);
		await play.unpublish(second);
		play.expectPuts('second');
	});

	it('tests again once it has unpublished what its previous address had', async () => {
		await play.publish(second, first);
		play.vanish(first);
		play.move(setup.n8n.url.replace('127.0.0.1', 'localhost'));
		await play.restart();
		await expect(play.listen(second)).rejects.toThrow(/not the address of this n8n/);
		await play.unpublish(second);
		await play.listen(second);
		play.expectSecret(second, 'test');
	});

	it('forwards nothing to its previous address, and sends it no commands', async () => {
		const { host: before } = new URL(setup.n8n.url);
		await play.publish(first, second);
		play.move(setup.n8n.url.replace('127.0.0.1', 'localhost'));
		await play.restart();
		await play.unpublish(first);
		await play.publish(first);
		const { length } = setup.n8n.requests;
		const delivery = await setup.simulator.sendMessage();
		await play.unpublish(first);

		expect(delivery?.status).toBe(200);
		const hosts = setup.n8n.requests.slice(length).map(({ headers }) => headers.host);
		expect(hosts).not.toContain(before);
	});
});
