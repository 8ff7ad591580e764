import { wait } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { triggerNode } from './triggerNode';
import { Scenario } from './scenarios';
import { first, second, useSetup } from './support';

const open = triggerNode('open', { options: { verifyDeliveries: false } });
const misspelt = triggerNode('misspelt', { campaignIds: '1042, spring' });
const setup = useSetup([first, second, open, misspelt]);

const play = new Scenario(setup);

const useKey = (apiKey: string, url = setup.simulator.url) => setup.n8n.useService({ url, apiKey });

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
	it('sets the bare URL where deliveries are not verified', async () => {
		await setup.publish(open);

		expect(setup.simulator.webhookUrl).toBe(setup.n8n.productionUrl(open));
	});

	it('sets the production URL with a secret, in one request', async () => {
		play.mark();
		await play.publish(first);
		play.expectSecret(first);
		play.expectTold(1);
	});

	it('makes another secret for every registration', async () => {
		await play.publish(first);
		const before = setup.simulator.webhookUrl;
		await play.unpublish(first);
		await play.publish(first);
		expect(setup.simulator.webhookUrl).not.toBe(before);
	});

	it('keeps the secret where n8n registers again what it has not removed', async () => {
		await play.publish(first);
		const before = setup.simulator.webhookUrl;
		await play.publish(first);
		expect(setup.simulator.webhookUrl).toBe(before);
	});

	it('says in the message what to do, for n8n shows nothing else of a failed publication', async () => {
		play.revoke();
		await expect(play.publish(first)).rejects.toThrow(/^Invalid API key\. .*[Cc]redential/);
	});

	it('refuses an n8n on this machine for a service on the internet, and names N8N_WEBHOOK_URL', async () => {
		useKey(setup.simulator.apiKey, 'https://api.example.com');
		await expect(play.publish(first)).rejects.toThrow(
			/https:\/\/api\.example\.com.*N8N_WEBHOOK_URL/,
		);
	});

	it('refuses a credential that cannot be used', async () => {
		useKey('no key');
		await expect(play.publish(first)).rejects.toThrow(/API Key is 6 characters without a dot/);
	});

	it('refuses campaign IDs that are none before any request, naming field and value', async () => {
		play.mark();
		await expect(play.publish(misspelt)).rejects.toThrow(/Campaign.* IDs.*1042.* spring/);
		play.expectTold(0);
	});

	it('takes a response without a body for a success', async () => {
		setup.simulator.plan({ method: 'PUT', kind: 'empty' });
		await play.publish(first);
		await play.unpublish(first);
		play.expectRegistered('null');
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

	it('touches nothing when the own registration never succeeded', async () => {
		play.setElsewhere();
		play.refuse();
		await expect(play.publish(first)).rejects.toThrow(/Not yours/);
		play.reappear(first);
		await play.unpublish(first);
		play.expectRegistered('elsewhere');
	});

	it('does nothing a second time', async () => {
		await play.publish(first);
		await play.unpublish(first);
		play.setElsewhere();
		play.reappear(first);
		await play.unpublish(first);
		play.expectRegistered('elsewhere');
	});

	it('is told again for another reason, and once more after a success', async () => {
		play.mark();
		await play.publish(first);
		play.refuse(2);
		play.revoke();
		await play.unpublish(first);
		play.expectLog(/Not yours/);
		play.mark();
		await play.renew();
		play.expectLog();
		play.mark();
		await play.renew();
		play.expectLog(/Invalid API key/);
		play.mark();
		await play.renew();
		await play.publish(first);
		play.refuse();
		await play.unpublish(first);
		play.expectLog(/Not yours/);
		play.mark();
		await play.renew();
		play.expectRegistered('null');
		play.expectLog();
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

	it('is not forgotten over a registration that fails', async () => {
		await play.publish(first);
		play.refuse(2);
		await play.unpublish(first);
		await expect(play.publish(first)).rejects.toThrow(/Not yours/);
		await play.renew();
		play.expectPuts('first null first null');
	});

	it('is over for the user after 20 seconds, however long the service takes', async () => {
		await play.publish(first);
		await unpublishWithoutResponse();
		play.expectRegistered('first');
		await expire();
		play.expectRegistered('null');
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

	it('goes on in the background while the service refuses it, with growing pauses, and is logged once', async () => {
		await play.publish(first);
		play.refuse(8);
		await play.unpublish(first);
		play.expectRegistered('first');
		const before = setup.process.waits.length;
		for (let round = 1; round <= 8; round++) await setup.renew();

		expect(setup.registered).toBeNull();
		const pauses = setup.process.waits.slice(before - 1).map(({ ms }) => ms / 1_000);
		expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 240, 240]);
		expect(setup.log).toEqual([expect.stringMatching(/^error: .*Webhook: Disable.*Not yours\./)]);
	});
});
