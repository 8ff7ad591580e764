import { startSimulator, type Simulator } from '../../../dev/simulator';
import { isCommand, message, post } from './deliveries';
import { Scenario } from './scenarios';
import { first, second, short, third, useSetup } from './support';
import { triggerNode } from './triggerNode';

const OLD_KEY = 'old.opens-nothing-but-this-simulator';
const NEW_KEY = 'new.opens-nothing-but-this-simulator';
const KEY_ELSEWHERE = 'elsewhere.opens-nothing-but-this-simulator';

/** Its credential is another one. */
const other = triggerNode('other', {}, { credential: 'other' });

/** One user with two keys. */
const setup = useSetup([first, second, third, other], { apiKeys: [OLD_KEY, NEW_KEY] });
/** Another service, where the new key is valid too. */
let elsewhere: Simulator;

const services = {
	new: () => ({ url: setup.simulator.url, apiKey: NEW_KEY }),
	elsewhere: () => ({ url: elsewhere.url, apiKey: KEY_ELSEWHERE }),
};

const play = new Scenario(setup);

/** The credential has another key, or leads to another service. */
const useService = (name: keyof typeof services) => setup.n8n.useService(services[name]());
const useOther = (apiKey: string) =>
	setup.n8n.useService({ url: setup.simulator.url, apiKey }, 'other');
/** Only the credential of the draft changes. */
const testWith = (name: keyof typeof services) =>
	(setup.n8n.surroundings.testService = services[name]());
const expectOther = (url: string) => expect(String(short(elsewhere.webhookUrl))).toBe(url);

beforeAll(async () => {
	elsewhere = await startSimulator({ requestsPerMinute: 1e9, apiKeys: [KEY_ELSEWHERE] });
});
beforeEach(() => elsewhere.reset());
beforeEach(async () => {
	await play.publish(first);
});
afterAll(async () => await elsewhere.close());

it('a published workflow whose credential has got a new key leaves the webhook when it is unpublished where the service does not tell whose it is, and says how to disable it', async () => {
	useService('new');
	play.mark();
	play.keyList('forbidden');
	await play.unpublish(first);
	play.expectRegistered('first');
	play.expectLog(/^warn: .*different API key.*Webhook: Disable/);
});

describe('workflows that share a credential, which has got a new key, of a user whom the service does not tell', () => {
	/** The URL that the service has of the registered one. */
	let before = '';

	beforeEach(async () => {
		await play.publish(second, third);
		before = setup.simulator.webhookUrl ?? '';
		play.keyList('forbidden');
	});

	/** What starts for a message to that URL. */
	async function startedBefore(): Promise<string[]> {
		expect(await post(before, message('late'))).toMatchObject({ status: 200 });
		await setup.untilForwarded();
		return setup.started;
	}

	it('still get what comes to the registered one, before it is told of its new webhook', async () => {
		useService('new');
		await play.renew();

		expect(await startedBefore()).toEqual(['first', 'second', 'third']);
	});

	it('still get it beside one whose credential has the former key, and can register nothing with it', async () => {
		useOther(OLD_KEY);
		await play.publish(other);
		useService('new');
		play.refuse(Infinity);
		await play.renew();

		expect(await startedBefore()).toEqual(['first', 'other', 'second', 'third']);
	});

	it('share none of it with one that had the new key before', async () => {
		useOther(NEW_KEY);
		await play.publish(other);
		useService('new');
		await play.renew();

		expect(await startedBefore()).toEqual(['first', 'second', 'third']);
	});

	it('share none of it with one that has left by itself, and is in the list yet', async () => {
		useOther(OLD_KEY);
		await play.publish(other);
		setup.n8n.respondInstead(isCommand, (response) => void response.writeHead(500).end());
		setup.n8n.useService(services.elsewhere(), 'other');
		await play.renew();
		useService('new');
		await play.renew();

		expect(await startedBefore()).toEqual(['first', 'second', 'third']);
	});
});

describe('a published workflow whose credential leads to another service now', () => {
	beforeEach(async () => {
		useService('elsewhere');
	});

	it('leaves both webhooks when it is unpublished', async () => {
		await play.unpublish(first);
		play.expectRegistered('first');
		expect(elsewhere.requests).toEqual([]);
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
