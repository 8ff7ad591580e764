/** What changes, or does not answer, while something waits for it. */
import { startSimulator } from '../../../dev/simulator';
import { until } from '../../../dev/until';
import { isFor, messageOf } from './deliveries';
import { triggerNode } from './triggerNode';
import { first, FOREIGN_KEY, ONE_KEY, second, useSetupWithKeys } from './support';

const withOtherKey = triggerNode('third', {}, { credential: 'other' });

const changing = triggerNode('changing', {}, { credential: 'changing' });
const foreign = triggerNode('foreign', {}, { credential: 'foreign' });

const setup = useSetupWithKeys([first, second, withOtherKey, changing, foreign]);

const useKey = (apiKey: string, { url } = setup.simulator) =>
	setup.n8n.useService({ url, apiKey }, 'changing');

it.each([
	['the webhook', 'PUT', [first]],
	['whose keys they are', 'GET', [first, withOtherKey]],
])('the service has ten seconds for each of four answers about %s', async (_what, method, all) => {
	const isAsked = () => setup.simulator.requests.filter((request) => request.method === method);
	const [last = first, ...others] = all.toReversed();
	await setup.publish(...others);
	setup.simulator.plan({ method, kind: 'hang', times: 4 });
	const before = isAsked().length;
	const publishing = setup.n8n.publish(last).catch((error: Error) => error.message);
	for (let attempt = 1; attempt <= 4; attempt++) {
		await until('the request', () => isAsked().length >= before + attempt || undefined);
		setup.process.deadlines.filter(({ ms }) => ms === 10_000).forEach(({ end }) => end());
	}

	expect(await publishing).toMatch(/did not respond in time/);
});

describe('a trigger that is published anew with the key of another user', () => {
	it('does not get what waited for it, when it has got a message of that user', async () => {
		useKey(ONE_KEY);
		await setup.publish(first, changing, foreign);
		setup.n8n.answerInstead(isFor(changing), (response) => void response.writeHead(500).end());
		const delivering = setup.simulator.deliver(messageOf({ message_id: 'of the user' }));
		await until('the pause', () => setup.retries[0]);
		await setup.n8n.unpublish(changing);
		useKey(FOREIGN_KEY);
		await setup.publish(changing);
		setup.n8n.intercept = undefined;
		const ofStranger = messageOf({ message_id: 'of the stranger' });
		const delivery = await setup.simulator.deliver(ofStranger, { user: 'stranger' });

		expect(delivery?.status).toBe(200);
		expect(await setup.ending('retries', delivering)).toMatchObject({ status: 200 });
		expect(setup.started).toEqual(['changing', 'first', 'foreign']);
	});

	const ofEach = async () => {
		const ofUser = messageOf({ message_id: 'of the user' });
		await setup.ending('retries', setup.simulator.deliver(ofUser));
		const ofStranger = messageOf({ message_id: 'of the stranger' });
		await setup.simulator.deliver(ofStranger, { user: 'stranger' });
		return setup.started.join(' ');
	};

	it('is not taken for one of the earlier user after a restart', async () => {
		useKey(ONE_KEY);
		await setup.publish(first, changing);
		await setup.n8n.unpublish(changing);
		useKey(FOREIGN_KEY);
		const before = setup.process.waits.length;
		await setup.publish(changing);
		// The others hear of it soon.
		expect(setup.process.waits.slice(before).map(({ ms }) => ms)).toEqual([5_000, 5_000]);
		await setup.restart(first);
		const delivering = setup.simulator.deliver(messageOf({ message_id: 'early' }));
		await until('a try', () => setup.retries[0]);
		await setup.n8n.startTriggers([first]);
		expect(await setup.ending('retries', delivering)).toMatchObject({ status: 200 });
		await setup.restart();
		expect(await ofEach()).toBe('changing first first');
	});

	it('passes messages on in a main process that led before as well', async () => {
		useKey(ONE_KEY);
		await setup.publish(first, changing, foreign);
		await setup.n8n.unpublish(changing);
		for (const trigger of [first, foreign]) await setup.n8n.closeTrigger(trigger);
		setup.useWebhookProcess(setup.process);
		await setup.restart();
		useKey(FOREIGN_KEY);
		await setup.publish(changing);
		await setup.n8n.unpublish(foreign);
		await setup.publish(foreign);

		expect(await ofEach()).toBe('changing first foreign');
	});

	it('still passes on what it has received for those that it has left', async () => {
		useKey(ONE_KEY);
		await setup.publish(changing, second);
		setup.n8n.answerInstead(isFor(second), (response) => void response.writeHead(500).end());
		const delivering = setup.simulator.sendMessage();
		await until('the pause', () => setup.retries[0]);
		await setup.n8n.unpublish(changing);
		useKey(FOREIGN_KEY);
		await setup.publish(changing);
		setup.n8n.intercept = undefined;

		expect(await setup.ending('retries', delivering)).toMatchObject({ status: 200 });
		expect(setup.started).toEqual(['changing', 'second']);
	});
});

it('a trigger that listens at another service by the time that it has left one goes on listening', async () => {
	const other = await startSimulator({ apiKeys: [ONE_KEY] });
	useKey(ONE_KEY);
	await setup.publish(first, changing);
	setup.simulator.plan({ method: 'PUT', kind: 'hang' });
	const leaving = setup.n8n.unpublish(first);
	await until('the request', () => setup.puts.length > 1 || undefined);
	const queued = setup.n8n.unpublish(changing);
	const limits = () => setup.process.deadlines.filter(({ ms }) => ms === 20_000);
	await until('both', () => limits()[1]);
	limits().forEach(({ end }) => end());
	await Promise.all([leaving, queued]);
	useKey(ONE_KEY, other);
	await setup.publish(changing);
	setup.process.deadlines.filter(({ ms }) => ms === 10_000).forEach(({ end }) => end());
	await until('the end of both', () => setup.log[1]);

	expect(other.webhookUrl).toContain('webhook-changing');
	await other.close();
});
