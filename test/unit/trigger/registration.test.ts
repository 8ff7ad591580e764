import { wait } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { Scenario } from './scenarios';
import { first, second, useSetup } from './support';

const setup = useSetup([first, second]);

const play = new Scenario(setup);

/** The only trigger, while the service does not respond, until n8n gives up waiting. */
async function unpublishWithoutResponse(): Promise<void> {
	setup.simulator.plan({ method: 'PUT', kind: 'hang' });
	const leaving = setup.n8n.unpublish(first);
	await until('the request', () => setup.puts.length > 1 || undefined);
	const [limit] = setup.limitsOf('unpublish');
	expect(limit?.ms).toBe(20_000);
	limit?.end();
	await leaving;
}

/** The latest request takes too long. */
async function expire(): Promise<void> {
	setup.limitsOf('response').at(-1)?.end();
	await setup.n8n.settled();
}

describe('publishing', () => {
	it('sets the production URL with a secret, in one request, and with another one when it is published anew', async () => {
		play.mark();
		await play.publish(first);
		play.expectSecret(first);
		play.expectTold(1);
		const before = setup.simulator.webhookUrl;
		// n8n registers again what it has not removed: deliveries may be on their way.
		await play.publish(first);
		expect(setup.simulator.webhookUrl).toBe(before);
		await play.unpublish(first);
		await play.publish(first);
		play.expectSecret(first);
		expect(setup.simulator.webhookUrl).not.toBe(before);
	});

	it('says in the message what to do, for n8n shows nothing else of a failed publication', async () => {
		play.revoke();
		await expect(play.publish(first)).rejects.toThrow(/^Invalid API key\. .*[Cc]redential/);
	});
});

describe('unpublishing', () => {
	it('disables the webhook, also after a restart', async () => {
		await play.publish(first);
		await play.restart();
		await play.unpublish(first);
		play.expectPuts('first null');
		expect(setup.n8n.database.get(first.workflowId)).toBe('{"node:Trigger first":{}}');
	});

	it('does so too where an execution has written back what was before the publication', async () => {
		await play.publish(first);
		setup.n8n.database.delete(first.workflowId);
		await play.unpublish(first);
		play.expectPuts('first null');
	});

	it('waits for a registration that is under way, and removes it', async () => {
		setup.simulator.plan({ method: 'PUT', kind: 'delay', ms: 100 });
		play.begin(play.publish(first));
		await until('the request', () => setup.simulator.requests.length > 0 || undefined);
		await play.unpublish(first);
		await expect(play.done()).rejects.toThrow(/^n8n stopped waiting/);
		play.expectRegistered('null');
	});

	it('ends a registration that still waits for its turn', async () => {
		await play.publish(first);
		await unpublishWithoutResponse();
		play.begin(play.publish(second));
		await wait(0);
		await play.unpublish(second);
		await expire();
		await expect(play.done()).rejects.toThrow(/^n8n stopped waiting/);
		await play.renew();
		play.expectRegistered('null');
		play.expectPuts('first null');
	});

	it('does not forget what was delivered', async () => {
		play.mark();
		await play.publish(first);
		await play.message('the same');
		await play.unpublish(first);
		play.expectStarted('first');
		play.mark();
		await play.publish(first);
		await play.message('the same');
		play.expectStarted('');
	});

	it('goes on in the background while the service refuses it, with growing pauses, and is logged once for each reason until it has succeeded', async () => {
		await play.publish(first);
		play.refuse(4);
		play.revoke();
		play.refuse(3);
		await play.unpublish(first);
		play.expectRegistered('first');
		const before = setup.process.waits.length;
		for (let round = 1; round <= 8; round++) await setup.renew();

		expect(setup.registered).toBeNull();
		const pauses = setup.process.waits.slice(before - 1).map(({ ms }) => ms / 1_000);
		expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 240, 240]);
		expect(setup.log).toEqual([
			expect.stringMatching(/^error: .*Webhook: Disable.*Not yours\./),
			expect.stringMatching(/^error: .*Webhook: Disable.*Invalid API key/),
		]);
		play.mark();
		await play.publish(first);
		play.refuse();
		await play.unpublish(first);
		play.expectLog(/Not yours/);
	});
});
