import { triggerNode } from './triggerNode';
import { isCommand } from './deliveries';
import { scenarios } from './scenarios';
import { first, second, third, useSetup } from './support';

const quiet = triggerNode('quiet', { campaignIds: [7] });
const setup = useSetup([first, second, third, quiet]);

const { given, tests } = scenarios(setup, {
	/** Deliveries to tests fail. */
	'fail-tests': () => {
		const isForTest = ({ url = '' }) => url.startsWith('/webhook-test');
		setup.n8n.answerInstead(isForTest, (response) => void response.writeHead(500).end('{}'));
	},
	/** One request within n8n fails. */
	'fail-once': () =>
		setup.n8n.answerInstead(isCommand, (response) => void response.writeHead(502).end(), 1),
	/** The campaigns of the messages that a test has shown. */
	shown: ({ words }) => {
		const items = setup.n8n.emitted.filter(({ isTest }) => isTest).map(({ json }) => json);
		expect(items).toMatchObject(words === '' ? [] : [{ campaign: { name: words } }]);
	},
});

tests({
	'beside published workflows, a test of the receiver itself that fails leaves them alone':
		'publish first second, listen first, fail-tests, message → started first second, puts first',
	'beside published workflows, so does one of another published workflow':
		'publish first second, listen second, fail-tests, message → started first second, puts first',
	'beside published workflows, so does one of a workflow that is not published':
		'publish first second, listen third, fail-tests, message → started first second, puts first',
});

describe('a test beside published workflows', () => {
	given('publish first');

	tests({
		'shows a message that was delivered before, and leaves production nothing to forget': `
			message the same → started first
			listen first, message the same, end first → started first test
			message new, message new → started first`,
		'goes on after a message that its filters drop': `
			listen quiet, message-in 8 → started first, shown
			message-in 7, end quiet → started first quiet test, shown 7`,
		'does not take the webhook for one failed request within n8n':
			'fail-once, listen second → puts first',
		'registers itself where they are gone without a word':
			'vanish first, listen second, stop second → puts first second test null',
	});
});

describe('a test where nothing is published', () => {
	it('goes on after a delivery that is refused or ignored', async () => {
		await setup.n8n.listen(first);
		const refused = await fetch(setup.n8n.testUrl(first), { method: 'POST', body: '{}' });
		const ignored = await setup.simulator.deliver({ event: 'another' });

		expect(refused.status).toBe(401);
		expect(ignored?.response).toContain('ignored');
		expect(setup.registered).toBe('first test');
	});

	tests({
		'takes the webhook with the test URL and a secret': 'listen first → secret first test',
		'leaves null when the answer to its registration was lost, for the service may have taken the URL':
			'lose-answer 4, listen first fails ., renew → registered null',
	});
});
