import { triggerNode } from './triggerNode';
import { startSimulator } from '../../../dev/simulator';
import { inWords } from './inWords';
import { ELSEWHERE, first, second, third, useSetup } from './support';

const quiet = triggerNode('quiet', { campaignIds: [7] });
const setup = useSetup([first, second, third, quiet]);

const { given, play, tests } = inWords(setup, {
	/** Deliveries to tests fail. */
	'fail-tests': () => {
		const isForTest = ({ url = '' }) => url.startsWith('/webhook-test');
		setup.n8n.answerInstead(isForTest, (response) => void response.writeHead(500).end('{}'));
	},
	'lose-answers': () => setup.simulator.plan({ method: 'PUT', kind: 'resetAfter', times: 4 }),
});

it.each([
	['the receiver itself', 'first'],
	['another published workflow', 'second'],
	['a workflow that is not published', 'third'],
])('beside published workflows, a test of %s that fails leaves them alone', async (_, tested) => {
	await play(`publish first second, listen ${tested}, fail-tests`);
	const delivery = await setup.simulator.sendMessage();

	expect(delivery?.status).toBe(200);
	expect(setup.started).toEqual(['first', 'second']);
	expect(setup.puts).toEqual(['first']);
});

describe('a test beside published workflows', () => {
	given('publish first');

	tests({
		'shows a message that was delivered before, and leaves production nothing to forget': `
			message the same → started first
			listen first, message the same, end first → started first test
			message new, message new → started first`,
		'registers itself where they are gone without a word':
			'vanish first, listen second, stop second → puts first second test null',
	});

	it('goes on after a message that its filters drop', async () => {
		await setup.n8n.listen(quiet);
		await setup.simulator.sendMessage({ campaign: { id: 8, name: 'Eight', status: 'ACTIVE' } });
		await setup.simulator.sendMessage({ campaign: { id: 7, name: 'Seven', status: 'ACTIVE' } });
		await setup.n8n.ended(quiet);

		expect(setup.started).toEqual(['first', 'first', 'quiet test']);
		const shown = setup.n8n.emitted.filter(({ isTest }) => isTest).map(({ json }) => json);
		expect(shown).toEqual([
			expect.objectContaining({ campaign: { id: 7, name: 'Seven', status: 'ACTIVE' } }),
		]);
	});
});

describe('a test where nothing is published', () => {
	it('takes the webhook with the test URL and a secret', async () => {
		await setup.n8n.listen(first);

		const url = new URL(setup.simulator.webhookUrl ?? '');
		expect(url.origin + url.pathname).toBe(setup.n8n.testUrl(first));
		expect(url.searchParams.get('secret')).toMatch(/^[\w-]{16,}$/);
	});

	it('goes on after a delivery that is refused or ignored', async () => {
		await setup.n8n.listen(first);
		const refused = await fetch(setup.n8n.testUrl(first), { method: 'POST', body: '{}' });
		const ignored = await setup.simulator.deliver({ event: 'another' });

		expect(refused.status).toBe(401);
		expect(ignored?.answer).toContain('ignored');
		expect(setup.receiver).toBe('first test');
	});

	it('touches no webhook at its end where its credential leads to another service by then', async () => {
		await setup.n8n.listen(first);
		const other = await startSimulator({ requestsPerMinute: 1e9, apiKeys: ['other.of-a-test'] });
		other.state.webhookUrl = ELSEWHERE;
		setup.n8n.useService(other);
		await setup.n8n.stop(first);

		expect(other.webhookUrl).toBe(ELSEWHERE);
		expect(setup.receiver).toBe('first test');
		await other.close();
	});

	tests({
		'leaves null when the answer to its registration was lost, for the service may have taken the URL':
			'lose-answers, listen first fails ., renew → receiver null',
	});
});
