import { scenarios } from './scenarios';
import { setWebhook } from './setWebhook';
import { ELSEWHERE, first, second, useSetup } from './support';

const setup = useSetup([first, second], { hasOperations: true });

let registered: string | null;

const { given, tests } = scenarios(setup, {
	/** The operations of the action node. */
	set: async () => await setWebhook(setup, 'set', ELSEWHERE),
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
	'after Webhook: Disable, a test of the published workflow leaves it disabled': `
		disable, listen first → receiver first test
		stop first → receiver null`,
	'after Webhook: Set, a trigger that n8n has not started is no reason not to publish another one':
		'publish second, cut, unpublish second, restart, set, unpublish first, publish first → receiver first',
});
