import { wait } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { triggerNode } from './triggerNode';
import { scenarios } from './scenarios';
import { first, second, useSetup } from './support';

const open = triggerNode('open', { options: { verifyDeliveries: false } });
const misspelt = triggerNode('misspelt', { campaignIds: '1042, spring' });
const setup = useSetup([first, second, open, misspelt]);

let before: string | null;

const { play, tests } = scenarios(setup, {
	'remember-url': () => (before = setup.simulator.webhookUrl),
	'has-url': ({ words }) => {
		if (words === 'remembered') expect(setup.simulator.webhookUrl).toBe(before);
		else expect(setup.simulator.webhookUrl).not.toBe(before);
	},
	'empty-answer': () => setup.simulator.plan({ method: 'PUT', kind: 'empty' }),
	'api-key': ({ words }) => setup.n8n.useService({ url: setup.simulator.url, apiKey: words }),
	'service-on-internet': () =>
		setup.n8n.useService({ url: 'https://api.example.com', apiKey: setup.simulator.apiKey }),
	/** The only trigger, while the service does not answer, until n8n gives up waiting. */
	async 'unpublish-unanswered'() {
		setup.simulator.plan({ method: 'PUT', kind: 'hang' });
		const leaving = setup.n8n.unpublish(first);
		await until('the request', () => setup.puts.length > 1 || undefined);
		setup.process.deadlines.find(({ ms }) => ms === 20_000)?.end();
		await leaving;
	},
	'answer-late': () => setup.simulator.plan({ method: 'PUT', kind: 'delay', ms: 100 }),
	'until-asked': async () =>
		await until('the request', () => setup.simulator.requests.length > 0 || undefined),
	turn: async () => await wait(0),
	/** The latest request takes too long. */
	async expire() {
		const ofRequests = setup.process.deadlines.filter(({ ms }) => ms === 10_000);
		ofRequests.at(-1)?.end();
		await setup.n8n.settled();
	},
	'lose-data': () => setup.n8n.database.delete(first.workflowId),
	stores: ({ words }) => expect(setup.n8n.database.get(first.workflowId)).toBe(words),
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
			'elsewhere, refuse, publish first fails Not yours → registered elsewhere, unrecorded first',
		'can be tried again after that, without a duplicate': `
			refuse, publish first fails Not yours
			publish first, message, unpublish first → started first, registered null`,
		'says in the message what to do, for n8n shows nothing else of a failed publication':
			'revoke, publish first fails ^Invalid API key\\. .*[Cc]redential',
		'refuses an n8n on this machine for a service on the internet, and names N8N_WEBHOOK_URL':
			'service-on-internet, publish first fails https://api\\.example\\.com.*N8N_WEBHOOK_URL',
		'refuses a credential that cannot be used':
			'api-key no key, publish first fails API Key is 6 characters without a dot',
		'refuses campaign IDs that are none before any request, naming field and value':
			'publish misspelt fails Campaign.* IDs.*1042.* spring → told 0',
		'takes an answer without a body for a success':
			'empty-answer, publish first, unpublish first → registered null',
		'asks again when the answer was lost, so that it knows what the service has':
			'lose-answer, publish first → told 2',
	});
});

describe('unpublishing', () => {
	tests({
		'disables the webhook, also after a restart':
			'publish first, restart, unpublish first → puts first null, stores {"node:Trigger first":{}}',
		'does so too where an execution has written back what was before the publication':
			'publish first, lose-data, unpublish first → puts first null',
		'touches nothing when the own registration never succeeded': `
			elsewhere, refuse, publish first fails Not yours
			reappear first, unpublish first → registered elsewhere`,
		'does nothing a second time':
			'publish first, unpublish first, elsewhere, reappear first, unpublish first → registered elsewhere',
		'is told again for another reason, and once more after a success': `
			publish first, refuse 2, revoke, unpublish first → logs Not yours
			renew → logs nothing
			renew → logs Invalid API key
			renew, publish first, refuse, unpublish first → logs Not yours
			renew → registered null, logs nothing`,
		'waits for a registration that is under way, and removes it':
			'answer-late, begin publish first, until-asked, unpublish first, done fails ^n8n stopped waiting → registered null',
		'ends a registration that still waits for its turn': `
			publish first, unpublish-unanswered, begin publish second, turn, unpublish second, expire
			done fails ^n8n stopped waiting, renew → registered null, puts first null`,
		'is not forgotten over a registration that fails': `
			publish first, refuse 2, unpublish first
			publish first fails Not yours
			renew → puts first null first null`,
		'is over for the user after 20 seconds, however long the service takes': `
			publish first, unpublish-unanswered → registered first
			expire → registered null`,
		'does not forget what was delivered': `
			publish first, message the same, unpublish first → started first
			publish first, message the same → started`,
	});

	it('goes on in the background while the service refuses it, with growing pauses, and is logged once', async () => {
		await play('publish first, refuse 8, unpublish first → registered first');
		const before = setup.process.waits.length;
		for (let round = 1; round <= 8; round++) await setup.renew();

		expect(setup.registered).toBeNull();
		const pauses = setup.process.waits.slice(before - 1).map(({ ms }) => ms / 1_000);
		expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 240, 240]);
		expect(setup.log).toEqual([expect.stringMatching(/^error: .*Webhook: Disable.*Not yours\./)]);
	});
});
