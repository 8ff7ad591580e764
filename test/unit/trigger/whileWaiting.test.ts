/** What changes, or does not answer, while something waits for it. */
import { until } from '../../../dev/until';
import { isFor } from './deliveries';
import { triggerNode } from './triggerNode';
import { first, second, useSetupWithKeys } from './support';

const withOtherKey = triggerNode('third', {}, { credential: 'other' });

const setup = useSetupWithKeys([first, second, withOtherKey]);

it('a message that waits for a workflow reaches it under the secret of its latest publication', async () => {
	await setup.publish(first, second);
	setup.n8n.answerInstead(isFor(second), (response) => void response.writeHead(500).end(), 1);
	const delivering = setup.simulator.sendMessage();
	await until('the pause', () => setup.retries[0]);
	await setup.n8n.unpublish(second);
	await setup.publish(second);

	expect(await setup.ending('retries', delivering)).toMatchObject({ status: 200 });
	expect(setup.started).toEqual(['first', 'second']);
	const [failed, taken] = setup.deliveriesTo(second).map(({ url }) => url);
	expect(taken).not.toBe(failed);
});

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

	expect(await publishing).toMatch(/did not answer in time/);
});
