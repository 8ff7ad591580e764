import { triggerNode } from './triggerNode';
import { isCommand } from './deliveries';
import { Scenario } from './scenarios';
import { first, second, third, useSetup } from './support';

const quiet = triggerNode('quiet', { campaignIds: [7] });
const setup = useSetup([first, second, third, quiet]);

const play = new Scenario(setup);

/** Deliveries to tests fail. */
function failTests(): void {
	const isForTest = ({ url = '' }) => url.includes('/webhook-test/');
	setup.n8n.respondInstead(isForTest, (response) => void response.writeHead(500).end('{}'));
}

/** The campaigns of the messages that a test has shown. */
function expectShown(...names: string[]): void {
	const items = setup.n8n.emitted.filter(({ isTest }) => isTest).map(({ json }) => json);
	expect(items).toMatchObject(names.map((name) => ({ campaign: { name } })));
}

it('beside published workflows, a test of the registered one itself that fails leaves them alone', async () => {
	play.mark();
	await play.publish(first, second);
	await play.listen(first);
	failTests();
	await play.message();
	play.expectStarted('first second');
	play.expectPuts('first');
});

describe('a test beside published workflows', () => {
	beforeEach(async () => {
		await play.publish(first);
	});

	it('shows a message that was delivered before, and leaves production nothing to forget', async () => {
		play.mark();
		await play.message('the same');
		play.expectStarted('first');
		play.mark();
		await play.listen(first);
		await play.message('the same');
		await play.end(first);
		play.expectStarted('first test');
		play.mark();
		await play.message('new');
		await play.message('new');
		play.expectStarted('first');
	});

	it('goes on after a message that its filters drop', async () => {
		play.mark();
		await play.listen(quiet);
		await play.messageIn(8);
		play.expectStarted('first');
		expectShown();
		play.mark();
		await play.messageIn(7);
		await play.end(quiet);
		play.expectStarted('first quiet test');
		expectShown('7');
	});

	it('does not take the webhook for one failed request within n8n', async () => {
		setup.n8n.respondInstead(isCommand, (response) => void response.writeHead(502).end(), 1);
		await play.listen(second);
		play.expectPuts('first');
	});

	it('registers itself where they are gone without a word', async () => {
		play.vanish(first);
		await play.listen(second);
		await play.stop(second);
		play.expectPuts('first second test null');
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

	it('leaves null when the response to its registration was lost, for the service may have taken the URL', async () => {
		play.loseResponse(4);
		await expect(play.listen(first)).rejects.toThrow(/./);
		await play.renew();
		play.expectRegistered('null');
	});
});
