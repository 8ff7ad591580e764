import { triggerNode } from './triggerNode';
import { Scenario } from './scenarios';
import { first, FOREIGN_KEY, ONE_KEY, OTHER_KEY, short, useSetupWithKeys } from './support';

const second = triggerNode('second', {}, { credential: 'other' });
const third = triggerNode('third', {}, { credential: 'other' });
const foreign = triggerNode('foreign', {}, { credential: 'foreign' });
const setup = useSetupWithKeys([first, second, third, foreign]);

const deliverToUser = async (user?: string) =>
	await setup.simulator.deliver(
		{ event: 'incoming_message', message: { id: 1, sent_by_lead: true } },
		{ user },
	);

const play = new Scenario(setup);

const expectForeign = (url: string) =>
	expect(String(short(setup.simulator.webhookUrlOf('stranger')))).toBe(url);

/** How often the service was asked whose keys they are. */
function expectKeyLists(count: number): void {
	const lists = setup.simulator.requests.filter(({ method }) => method === 'GET');
	expect(lists).toHaveLength(count);
}

/** The key of the other credential. */
function useOtherKey(apiKey: string): void {
	setup.n8n.useService({ url: setup.simulator.url, apiKey }, 'other');
}

function revokeOne(): void {
	setup.n8n.useService({ url: setup.simulator.url, apiKey: ONE_KEY });
	setup.simulator.configure({ apiKeys: [OTHER_KEY] });
}

beforeEach(async () => {
	await play.publish(first);
});

describe('two keys of one user, which the service tells', () => {
	it('are known as the same after a restart, without asking', async () => {
		await play.publish(second);
		play.mark();
		await play.restart();
		await play.publish(third);
		await play.message();
		expectKeyLists(1);
		play.expectStarted('first second third');
	});

	it('takes no webhook over a list of keys that fails for a moment', async () => {
		setup.simulator.plan({ method: 'GET', status: 500, times: 4 });
		await expect(play.publish(second)).rejects.toThrow(/./);
		play.mark();
		await play.message();
		play.expectStarted('first');
		play.expectPuts('first');
	});

	it('go on with the one that is not revoked', async () => {
		await play.unpublish(first);
		await play.publish(second, first, third);
		play.expectRegistered('second');
		await play.renew();
		revokeOne();
		await play.unpublish(second);
		await play.renew();
		await play.expectStarts('first third');
	});

	it('do not take a credential without a key for an address out of reach', async () => {
		await play.publish(second);
		await play.unpublish(first);
		useOtherKey('half');
		await expect(play.publish(first)).rejects.toThrow(/id-of-second.*its credential\. API Key/);
	});
});

it('two keys of two users have a webhook each, and leave that of the other alone', async () => {
	await play.publish(foreign);
	await deliverToUser('stranger');
	expect(setup.started).toEqual(['foreign']);
	play.expectRegistered('first');
	await play.unpublish(first);
	play.expectRegistered('null');
	expectForeign('foreign');
	await play.unpublish(foreign);
	expectForeign('null');
	expect(setup.log).toEqual([]);
});

it('a trigger that got the key of another user while another main process led goes with that', async () => {
	useOtherKey(ONE_KEY);
	await play.publish(second);
	await play.anotherLeads();
	await play.renew();
	await play.unpublish(second);
	useOtherKey(FOREIGN_KEY);
	await play.publish(second);
	await play.renew();
	await play.formerLeads();
	await play.renew();
	await play.renew();
	await deliverToUser();

	expect(setup.started).toEqual(['first']);
});

describe('keys of which the service does not tell whose they are', () => {
	it.each(['forbidden', 'missing'] as const)(
		'take the webhook from each other, and the log says that this may happen: %s',
		async (apiKeyList) => {
			play.keyList(apiKeyList);
			play.mark();
			await play.publish(second);
			play.expectPuts('first second');
			play.expectLog(/^warn: .*Use one key for all workflows$/);
		},
	);

	it('have the triggers with the other registered again when the last one with one is unpublished, also after a failure', async () => {
		play.keyList('forbidden');
		await play.publish(second);
		play.mark();
		setup.simulator.plan({ method: 'PUT', after: 1, status: 409, body: { error: 'Not yours.' } });
		await play.unpublish(second);
		await play.renew();
		play.expectLog(
			/^error: The service may not deliver ((?!\.\.).)*\. Not yours\. [A-Z]((?!\.\.).)*$/,
		);
		await play.renew();
		await play.expectStarts('first');
		play.expectPuts('first second null first');
	});

	it('are asked about again with the next publication: the service may tell by then', async () => {
		play.keyList('forbidden');
		await play.publish(second);
		await play.unpublish(second);
		play.keyList('own');
		await play.publish(second);
		await play.expectStarts('first second');
		play.expectRegistered('first');
	});
});
