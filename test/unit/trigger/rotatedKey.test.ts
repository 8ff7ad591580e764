import { startSimulator, type Simulator } from '../../../dev/simulator';
import { first, second, useSetup } from './support';

const OLD_KEY = 'old.opens-nothing-but-this-simulator';
const NEW_KEY = 'new.opens-nothing-but-this-simulator';

/** One user with two keys. */
const setup = useSetup([first, second], { apiKeys: [OLD_KEY, NEW_KEY] });
/** Another service, where the new key is valid too. */
let other: Simulator;

beforeAll(async () => {
	other = await startSimulator({ requestsPerMinute: 1e9, apiKeys: [NEW_KEY] });
});
beforeEach(async () => {
	other.reset();
	await setup.publish(first);
});
afterAll(async () => await other.close());

const newKey = () => ({ url: setup.simulator.url, apiKey: NEW_KEY });
const elsewhere = () => ({ url: other.url, apiKey: NEW_KEY });

describe('a published workflow whose credential has got a new key', () => {
	beforeEach(() => setup.n8n.useService(newKey()));

	it.each([false, true])(
		'is not disturbed by a test of it (after a restart: %s)',
		async (again) => {
			if (again) await setup.restart();
			await setup.n8n.listen(first);
			await setup.simulator.sendMessage();
			await setup.n8n.ended(first);

			expect(setup.puts).toEqual(['first']);
			expect(setup.started).toEqual(['first', 'first test']);
		},
	);

	it.each([false, true])(
		'shares the webhook with one published now (restart: %s)',
		async (again) => {
			if (again) await setup.restart();
			await setup.publish(second);
			expect(await setup.startedByMessage()).toEqual(['first', 'second']);

			await setup.n8n.unpublish(first);
			await setup.n8n.unpublish(second);
			expect(setup.receiver).toBeNull();
		},
	);

	it('disables the webhook when it is unpublished: the service tells that it is the same user', async () => {
		await setup.n8n.unpublish(first);

		expect(setup.puts).toEqual(['first', null]);
	});

	it('leaves the webhook when it is unpublished where the service does not tell, and says how to disable it', async () => {
		setup.simulator.configure({ apiKeyList: 'forbidden' });
		await setup.n8n.unpublish(first);

		expect(setup.receiver).toBe('first');
		expect(setup.log).toEqual([
			expect.stringMatching(/^warn: .*another API key.*Webhook: Disable/),
		]);
	});
});

describe('a published workflow whose credential leads to another service now', () => {
	beforeEach(() => setup.n8n.useService(elsewhere()));

	it('leaves both webhooks when it is unpublished', async () => {
		await setup.n8n.unpublish(first);

		expect(setup.receiver).toBe('first');
		expect(other.requests).toEqual([]);
	});

	it('uses that one when it is published again', async () => {
		await setup.n8n.unpublish(first);
		await setup.publish(first);

		expect(other.webhookUrl).toContain(setup.n8n.productionUrl(first));
	});
});

describe('a test with another credential than the published version has', () => {
	it('does not take the same key of another service for the same', async () => {
		setup.n8n.useService(newKey());
		setup.n8n.useServiceInTests(elsewhere());
		await setup.n8n.listen(first);
		expect(other.webhookUrl).toContain(setup.n8n.testUrl(first));
		await setup.n8n.stop(first);

		expect(other.webhookUrl).toBeNull();
		expect(setup.puts).toEqual(['first']);
	});

	it('joins with the old key what has got the new one', async () => {
		setup.n8n.useServiceInTests({ url: setup.simulator.url, apiKey: OLD_KEY });
		setup.n8n.useService(newKey());
		await setup.n8n.listen(first);
		await setup.simulator.sendMessage();
		await setup.n8n.ended(first);

		expect(setup.puts).toEqual(['first']);
		expect(setup.started).toEqual(['first', 'first test']);
	});
});
