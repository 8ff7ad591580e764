import { until } from '../../../dev/until';
import { Scenario } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

const play = new Scenario(setup);

/** What was begun waits for n8n to have started. */
const untilWaiting = async () => await until('the wait', () => setup.waitsOf('start')[0]);
/** n8n waits no longer. */
const giveUp = () => setup.limitsOf('unpublish').forEach(({ end }) => end());

describe('in the first moments of a process, before n8n has started what is published', () => {
	beforeEach(async () => {
		await play.publish(second);
		await play.restart(second);
		play.young();
	});

	it('a workflow that n8n goes on publishing waits for the registered one, and joins it', async () => {
		play.begin(play.publish(first));
		await untilWaiting();
		await play.start(second);
		await play.old();
		await play.done();
		await play.expectStarts('first second');
		play.expectPuts('second');
	});

	it('a test waits for it as well', async () => {
		play.begin(play.listen(first));
		await untilWaiting();
		await play.start(second);
		await play.old();
		await play.done();
		play.mark();
		await play.message();
		await play.end(first);
		play.expectStarted('first test second');
		play.expectPuts('second');
	});

	it('a workflow is registered where nobody turns out to be published', async () => {
		play.vanish(second);
		play.begin(play.publish(first));
		await untilWaiting();
		await play.old();
		await play.done();
		play.expectRegistered('first');
	});

	it('nobody disables the webhook, and n8n waits for twenty seconds', async () => {
		play.begin(play.unpublish(second));
		await untilWaiting();
		giveUp();
		await play.done();
		play.expectRegistered('second');
		await play.old();
		play.expectRegistered('null');
	});
});

describe('a trigger that was never registered itself', () => {
	beforeEach(async () => {
		await play.publish(second, first);
		await play.restart(second);
		await play.renew();
		await play.renew();
		play.expectPuts('second');
	});

	it('does not take the webhook from one that n8n starts long after it', async () => {
		await play.start(second);
		await play.renew();
		await play.expectStarts('first second');
		play.expectPuts('second');
	});

	it('takes it when nobody else has started within two minutes', async () => {
		play.vanish(second);
		await play.renew();
		play.later();
		await play.renew();
		play.expectRegistered('first');
	});

	it('leaves it to one that n8n starts late when it is unpublished', async () => {
		await play.unpublish(first);
		await play.start(second);
		await play.renew();
		await play.expectStarts('second');
		play.expectPuts('second');
	});

	it('is registered when a workflow is published, which waits for nobody', async () => {
		play.vanish(second);
		await play.publish(third);
		await play.expectStarts('first third');
		play.expectRegistered('first');
	});
});

it('the last one that leaves after n8n has started it disables the webhook', async () => {
	await play.publish(first);
	await play.restart();
	await play.renew();
	await play.unpublish(first);
	play.expectRegistered('null');
});

it('the last one disables the webhook where the other one was unpublished before the restart, and n8n did not reach its own URLs', async () => {
	await play.publish(first, second);
	play.cut();
	await play.unpublish(second);
	await play.restart();
	await play.unpublish(first);
	play.expectPuts('first null');
});
