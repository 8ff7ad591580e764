import { scenarios } from './scenarios';
import { setWebhook } from './setWebhook';
import { triggerNode } from './triggerNode';
import { ELSEWHERE, first, FOREIGN_KEY, ONE_KEY, OTHER_KEY, second, useSetup } from './support';

const foreign = triggerNode('foreign', {}, { credential: 'foreign' });
const setup = useSetup([first, second, foreign], {
	apiKeys: [ONE_KEY, OTHER_KEY],
	users: { stranger: [FOREIGN_KEY] },
	hasOperations: true,
});

let registered: string | null;

const { given, tests } = scenarios(setup, {
	/** The operations of the action node. */
	set: async () => await setWebhook(setup, 'set', ELSEWHERE),
	'set-by-other': async () => await setWebhook(setup, 'set', ELSEWHERE, OTHER_KEY),
	'use-foreign': () =>
		setup.n8n.useService({ url: setup.simulator.url, apiKey: FOREIGN_KEY }, 'foreign'),
	disable: async () => await setWebhook(setup, 'disable'),
	/** A delivery to the URL that the service had before. */
	async 'late-message'() {
		setup.simulator.state.webhookUrl = registered;
		await setup.simulator.sendMessage();
		setup.simulator.state.webhookUrl = ELSEWHERE;
	},
});

given('publish first');
beforeEach(() => void (registered = setup.simulator.webhookUrl));

describe('after Webhook: Set', () => {
	given('set');

	tests({
		'unpublishing leaves the new URL': 'unpublish first → receiver elsewhere',
		'a test of the published workflow takes the webhook and restores it': `
			listen first → receiver first test
			stop first → receiver elsewhere`,
		'so does a test of another one': `
			listen second → receiver second test
			stop second → receiver elsewhere`,
		'another workflow that is published takes the webhook, for both': `
			publish second → starts first second
			unpublish second first → puts first elsewhere first null`,
		'deliveries that were under way change nothing':
			'late-message, unpublish first → receiver elsewhere',
	});
});

tests({
	'what Webhook: Set may have set while its answer was lost stays when a workflow is unpublished':
		'lose-answer, set fails connection broke, unpublish first → receiver elsewhere',
	'what Webhook: Set was refused is not set, and unpublishing disables the webhook':
		'refuse, set fails Not yours, unpublish first → receiver null',
	'what Webhook: Set has set with another key of the user stays, whoever else has triggers':
		'unpublish first, use-foreign, publish foreign first, set-by-other, unpublish first → receiver elsewhere',
	'what was set before another main process led, and a trigger was published, does not come back': `
		set, another-leads, unpublish first, publish first → receiver first
		former-leads, renew, renew → receiver first`,
	'after Webhook: Disable, a test of the published workflow leaves it disabled': `
		disable, listen first → receiver first test
		stop first → receiver null`,
	'after Webhook: Set, a trigger that n8n has not started is no reason not to publish another one':
		'publish second, cut, unpublish second, restart, set, unpublish first, publish first → receiver first',
});
