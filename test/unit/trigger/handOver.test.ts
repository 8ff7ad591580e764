import type { http } from '../../../dev/platform';
import { isCommand, isFor } from './deliveries';
import { Scenario } from './scenarios';
import { until } from '../../../dev/until';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

const isForSecond = (request: http.IncomingMessage) => isCommand(request) && isFor(second)(request);

const play = new Scenario(setup);

beforeEach(async () => {
	await play.publish(first, second, third);
});

describe('when the registered one leaves', () => {
	it("the log has the service's words where it refuses, and the next round makes up for it", async () => {
		play.mark();
		play.refuse();
		await play.unpublish(first);
		play.expectRegistered('first');
		play.expectLog(/^error: .*Not yours\./);
		await play.renew();
		await play.expectStarts('second third');
		play.expectRegistered('second');
	});

	it('the next one is registered even if the response is lost', async () => {
		setup.n8n.intercept = (request, response) => {
			if (isForSecond(request)) response.end = () => response.destroy();
			return false;
		};
		await play.unpublish(first);
		play.expectRegistered('second');
	});
});

it('one whose workflow n8n could not look up just now stays', async () => {
	play.stumble(first);
	await play.renew();
	play.later();
	await play.renew();
	await play.renew();
	await play.expectStarts('first second third');
});

describe('a registered trigger that is gone without being unpublished', () => {
	beforeEach(async () => {
		play.vanish(first);
	});

	it('is replaced as soon as another one leaves, before that is published again', async () => {
		await play.unpublish(third);
		await play.publish(third);
		await play.expectStarts('second third');
		play.expectPuts('first second');
	});
});

it('one that leaves late does not bring back those that its list still names', async () => {
	await play.unpublish(first);
	play.remember(second);
	play.vanish(second);
	await play.unpublish(third);
	play.expectRegistered('null');
	play.writeBack(second);
	play.reappear(second);
	play.cut();
	await play.unpublish(second);
	play.expectRegistered('null');
});

it('a trigger that n8n still takes for published is no reason not to publish another one', async () => {
	play.cut();
	await play.unpublish(first);
	await play.restart();
	play.mend();
	play.vanish(second);
	await play.publish(first);
	await play.expectStarts('first third');
});

it('what the registered one has taken while n8n closes it reaches the others, though its static data was lost', async () => {
	await play.unpublish(first, second, third);
	play.later();
	play.remember(second);
	await play.publish(second, third);
	play.writeBack(second);
	setup.n8n.respondInstead(isFor(third), (response) => void response.writeHead(500).end(), 1);
	play.mark();
	await play.close(second);
	await setup.simulator.sendMessage();
	await until('the pause', () => setup.waitsOf('forward')[0]);
	await play.unpublish(second);
	setup.waitsOf('forward').forEach(({ end }) => end());
	await setup.untilForwarded();

	play.expectStarted('second third');
});
