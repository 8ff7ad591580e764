import type { http } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { isCommand, isFor } from './deliveries';
import { Scenario } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

const isForSecond = (request: http.IncomingMessage) => isCommand(request) && isFor(second)(request);

const play = new Scenario(setup);

beforeEach(async () => {
	await play.publish(first, second, third);
});

describe('when the registered one leaves', () => {
	it('one that is gone as well is passed over', async () => {
		play.vanish(second);
		await play.unpublish(first);
		play.expectPuts('first third');
	});

	it('null is left when all others are gone as well', async () => {
		play.vanish(second, third);
		await play.unpublish(first);
		play.expectPuts('first null');
	});

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

	it('another one is registered again where that has failed before n8n was restarted', async () => {
		play.refuse();
		await play.unpublish(first);
		await play.restart();
		await play.renew();
		await play.renew();
		await play.expectStarts('second third');
		play.expectRegistered('second');
	});

	it('the next one is registered even when its answer is lost', async () => {
		setup.n8n.intercept = (request, response) => {
			if (isForSecond(request)) response.end = () => response.destroy();
			return false;
		};
		await play.unpublish(first);
		play.expectRegistered('second');
	});
});

it('n8n killed after the PUT of the next one, before its response, leaves those that are left working', async () => {
	let hasArrived = false;
	setup.n8n.intercept = (request, response) => {
		if (!isForSecond(request)) return false;
		response.end = () => {
			hasArrived = true;
			return response;
		};
		return false;
	};
	void setup.n8n.unpublish(first).catch(() => undefined);
	await until('the list of the next one', () => hasArrived || undefined);
	setup.process.deadlines
		.filter(({ ms }) => ms === 5_000)
		.at(-1)
		?.end();
	await until('the registration', () => setup.registered === 'second' || undefined);
	setup.n8n.intercept = undefined;
	const stored = () => setup.n8n.database.get(second.workflowId)?.includes('registeredAt');
	await until('what n8n stores of it', () => stored() || undefined);
	await play.restart();
	await play.expectStarts('second third');
	await play.unpublish(second, third);
	play.expectPuts('first second third null');
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

	it('is not asked again when it is published itself', async () => {
		await play.publish(first);
		await play.expectStarts('first second third');
		play.expectRegistered('first');
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
