import { startSimulator, type Simulator } from '../../../dev/simulator';
import { scenarios } from './scenarios';
import { first, second, short, useSetup } from './support';

const OLD_KEY = 'old.opens-nothing-but-this-simulator';
const NEW_KEY = 'new.opens-nothing-but-this-simulator';

/** One user with two keys. */
const setup = useSetup([first, second], { apiKeys: [OLD_KEY, NEW_KEY] });
/** Another service, where the new key is valid too. */
let other: Simulator;

const services = {
	old: () => ({ url: setup.simulator.url, apiKey: OLD_KEY }),
	new: () => ({ url: setup.simulator.url, apiKey: NEW_KEY }),
	elsewhere: () => ({ url: other.url, apiKey: NEW_KEY }),
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
	other = await startSimulator({ requestsPerMinute: 1e9, apiKeys: [NEW_KEY] });
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
				unpublish first second → receiver null`,
		});
	});

	tests({
		'disables the webhook when it is unpublished: the service tells that it is the same user':
			'unpublish first → puts first null',
		'passes nothing on to one that has just left for another service':
			'publish second, unpublish second, credential elsewhere, publish second → starts first',
		'leaves the webhook when it is unpublished where the service does not tell, and says how to disable it':
			'key-list forbidden, unpublish first → receiver first, logs ^warn: .*another API key.*Webhook: Disable',
	});
});

describe('a published workflow whose credential leads to another service now', () => {
	given('credential elsewhere');

	tests({
		'leaves both webhooks when it is unpublished': 'unpublish first → receiver first, other-told 0',
		'leaves its webhook to itself when another one is published there':
			'publish second → other-receiver second, receiver first',
		'uses that one when it is published again':
			'unpublish first, publish first → other-receiver first',
	});
});

describe('a test with another credential than the published version has', () => {
	tests({
		'does not take the same key of another service for the same': `
			credential new, test-credential elsewhere, listen first → other-receiver first test
			stop first → other-receiver null, puts first`,
		'touches neither webhook at its end where it has got that meanwhile': `
			unpublish first, credential new, listen first, test-credential elsewhere
			stop first → other-told 0, receiver first test`,
		'joins with the old key what has got the new one': `
			test-credential old, credential new
			listen first, message, end first → puts first, started first first test`,
	});
});
