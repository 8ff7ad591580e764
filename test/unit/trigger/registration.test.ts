import { startSimulator, type Simulator } from '../../../dev/simulator';
import { until } from '../../../dev/until';
import { triggerOfFreshProcess } from './freshProcess';
import { triggerNode } from './miniContexts';
import { MiniN8n } from './miniN8n';

const first = triggerNode('first');
const second = triggerNode('second');
const open = triggerNode('open', { options: { verifyDeliveries: false } });
const ofNoCampaign = triggerNode('misspelt', { options: { campaignIds: '1042, spring' } });

let simulator: Simulator;
let n8n: MiniN8n;

beforeAll(async () => {
	simulator = await startSimulator({ requestsPerMinute: 1e9 });
});
beforeEach(async () => {
	simulator.reset();
	const triggers = [first, second, open, ofNoCampaign];
	n8n = await MiniN8n.start(triggerOfFreshProcess(), simulator, triggers);
});
afterEach(async () => await n8n.close());
afterAll(async () => await simulator.close());

/** What was put into the slot, oldest first. */
function puts(): unknown[] {
	return simulator.requests.map(({ body }) => JSON.parse(body ?? ''));
}

const refusePuts = (times = 1) => {
	simulator.plan({ method: 'PUT', status: 403, body: { error: 'Not yours' }, times });
};

describe('publishing', () => {
	it('sets the production URL with a secret, in one request', async () => {
		await n8n.publish(first);

		expect(simulator.requests).toHaveLength(1);
		const url = new URL(simulator.webhookUrl ?? '');
		expect(url.origin + url.pathname).toBe(n8n.productionUrl(first));
		expect(url.searchParams.get('secret')).toMatch(/^[\w-]{16,}$/);
	});

	it('makes another secret for every registration', async () => {
		await n8n.publish(first);
		const before = simulator.webhookUrl;
		await n8n.unpublish(first);
		await n8n.publish(first);

		expect(simulator.webhookUrl).not.toBe(before);
	});

	it('sets the bare URL where deliveries are not verified', async () => {
		await n8n.publish(open);

		expect(simulator.webhookUrl).toBe(n8n.productionUrl(open));
	});

	it('leaves the slot and the static data as they were when the service refuses', async () => {
		await n8n.publish(second);
		const before = { url: simulator.webhookUrl, data: n8n.database.get(first.workflowId) };
		n8n.restartAsFollower(triggerOfFreshProcess());
		refusePuts();

		await expect(n8n.publish(first)).rejects.toThrow('Not yours');

		expect(simulator.webhookUrl).toBe(before.url);
		expect(n8n.database.get(first.workflowId) ?? '{}').not.toContain('secret');
	});

	it('says in the message what to do, for n8n shows nothing else of a failed publication', async () => {
		simulator.plan({ method: 'PUT', status: 401, body: { error: 'Invalid API key' } });

		await expect(n8n.publish(first)).rejects.toThrow(/^Invalid API key\. .*[Cc]redential/);
	});

	it('refuses an n8n on this machine for a service on the internet, and names WEBHOOK_URL', async () => {
		n8n.useService({ url: 'https://api.example.com', apiKey: simulator.apiKey });

		await expect(n8n.publish(first)).rejects.toThrow(/https:\/\/api\.example\.com.*WEBHOOK_URL/);
	});

	it('refuses campaign IDs that are none before any request, naming field and value', async () => {
		await expect(n8n.publish(ofNoCampaign)).rejects.toThrow(/Campaign IDs.*1042, spring/);

		expect(simulator.requests).toHaveLength(0);
	});

	it('takes an answer without a body for a success', async () => {
		simulator.plan({ method: 'PUT', kind: 'empty' });

		await n8n.publish(first);
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toBeNull();
	});

	it('asks again when the answer was lost, so that it knows what the slot holds', async () => {
		simulator.plan({ method: 'PUT', kind: 'resetAfter' });

		await n8n.publish(first);

		expect(simulator.webhookUrl).toContain(n8n.productionUrl(first));
	});
});

describe('a second trigger on the same key', () => {
	it('is told which workflow holds the slot, and changes nothing', async () => {
		await n8n.publish(first);
		const before = simulator.webhookUrl;

		await expect(n8n.publish(second)).rejects.toThrow(/"first".*Execute Sub-workflow/);

		expect(simulator.webhookUrl).toBe(before);
		await n8n.unpublish(first);
		expect(simulator.webhookUrl).toBeNull();
	});

	it('can be published when the first one is not any more', async () => {
		await n8n.publish(first);
		await n8n.unpublish(first);
		await n8n.publish(second);

		expect(simulator.webhookUrl).toContain(n8n.productionUrl(second));
	});

	it('is not refused for a workflow that another process has unpublished', async () => {
		await n8n.publish(first);
		n8n.published.delete(first.workflowId);

		await n8n.publish(second);

		expect(simulator.webhookUrl).toContain(n8n.productionUrl(second));
	});

	it('is refused by a process that has started no triggers, once the first one has received a delivery', async () => {
		await n8n.publish(first);
		n8n.restartAsFollower(triggerOfFreshProcess());
		await simulator.sendMessage();

		await expect(n8n.publish(second)).rejects.toThrow('"first"');
	});

	it('does not keep a workflow from being published again', async () => {
		await n8n.publish(first);
		n8n.published.delete(first.workflowId);

		await n8n.publish(first);

		expect(simulator.webhookUrl).toContain(n8n.productionUrl(first));
	});

	it('is free on another key', async () => {
		await n8n.publish(first);
		const other = await startSimulator({ requestsPerMinute: 1e9 });
		n8n.useService(other);
		await n8n.publish(second);

		expect(other.webhookUrl).toContain(n8n.productionUrl(second));
		expect(simulator.webhookUrl).toContain(n8n.productionUrl(first));
		await other.close();
	});
});

describe('unpublishing', () => {
	it('disables the webhook, also after a restart', async () => {
		await n8n.publish(first);
		await n8n.restart(triggerOfFreshProcess());
		await n8n.unpublish(first);

		expect(puts().at(-1)).toEqual({ webhook_url: null });
	});

	it('touches nothing when the own registration never succeeded', async () => {
		simulator.state.webhookUrl = 'https://elsewhere.example.com/hook';
		refusePuts();
		await n8n.publish(first).catch(() => undefined);
		n8n.published.add(first.workflowId);
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toBe('https://elsewhere.example.com/hook');
	});

	it('touches nothing a second time', async () => {
		await n8n.publish(first);
		await n8n.unpublish(first);
		simulator.state.webhookUrl = 'https://elsewhere.example.com/hook';
		n8n.published.add(first.workflowId);
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toBe('https://elsewhere.example.com/hook');
	});

	it('leaves the slot to a trigger that took it since', async () => {
		await n8n.publish(first);
		n8n.restartAsFollower(triggerOfFreshProcess());
		await n8n.publish(second);
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toContain(n8n.productionUrl(second));
	});

	it('waits for a registration that is under way, and removes it', async () => {
		simulator.plan({ method: 'PUT', kind: 'delay', ms: 100 });
		const publishing = n8n.publish(first);
		await until('the request', () => simulator.requests.length > 0 || undefined, { everyMs: 1 });
		await n8n.unpublish(first);
		await publishing;

		expect(simulator.webhookUrl).toBeNull();
	});

	it('is tried again when the service refused it', async () => {
		await n8n.publish(first);
		refusePuts(2);
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toBeNull();
	});

	it('is remembered as missing when the service refused it to the end', async () => {
		await n8n.publish(first);
		refusePuts(3);
		await expect(n8n.unpublish(first)).rejects.toThrow('Not yours');
		n8n.published.add(first.workflowId);
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toBeNull();
	});

	it('is not made up for by a registration that fails', async () => {
		await n8n.publish(first);
		const before = simulator.webhookUrl;
		refusePuts(4);
		await n8n.unpublish(first).catch(() => undefined);
		await n8n.publish(first).catch(() => undefined);

		expect(simulator.webhookUrl).toBe(before);
	});

	it("does not touch another key's slot", async () => {
		await n8n.publish(first);
		const other = await startSimulator({ requestsPerMinute: 1e9 });
		other.state.webhookUrl = 'https://elsewhere.example.com/hook';
		n8n.useService(other);
		await n8n.unpublish(first);

		expect(other.webhookUrl).toBe('https://elsewhere.example.com/hook');
		await other.close();
	});
});
