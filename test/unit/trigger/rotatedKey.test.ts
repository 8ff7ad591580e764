import { startSimulator, type Simulator } from '../../../dev/simulator';
import { scenarios } from './scenarios';
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
const serviceOf = (words: string) => services[words as keyof typeof services]();

const { given, tests } = scenarios(setup, {
	/** The credential has another key, or leads to another service; or that of the draft alone does. */
	credential: ({ words }) => setup.n8n.useService(serviceOf(words)),
	'test-credential': ({ words }) => (setup.n8n.surroundings.testService = serviceOf(words)),
	'other-receiver': ({ words }) => expect(String(short(other.webhookUrl))).toBe(words),
	'other-told': ({ words }) => expect(other.requests).toHaveLength(Number(words)),
});

beforeAll(async () => {
	other = await startSimulator({ requestsPerMinute: 1e9, apiKeys: [KEY_ELSEWHERE] });
});
beforeEach(() => other.reset());
given('publish first');
afterAll(async () => await other.close());

describe('a published workflow whose credential has got a new key', () => {
	given('credential new');

	describe.each([
		['at once', 'credential new'],
		['after a restart', 'restart'],
	])('%s', (_, before) => {
		given(before);

		tests({
			'is not disturbed by a test of it':
				'listen first, message, end first → puts first, started first first test',
			'shares the webhook with one published now': `
				publish second → starts first second
				unpublish first second → registered null`,
		});
	});

	tests({
		'disables the webhook when it is unpublished: the service tells that it is the same user':
			'unpublish first → puts first null',
		'leaves the webhook when it is unpublished where the service does not tell, and says how to disable it':
			'key-list forbidden, unpublish first → registered first, logs ^warn: .*different API key.*Webhook: Disable',
	});
});

describe('a published workflow whose credential leads to another service now', () => {
	given('credential elsewhere');

	tests({
		'leaves both webhooks when it is unpublished':
			'unpublish first → registered first, other-told 0',
		'is registered there when another one is published there, and leaves its former webhook to itself':
			'publish second → other-receiver first, registered first',
		'uses that one when it is published again':
			'unpublish first, publish first → other-receiver first',
	});
});

describe('a key under two base URLs of one service', () => {
	tests({
		'leads to one webhook, which both workflows share':
			'credential alias, publish second → starts first second, puts first',
	});
});

describe('a test with another credential than the published version has', () => {
	tests({
		'does not take another service for the same': `
			credential new, test-credential elsewhere, listen first → other-receiver first test
			stop first → other-receiver null, puts first`,
		'joins with the old key what has got the new one': `
			test-credential old, credential new
			listen first, message, end first → puts first, started first first test`,
	});
});
