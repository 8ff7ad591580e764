/** What changes, or does not respond, while something waits for it. */
import { startSimulator } from '../../../dev/simulator';
import { until } from '../../../dev/until';
import { isFor, messageOf } from './deliveries';
import { triggerNode } from './triggerNode';
import { first, FOREIGN_KEY, ONE_KEY, second, useSetupWithKeys } from './support';

const changing = triggerNode('changing', {}, { credential: 'changing' });
const foreign = triggerNode('foreign', {}, { credential: 'foreign' });

const setup = useSetupWithKeys([first, second, changing, foreign]);

const useKey = (apiKey: string, { url } = setup.simulator) =>
	setup.n8n.useService({ url, apiKey }, 'changing');

it('the service has ten seconds for each of four responses', async () => {
	setup.simulator.plan({ method: 'PUT', kind: 'hang', times: 4 });
	const publishing = setup.n8n.publish(first).catch((error: Error) => error.message);
	for (let attempt = 1; attempt <= 4; attempt++) {
		await until('the request', () => setup.puts.length >= attempt || undefined);
		const [limit] = setup.limitsOf('response');
		expect(limit?.ms).toBe(10_000);
		limit?.end();
	}

	expect(await publishing).toMatch(/did not respond in time/);
});

it('a user for whom the service does not respond keeps no other user waiting', async () => {
	setup.simulator.plan({ method: 'PUT', kind: 'hang' });
	const publishing = setup.n8n.publish(first);
	await until('the request', () => setup.simulator.requests.length > 0 || undefined);
	await setup.publish(foreign);

	expect(setup.simulator.webhookUrlOf('stranger')).toContain('webhook-foreign');
	setup.limitsOf('response').forEach(({ end }) => end());
	await publishing;
});

it('a service that refuses every request for the rate limit has a minute', async () => {
	const headers = { 'retry-after': '30' };
	setup.simulator.plan({ method: 'PUT', status: 429, body: {}, headers, times: 1e6 });
	const publishing = setup.n8n.publish(first).catch((error: Error) => error.message);
	await until('a refusal', () => setup.simulator.requests.length > 0 || undefined);
	const limit = await until('the limit', () => setup.limitsOf('service')[0]);
	expect(limit.ms).toBe(60_000);
	limit.end();

	expect(await publishing).toMatch(/^The service has rejected every request .*429/);
});

describe('a trigger that is published anew with the key of another user', () => {
	const deliverToUser = async (id: string) =>
		await setup.simulator.deliver(messageOf({ message_id: id }));
	const deliverToStranger = async (id: string) =>
		await setup.simulator.deliver(messageOf({ message_id: id }), { user: 'stranger' });

	it('does not get what waited for it, when it has got a message of that user', async () => {
		useKey(ONE_KEY);
		await setup.publish(first, changing, foreign);
		setup.n8n.respondInstead(isFor(changing), (response) => void response.writeHead(500).end());
		await deliverToUser('of the user');
		await until('the pause', () => setup.waitsOf('forward')[0]);
		await setup.n8n.unpublish(changing);
		useKey(FOREIGN_KEY);
		await setup.publish(changing);
		setup.n8n.intercept = undefined;
		expect((await deliverToStranger('of the stranger'))?.status).toBe(200);
		await setup.untilForwarded();

		expect(setup.started).toEqual(['changing', 'first', 'foreign']);
	});

	const ofEach = async () => {
		await deliverToUser('of the user');
		await deliverToStranger('of the stranger');
		await setup.untilForwarded();
		return setup.started.join(' ');
	};

	it('is not taken for one of the earlier user after a restart', async () => {
		useKey(ONE_KEY);
		await setup.publish(first, changing);
		await setup.n8n.unpublish(changing);
		useKey(FOREIGN_KEY);
		await setup.publish(changing);
		await setup.renew();
		await setup.restart(first);
		await deliverToUser('early');
		await setup.n8n.startTriggers([first]);
		await setup.restart();
		await setup.renew();
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
		setup.n8n.respondInstead(isFor(second), (response) => void response.writeHead(500).end());
		await deliverToUser('of the user');
		await until('the pause', () => setup.waitsOf('forward')[0]);
		await setup.n8n.unpublish(changing);
		useKey(FOREIGN_KEY);
		await setup.publish(changing);
		setup.n8n.intercept = undefined;
		await setup.untilForwarded();

		expect(setup.started).toEqual(['changing', 'second']);
	});
});

it('a trigger that listens at another service by the time that it has left one goes on listening', async () => {
	const KEY_ELSEWHERE = 'elsewhere.opens-nothing-but-this-simulator';
	const other = await startSimulator({ apiKeys: [KEY_ELSEWHERE] });
	useKey(ONE_KEY);
	await setup.publish(first, changing);
	setup.simulator.plan({ method: 'PUT', kind: 'hang' });
	const leaving = setup.n8n.unpublish(first);
	await until('the request', () => setup.puts.at(-1) === 'changing' || undefined);
	const queued = setup.n8n.unpublish(changing);
	await until('both', () => setup.limitsOf('unpublish')[1]);
	setup.limitsOf('unpublish').forEach(({ end }) => end());
	await Promise.all([leaving, queued]);
	useKey(KEY_ELSEWHERE, other);
	await setup.publish(changing);
	setup.limitsOf('response').forEach(({ end }) => end());
	await setup.n8n.settled();

	expect(other.webhookUrl).toContain('webhook-changing');
	await other.close();
});
