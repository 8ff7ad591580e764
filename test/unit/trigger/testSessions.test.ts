import { startSimulator, type Simulator } from '../../../dev/simulator';
import { triggerOfFreshProcess } from './freshProcess';
import { triggerNode } from './miniContexts';
import { MiniN8n } from './miniN8n';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest
		.requireActual<typeof import('../../engine/faults/fastTime')>('../../engine/faults/fastTime')
		.fastClockModule(),
);

const first = triggerNode('first');
const second = triggerNode('second');

let simulator: Simulator;
let n8n: MiniN8n;

beforeAll(async () => {
	simulator = await startSimulator({ requestsPerMinute: 1e9 });
});
beforeEach(async () => {
	simulator.reset();
	n8n = await MiniN8n.start(triggerOfFreshProcess(), simulator, [first, second]);
});
afterEach(async () => await n8n.close());
afterAll(async () => await simulator.close());

async function setWebhook({ url, apiKey }: Simulator, webhookUrl: string): Promise<void> {
	await fetch(`${url}/api/v1/user/webhook/`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
		body: JSON.stringify({ webhook_url: webhookUrl }),
	});
}

describe('a test of a published workflow', () => {
	let production: string | null;

	beforeEach(async () => {
		await n8n.publish(first);
		production = simulator.webhookUrl;
	});

	it('takes the slot with the test URL and a secret of its own', async () => {
		await n8n.listen(first);

		const url = new URL(simulator.webhookUrl ?? '');
		expect(url.origin + url.pathname).toBe(n8n.testUrl(first));
		const secret = url.searchParams.get('secret');
		expect(secret).toMatch(/^[\w-]{16,}$/);
		expect(production).not.toContain(secret);
	});

	it('gives the slot back when it is stopped', async () => {
		await n8n.listen(first);
		await n8n.stop(first);

		expect(simulator.webhookUrl).toBe(production);
	});

	it('gives the slot back after the test event', async () => {
		await n8n.listen(first);
		const delivery = await simulator.sendMessage({ message_id: 'in the test' });

		expect(delivery?.status).toBe(200);
		expect(n8n.emitted).toMatchObject([{ isTest: true }]);
		await n8n.stop(first);
		expect(simulator.webhookUrl).toBe(production);
	});

	it('gives the slot back when n8n was restarted between publishing and testing', async () => {
		await n8n.restart(triggerOfFreshProcess());
		await n8n.listen(first);
		await n8n.stop(first);

		expect(simulator.webhookUrl).toBe(production);
	});

	it('leaves production nothing to forget: the message of the test starts the workflow too', async () => {
		await n8n.listen(first);
		await simulator.sendMessage({ message_id: 'the same' });
		await n8n.stop(first);
		const delivery = await simulator.sendMessage({ message_id: 'the same' });

		expect(delivery?.answer).toContain('emitted');
		expect(n8n.emitted.map(({ isTest }) => isTest)).toEqual([true, false]);
	});

	it('goes on after a delivery that is refused, ignored or filtered', async () => {
		await n8n.listen(first);
		const refused = await fetch(n8n.testUrl(first), { method: 'POST', body: '{}' });
		const ignored = await simulator.deliver({ event: 'another' });

		expect(refused.status).toBe(401);
		expect(ignored?.answer).toContain('ignored');
		expect(simulator.webhookUrl).toContain(n8n.testUrl(first));
	});

	it('does not send the API key, nor a secret, to the own URLs of n8n', async () => {
		await n8n.listen(first);
		await n8n.stop(first);

		const gets = n8n.requests.filter(({ method }) => method === 'GET');
		const [, secretOfKey = ''] = simulator.apiKey.split('.');
		expect(gets.length).toBeGreaterThan(0);
		for (const { url, headers } of gets) {
			expect(url).not.toContain('secret');
			expect(JSON.stringify(headers)).not.toContain(secretOfKey);
		}
	});

	it('gives the slot back from memory where n8n cannot reach its own URL', async () => {
		n8n.unreachable = true;
		await n8n.listen(first);
		await n8n.stop(first);

		expect(simulator.webhookUrl).toBe(production);
	});

	it('disables the webhook where n8n neither remembers nor reaches its own URL', async () => {
		n8n.restartAsFollower(triggerOfFreshProcess());
		n8n.unreachable = true;
		await n8n.listen(first);
		await n8n.stop(first);

		expect(simulator.webhookUrl).toBeNull();
	});

	it('with another key leaves the published slot alone and clears the one it took', async () => {
		const other = await startSimulator({ requestsPerMinute: 1e9 });
		n8n.useService(other);
		await n8n.listen(second);
		await n8n.stop(second);

		expect(other.webhookUrl).toBeNull();
		expect(simulator.webhookUrl).toBe(production);
		await other.close();
	});
});

describe('a test whose credential gets another key meanwhile', () => {
	it('touches neither slot at its end, and says which webhook is left', async () => {
		await n8n.listen(first);
		const left = simulator.webhookUrl;
		const other = await startSimulator({ requestsPerMinute: 1e9 });
		const theirs = 'https://n8n.example.com/webhook/another';
		await setWebhook(other, theirs);
		n8n.useService(other);
		await n8n.stop(first);

		expect(other.webhookUrl).toBe(theirs);
		expect(simulator.webhookUrl).toBe(left);
		await other.close();
	});
});

describe('a test of a workflow that is not published', () => {
	it('ends with a disabled webhook', async () => {
		await n8n.listen(first);
		await n8n.stop(first);

		expect(simulator.webhookUrl).toBeNull();
	});

	it('ends with a disabled webhook when the workflow was unpublished during the test', async () => {
		await n8n.publish(first);
		await n8n.listen(first);
		await n8n.unpublish(first);
		await n8n.stop(first);

		expect(simulator.webhookUrl).toBeNull();
	});

	it('gives the slot back to the workflow that it took it from', async () => {
		await n8n.publish(second);
		const production = simulator.webhookUrl;
		await n8n.listen(first);
		await n8n.stop(first);

		expect(simulator.webhookUrl).toBe(production);
	});

	it('does not bring back a workflow that another process has unpublished', async () => {
		await n8n.publish(second);
		n8n.published.delete(second.workflowId);
		await n8n.listen(first);
		await n8n.stop(first);

		expect(simulator.webhookUrl).toBeNull();
	});
});

describe('a test that cannot start', () => {
	it('leaves the slot to the published workflow', async () => {
		await n8n.publish(first);
		const production = simulator.webhookUrl;
		simulator.plan({ method: 'PUT', status: 403, body: { error: 'Not yours' } });

		await expect(n8n.listen(first)).rejects.toThrow('Not yours');

		expect(simulator.webhookUrl).toBe(production);
	});

	it.each([
		['was lost', { kind: 'resetAfter', times: 4 }],
		['cannot be read', { kind: 'truncated' }],
	] as const)(
		'gives the slot back when the answer %s, for the service may have taken the test URL',
		async (_, fault) => {
			await n8n.publish(first);
			const production = simulator.webhookUrl;
			simulator.plan({ method: 'PUT', ...fault });

			await expect(n8n.listen(first)).rejects.toThrow();

			expect(simulator.webhookUrl).toBe(production);
		},
	);

	it('leaves the published workflow able to be unpublished', async () => {
		await n8n.publish(first);
		simulator.plan({ method: 'PUT', status: 403, body: { error: 'Not yours' } });
		await n8n.listen(first).catch(() => undefined);
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toBeNull();
	});
});

describe('the GET entry of a published workflow', () => {
	beforeEach(async () => await n8n.publish(first));

	const get = async (headers = {}) => {
		const response = await fetch(n8n.productionUrl(first), { headers });
		return await response.text();
	};

	it('says that the workflow is published, and not the secret', async () => {
		const { searchParams } = new URL(simulator.webhookUrl ?? '');

		expect(JSON.parse(await get())).toMatchObject({ status: 'published' });
		expect(await get()).not.toContain(searchParams.get('secret'));
	});

	it('registers nothing for a stranger, whatever he sends as a proof', async () => {
		const before = simulator.requests.length;
		for (const proof of ['', '1', 'a.b', `${Date.now()}.${'0'.repeat(64)}`, '.'.repeat(5_000)]) {
			expect(await get({ 'x-public-outreach-restore': proof })).toContain('other-key');
		}

		expect(simulator.requests).toHaveLength(before);
	});
});
