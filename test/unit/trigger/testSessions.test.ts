import { isCommand } from './deliveries';
import { Scenario } from './scenarios';
import { first, second, useSetup } from './support';

const setup = useSetup([first, second]);

const play = new Scenario(setup);

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

	it('registers itself where they are gone without a word', async () => {
		play.vanish(first);
		await play.listen(second);
		await play.stop(second);
		play.expectPuts('first second test null');
	});

	it('does not take the webhook for one failed request within n8n', async () => {
		setup.n8n.respondInstead(isCommand, (response) => void response.writeHead(502).end(), 1);
		await play.listen(second);
		play.expectPuts('first');
	});
});

it('a test where nothing is published leaves null when the response to its registration was lost, for the service may have taken the URL', async () => {
	play.loseResponse(4);
	await expect(play.listen(first)).rejects.toThrow(/./);
	await play.renew();
	play.expectRegistered('null');
});
