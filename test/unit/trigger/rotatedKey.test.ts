import { startSimulator, type Simulator } from '../../../dev/simulator';
import { Scenario } from './scenarios';
import { first, second, short, useSetup } from './support';

const OLD_KEY = 'old.opens-nothing-but-this-simulator';
const NEW_KEY = 'new.opens-nothing-but-this-simulator';
const KEY_ELSEWHERE = 'elsewhere.opens-nothing-but-this-simulator';

/** One user with two keys. */
const setup = useSetup([first, second], { apiKeys: [OLD_KEY, NEW_KEY] });
/** Another service, where the new key is valid too. */
let other: Simulator;

const services = {
	old: () => ({ url: setup.simulator.url, apiKey: OLD_KEY }),
	new: () => ({ url: setup.simulator.url, apiKey: NEW_KEY }),
	elsewhere: () => ({ url: other.url, apiKey: KEY_ELSEWHERE }),
	/** The same service by another name. */
	alias: () => ({ url: setup.simulator.url.replace('127.0.0.1', 'localhost'), apiKey: OLD_KEY }),
};

const play = new Scenario(setup);

/** The credential has another key, or leads to another service. */
const useService = (name: keyof typeof services) => setup.n8n.useService(services[name]());
/** Only the credential of the draft changes. */
const testWith = (name: keyof typeof services) =>
	(setup.n8n.surroundings.testService = services[name]());
const expectOther = (url: string) => expect(String(short(other.webhookUrl))).toBe(url);

beforeAll(async () => {
	other = await startSimulator({ requestsPerMinute: 1e9, apiKeys: [KEY_ELSEWHERE] });
});
beforeEach(() => other.reset());
beforeEach(async () => {
	await play.publish(first);
});
afterAll(async () => await other.close());

describe('a published workflow whose credential has got a new key', () => {
	beforeEach(async () => {
		useService('new');
	});

	describe.each([
		['at once', async () => {}],
		['after a restart', async () => await play.restart()],
	])('%s', (_, happens) => {
		beforeEach(happens);

		it('is not disturbed by a test of it', async () => {
			play.mark();
			await play.listen(first);
			await play.message();
			await play.end(first);
			play.expectPuts('first');
			play.expectStarted('first first test');
		});

		it('shares the webhook with one published now', async () => {
			await play.publish(second);
			await play.expectStarts('first second');
			await play.unpublish(first, second);
			play.expectRegistered('null');
		});
	});

	it('disables the webhook when it is unpublished: the service tells that it is the same user', async () => {
		await play.unpublish(first);
		play.expectPuts('first null');
	});

	it('leaves the webhook when it is unpublished where the service does not tell, and says how to disable it', async () => {
		play.mark();
		play.keyList('forbidden');
		await play.unpublish(first);
		play.expectRegistered('first');
		play.expectLog(/^warn: .*different API key.*Webhook: Disable/);
	});
});

describe('a published workflow whose credential leads to another service now', () => {
	beforeEach(async () => {
		useService('elsewhere');
	});

	it('leaves both webhooks when it is unpublished', async () => {
		await play.unpublish(first);
		play.expectRegistered('first');
		expect(other.requests).toEqual([]);
	});

	it('is registered there when another one is published there, and leaves its former webhook to itself', async () => {
		await play.publish(second);
		expectOther('first');
		play.expectRegistered('first');
	});

	it('uses that one when it is published again', async () => {
		await play.unpublish(first);
		await play.publish(first);
		expectOther('first');
	});
});

describe('a key under two base URLs of one service', () => {
	it('leads to one webhook, which both workflows share', async () => {
		useService('alias');
		await play.publish(second);
		await play.expectStarts('first second');
		play.expectPuts('first');
	});
});

describe('a test with another credential than the published version has', () => {
	it('does not take another service for the same', async () => {
		useService('new');
		testWith('elsewhere');
		await play.listen(first);
		expectOther('first test');
		await play.stop(first);
		expectOther('null');
		play.expectPuts('first');
	});

	it('joins with the old key what has got the new one', async () => {
		testWith('old');
		useService('new');
		play.mark();
		await play.listen(first);
		await play.message();
		await play.end(first);
		play.expectPuts('first');
		play.expectStarted('first first test');
	});
});
