import { startSimulator, type Simulator } from '../../../dev/simulator';
import { triggerOfFreshProcess } from './freshProcess';
import { readLog } from './log';
import { triggerNode } from './miniContexts';
import { MiniN8n } from './miniN8n';

const OLD_KEY = 'old.opens-nothing-but-this-simulator';
const NEW_KEY = 'new.opens-nothing-but-this-simulator';

const first = triggerNode('first');
const second = triggerNode('second');

/** One user with two keys. */
let simulator: Simulator;
/** Another user, who has the new key too. */
let other: Simulator;
let n8n: MiniN8n;
let production: string | null;
let log: string[];

beforeAll(async () => {
	simulator = await startSimulator({ requestsPerMinute: 1e9, apiKeys: [OLD_KEY, NEW_KEY] });
	other = await startSimulator({ requestsPerMinute: 1e9, apiKeys: [NEW_KEY] });
});
beforeEach(async () => {
	simulator.reset();
	other.reset();
	log = readLog();
	const service = { url: simulator.url, apiKey: OLD_KEY };
	n8n = await MiniN8n.start(triggerOfFreshProcess(), service, [first, second]);
	await n8n.publish(first);
	production = simulator.webhookUrl;
});
afterEach(async () => {
	jest.restoreAllMocks();
	await n8n.close();
});
afterAll(async () => {
	await simulator.close();
	await other.close();
});

const withNewKey = () => ({ url: simulator.url, apiKey: NEW_KEY });

async function test(): Promise<void> {
	await n8n.listen(first);
	await n8n.stop(first);
}

describe('a published workflow whose credential has got a new key', () => {
	beforeEach(() => n8n.useService(withNewKey()));

	it('has the slot again after a test of it', async () => {
		await test();

		expect(simulator.webhookUrl).toBe(production);
		await simulator.sendMessage();
		expect(n8n.emitted).toMatchObject([{ workflowId: first.workflowId, isTest: false }]);
	});

	it('has it also when n8n was restarted in between', async () => {
		await n8n.restart(triggerOfFreshProcess());
		await test();

		expect(simulator.webhookUrl).toBe(production);
	});

	it('can be unpublished after that, also by another process', async () => {
		await test();
		expect(simulator.webhookUrl).toBe(production);
		await n8n.restart(triggerOfFreshProcess());
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toBeNull();
	});

	it('does not take the slot from a workflow that is published with the new key', async () => {
		await n8n.publish(second);
		const since = simulator.webhookUrl;
		await test();

		expect(simulator.webhookUrl).toBe(since);
		expect(since).toContain(n8n.productionUrl(second));
	});

	it('leaves the webhook when it is unpublished, and says how to disable it', async () => {
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toBe(production);
		expect(log).toEqual([expect.stringMatching(/^warn: .*another API key.*Webhook: Disable/)]);
	});
});

it('uses the slot that its credential leads to by now, as publishing would', async () => {
	n8n.useService({ url: other.url, apiKey: NEW_KEY });
	await test();

	expect(other.webhookUrl).toBe(production);
});

describe('a test with another credential than the published version has', () => {
	it('does not make the published version take the slot of the other key, and says so', async () => {
		n8n.useServiceInTests({ url: other.url, apiKey: NEW_KEY });
		await test();

		expect(other.webhookUrl).toBeNull();
		expect(simulator.webhookUrl).toBe(production);
		expect(log).toEqual([
			expect.stringMatching(/^warn: .*now disabled.*another API key.*publish it again$/),
		]);
	});

	it('does not take the same key of another service for the same', async () => {
		n8n.useService(withNewKey());
		n8n.useServiceInTests({ url: other.url, apiKey: NEW_KEY });
		await test();

		expect(other.webhookUrl).toBeNull();
		expect(simulator.webhookUrl).toBe(production);
	});

	it('gives back what it took with the old key', async () => {
		n8n.useServiceInTests({ url: simulator.url, apiKey: OLD_KEY });
		n8n.useService(withNewKey());
		await test();

		expect(simulator.webhookUrl).toBe(production);
	});
});
