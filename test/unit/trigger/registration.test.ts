import { startSimulator } from '../../../dev/simulator';
import { triggerNode } from './triggerNode';
import { ELSEWHERE, first, useSetup } from './support';

const open = triggerNode('open', { options: { verifyDeliveries: false } });
const misspelt = triggerNode('misspelt', { campaignIds: '1042, spring' });
const setup = useSetup([first, open, misspelt]);

const stored = () => setup.n8n.database.get(first.workflowId) ?? '{}';

describe('publishing', () => {
	it('sets the production URL with a secret, in one request', async () => {
		await setup.publish(first);

		expect(setup.simulator.requests).toHaveLength(1);
		const url = new URL(setup.simulator.webhookUrl ?? '');
		expect(url.origin + url.pathname).toBe(setup.n8n.productionUrl(first));
		expect(url.searchParams.get('secret')).toMatch(/^[\w-]{16,}$/);
	});

	it('makes another secret for every registration', async () => {
		await setup.publish(first);
		const before = setup.simulator.webhookUrl;
		await setup.n8n.unpublish(first);
		await setup.publish(first);

		expect(setup.simulator.webhookUrl).not.toBe(before);
	});

	it('keeps the secret where n8n registers again what it has not removed', async () => {
		await setup.publish(first);
		const before = setup.simulator.webhookUrl;
		await setup.publish(first);

		expect(setup.simulator.webhookUrl).toBe(before);
	});

	it('sets the bare URL where deliveries are not verified', async () => {
		await setup.publish(open);

		expect(setup.simulator.webhookUrl).toBe(setup.n8n.productionUrl(open));
	});

	it('leaves everything as it was when the service refuses', async () => {
		setup.simulator.state.webhookUrl = ELSEWHERE;
		setup.refusePuts();
		await expect(setup.n8n.publish(first)).rejects.toThrow('Not yours');

		expect(setup.simulator.webhookUrl).toBe(ELSEWHERE);
		expect(stored()).not.toContain('registration');
	});

	it('can be tried again after that, without a duplicate', async () => {
		setup.refusePuts();
		await setup.n8n.publish(first).catch(() => undefined);
		await setup.publish(first);
		await setup.simulator.sendMessage();
		await setup.n8n.unpublish(first);

		expect(setup.started).toEqual(['first']);
		expect(setup.receiver).toBeNull();
	});

	it('says in the message what to do, for n8n shows nothing else of a failed publication', async () => {
		setup.simulator.plan({ method: 'PUT', status: 401, body: { error: 'Invalid API key' } });

		await expect(setup.n8n.publish(first)).rejects.toThrow(/^Invalid API key\. .*[Cc]redential/);
	});

	it('refuses an n8n on this machine for a service on the internet, and names N8N_WEBHOOK_URL', async () => {
		const { apiKey } = setup.simulator;
		setup.n8n.useService({ url: 'https://api.example.com', apiKey });

		await expect(setup.n8n.publish(first)).rejects.toThrow(
			/https:\/\/api\.example\.com.*N8N_WEBHOOK_URL/,
		);
	});

	it('refuses a credential that cannot be used', async () => {
		setup.n8n.useService({ url: setup.simulator.url, apiKey: 'no key' });

		await expect(setup.n8n.publish(first)).rejects.toThrow('API Key is 6 characters without a dot');
	});

	it('refuses campaign IDs that are none before any request, naming field and value', async () => {
		await expect(setup.n8n.publish(misspelt)).rejects.toThrow(/Campaign.* IDs.*1042, spring/);

		expect(setup.simulator.requests).toEqual([]);
	});

	it('takes an answer without a body for a success', async () => {
		setup.simulator.plan({ method: 'PUT', kind: 'empty' });
		await setup.publish(first);
		await setup.n8n.unpublish(first);

		expect(setup.receiver).toBeNull();
	});

	it('asks again when the answer was lost, so that it knows what the service has', async () => {
		setup.simulator.plan({ method: 'PUT', kind: 'resetAfter' });
		await setup.publish(first);

		expect(setup.puts).toEqual(['first', 'first']);
	});

	it('uses the webhook of another service beside', async () => {
		await setup.publish(first);
		const other = await startSimulator({ requestsPerMinute: 1e9 });
		setup.n8n.useService(other);
		await setup.publish(open);

		expect(other.webhookUrl).toContain(setup.n8n.productionUrl(open));
		expect(setup.receiver).toBe('first');
		await other.close();
	});
});
