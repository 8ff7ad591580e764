import { startSimulator, type Simulator } from '../../../dev/simulator';
import { triggerOfFreshProcess } from './freshProcess';
import { readLog } from './log';
import { triggerNode } from './miniContexts';
import { MiniN8n } from './miniN8n';

const first = triggerNode('first');
const second = triggerNode('second');

let simulator: Simulator;
let n8n: MiniN8n;
let production: string | null;
let log: string[];

beforeAll(async () => {
	simulator = await startSimulator({ requestsPerMinute: 1e9 });
});
beforeEach(async () => {
	simulator.reset();
	log = readLog();
	n8n = await MiniN8n.start(triggerOfFreshProcess(), simulator, [first, second]);
	await n8n.publish(second);
	production = simulator.webhookUrl;
});
afterEach(async () => {
	jest.restoreAllMocks();
	await n8n.close();
});
afterAll(async () => await simulator.close());

async function test(): Promise<void> {
	await n8n.listen(first);
	await n8n.stop(first);
}

describe('after a restart, and before any delivery', () => {
	beforeEach(async () => await n8n.restart(triggerOfFreshProcess()));

	it('a test of another workflow gives the slot back to the published one', async () => {
		await test();

		expect(simulator.webhookUrl).toBe(production);
		await simulator.sendMessage();
		expect(n8n.emitted).toMatchObject([{ workflowId: second.workflowId }]);
	});

	it('a second workflow on the same key is refused, and the first one goes on receiving', async () => {
		await expect(n8n.publish(first)).rejects.toThrow('"second"');

		expect(simulator.webhookUrl).toBe(production);
	});

	it('nothing was registered anew', () => {
		expect(simulator.requests).toHaveLength(1);
	});

	it('a workflow that was unpublished since gets nothing back', async () => {
		await n8n.unpublish(second);
		await test();

		expect(simulator.webhookUrl).toBeNull();
	});
});

describe('after a restart under another address, as of a copy of an n8n', () => {
	it('nothing is registered, and the log says what stands', async () => {
		n8n.moveTo('https://copy.example.com');
		await n8n.restart(triggerOfFreshProcess());

		expect(simulator.requests).toHaveLength(1);
		expect(simulator.webhookUrl).toBe(production);
		expect(log).toContainEqual(
			expect.stringMatching(/^warn: .*copy\.example\.com.*unpublish it and publish it again$/),
		);
	});
});

describe('a process that has started no triggers', () => {
	beforeEach(() => n8n.restartAsFollower(triggerOfFreshProcess()));

	it('says after a test that the webhook is disabled, and what to do', async () => {
		await test();

		expect(simulator.webhookUrl).toBeNull();
		expect(log).toContainEqual(
			expect.stringMatching(/^info: .*now disabled.*unpublish it and publish it again$/),
		);
	});

	it('warns when it disables a webhook of which it did not know who had it last', async () => {
		await n8n.unpublish(second);

		expect(simulator.webhookUrl).toBeNull();
		expect(log).toContainEqual(
			expect.stringMatching(/^warn: .*did not know.*unpublish it and publish it again$/),
		);
	});

	it('learns who holds the slot where its n8n asks whether the webhooks stand', async () => {
		await n8n.checkWebhooks();
		await test();

		expect(simulator.webhookUrl).toBe(production);
	});

	it('is told by n8n when it takes over', async () => {
		await n8n.restart(triggerOfFreshProcess());
		await test();

		expect(simulator.webhookUrl).toBe(production);
		expect(log).toEqual([]);
	});
});
