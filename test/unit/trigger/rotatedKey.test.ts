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
	new: () => ({ url: setup.simulator.url, apiKey: NEW_KEY }),
	elsewhere: () => ({ url: other.url, apiKey: KEY_ELSEWHERE }),
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

it('a published workflow whose credential has got a new key leaves the webhook when it is unpublished where the service does not tell whose it is, and says how to disable it', async () => {
	useService('new');
	play.mark();
	play.keyList('forbidden');
	await play.unpublish(first);
	play.expectRegistered('first');
	play.expectLog(/^warn: .*different API key.*Webhook: Disable/);
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
});

it('a test with a credential of another service than the published version has does not take it for the same', async () => {
	useService('new');
	testWith('elsewhere');
	await play.listen(first);
	expectOther('first test');
	await play.stop(first);
	expectOther('null');
	play.expectPuts('first');
});
