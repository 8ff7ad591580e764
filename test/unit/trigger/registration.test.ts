import { triggerNode } from './triggerNode';
import { scenarios } from './scenarios';
import { first, useSetup } from './support';

const open = triggerNode('open', { options: { verifyDeliveries: false } });
const misspelt = triggerNode('misspelt', { campaignIds: '1042, spring' });
const setup = useSetup([first, open, misspelt]);

let before: string | null;

const { tests } = scenarios(setup, {
	'remember-url': () => (before = setup.simulator.webhookUrl),
	'has-url': ({ words }) => {
		if (words === 'remembered') expect(setup.simulator.webhookUrl).toBe(before);
		else expect(setup.simulator.webhookUrl).not.toBe(before);
	},
	'empty-answer': () => setup.simulator.plan({ method: 'PUT', kind: 'empty' }),
	'api-key': ({ words }) => setup.n8n.useService({ url: setup.simulator.url, apiKey: words }),
	'service-on-internet': () =>
		setup.n8n.useService({ url: 'https://api.example.com', apiKey: setup.simulator.apiKey }),
});

describe('publishing', () => {
	it('sets the bare URL where deliveries are not verified', async () => {
		await setup.publish(open);

		expect(setup.simulator.webhookUrl).toBe(setup.n8n.productionUrl(open));
	});

	tests({
		'sets the production URL with a secret, in one request': 'publish first → secret first, told 1',
		'makes another secret for every registration':
			'publish first, remember-url, unpublish first, publish first → has-url another',
		'keeps the secret where n8n registers again what it has not removed':
			'publish first, remember-url, publish first → has-url remembered',
		'leaves everything as it was when the service refuses':
			'elsewhere, refuse, publish first fails Not yours → receiver elsewhere, unrecorded first',
		'can be tried again after that, without a duplicate': `
			refuse, publish first fails Not yours
			publish first, message, unpublish first → started first, receiver null`,
		'says in the message what to do, for n8n shows nothing else of a failed publication':
			'revoke, publish first fails ^Invalid API key\\. .*[Cc]redential',
		'refuses an n8n on this machine for a service on the internet, and names N8N_WEBHOOK_URL':
			'service-on-internet, publish first fails https://api\\.example\\.com.*N8N_WEBHOOK_URL',
		'refuses a credential that cannot be used':
			'api-key no key, publish first fails API Key is 6 characters without a dot',
		'refuses campaign IDs that are none before any request, naming field and value':
			'publish misspelt fails Campaign.* IDs.*1042.* spring → told 0',
		'takes an answer without a body for a success':
			'empty-answer, publish first, unpublish first → receiver null',
		'asks again when the answer was lost, so that it knows what the service has':
			'lose-answer, publish first → puts first first',
	});
});
