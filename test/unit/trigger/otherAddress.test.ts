import { Scenario } from './scenarios';
import { first, second, useSetup } from './support';

const setup = useSetup([first, second]);
const play = new Scenario(setup);

/** Another host, and another path. */
const copies = [
	['copy', () => 'http://copy.localhost:5678'],
	['staging', () => `${setup.n8n.url}/staging`],
] as const;

describe('a copy of an n8n, or one that has moved', () => {
	it.each(copies)(
		'registers nothing, refuses tests, and leaves the webhook when it unpublishes: %s',
		async (name, address) => {
			await play.publish(second);
			play.move(address());
			play.mark();
			await play.restart();
			play.expectLog(new RegExp(`^warn: .*${name}.*unpublish it and publish it again$`));
			const refused =
				/registered .* under http:\/\/127\.0\.0\.1:\d+.* not the address of this n8n.*publish it again first$/;
			for (const trigger of [second, second, first, first])
				await expect(play.listen(trigger)).rejects.toThrow(refused);
			play.mark();
			await play.unpublish(second);
			play.expectTold(0);
			play.expectLog();
			play.expectPuts('second');
		},
	);

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
