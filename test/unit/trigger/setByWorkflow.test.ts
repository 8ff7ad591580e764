import { startSimulator, type Simulator } from '../../../dev/simulator';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import { runNode } from '../../engine/engine';
import { triggerNode } from './miniContexts';
import { MiniN8n } from './miniN8n';

const ELSEWHERE = 'https://elsewhere.example.com/hook';

const first = triggerNode('first');
const second = triggerNode('second');

/** A new one for every test: the process remembers the slots of all. */
let simulator: Simulator;
let n8n: MiniN8n;

beforeEach(async () => {
	simulator = await startSimulator({ requestsPerMinute: 1e9 });
	n8n = await MiniN8n.start(new PublicOutreachTrigger(), simulator, [first, second]);
	await n8n.publish(first);
});
afterEach(async () => {
	await n8n.unpublish(first);
	await n8n.close();
	await simulator.close();
});

/** The operations of the action node, in the process of the trigger. */
async function run(operation: 'set' | 'disable', webhookUrl = ''): Promise<void> {
	const { error } = await runNode({
		parameters: { resource: 'webhook', operation, webhookUrl },
		credentials: { baseUrl: simulator.url, apiKey: simulator.apiKey, requestsPerMinute: 1e9 },
	});
	if (error) throw error;
}

describe('after Webhook: Set', () => {
	beforeEach(async () => await run('set', ELSEWHERE));

	it('unpublishing leaves the new URL', async () => {
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toBe(ELSEWHERE);
	});

	it.each([first, second])('a test of $workflowName gives the slot back to it', async (tested) => {
		await n8n.listen(tested);
		await n8n.stop(tested);

		expect(simulator.webhookUrl).toBe(ELSEWHERE);
	});

	it('another workflow may take the slot, for the first has lost it', async () => {
		await n8n.publish(second);

		expect(simulator.webhookUrl).toContain(n8n.productionUrl(second));
		await n8n.unpublish(second);
		expect(simulator.webhookUrl).toBeNull();
	});

	it('publishing takes the slot, and unpublishing clears it again', async () => {
		await n8n.unpublish(first);
		await n8n.publish(first);
		expect(simulator.webhookUrl).toContain(n8n.productionUrl(first));

		await n8n.unpublish(first);
		expect(simulator.webhookUrl).toBeNull();
	});
});

describe('Webhook: Set whose answer', () => {
	it.each([
		['was lost', { kind: 'resetAfter' }, ELSEWHERE],
		['cannot be read', { kind: 'truncated' }, ELSEWHERE],
		['is a refusal', { status: 403, body: { error: 'Not yours' } }, null],
	] as const)('%s: unpublishing leaves what it may have set', async (_, fault, left) => {
		simulator.plan({ method: 'PUT', ...fault });
		await expect(run('set', ELSEWHERE)).rejects.toMatchObject({ name: 'NodeApiError' });
		await n8n.unpublish(first);

		expect(simulator.webhookUrl).toBe(left);
	});
});

describe('Webhook: Set within a test', () => {
	it('is not undone by the end of the test', async () => {
		await n8n.listen(first);
		await run('set', ELSEWHERE);
		await n8n.stop(first);

		expect(simulator.webhookUrl).toBe(ELSEWHERE);
	});
});

describe('Webhook: Set to the URL of the trigger itself', () => {
	it('changes nothing', async () => {
		await run('set', simulator.webhookUrl ?? '');

		await expect(n8n.publish(second)).rejects.toThrow('"first"');
		await n8n.unpublish(first);
		expect(simulator.webhookUrl).toBeNull();
	});
});

describe('after Webhook: Disable', () => {
	it('a test of the published workflow leaves it disabled', async () => {
		await run('disable');
		await n8n.listen(first);
		await n8n.stop(first);

		expect(simulator.webhookUrl).toBeNull();
	});
});
