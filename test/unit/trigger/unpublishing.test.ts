import { until } from '../../../dev/until';
import { settled } from './outboxTime';
import { ELSEWHERE, first, second, useSetup } from './support';

const setup = useSetup([first, second]);

const stored = () => setup.n8n.database.get(first.workflowId) ?? '{}';

/** Unpublishes the only trigger while the service does not answer, until n8n gives up waiting. */
async function unpublishWithoutAnswer(): Promise<void> {
	await setup.publish(first);
	setup.simulator.plan({ method: 'PUT', kind: 'hang' });
	const leaving = setup.n8n.unpublish(first);
	await until('the request', () => setup.puts.length > 1 || undefined);
	setup.process.deadlines.find(({ ms }) => ms === 20_000)?.end();
	await leaving;
}

/** Ends the time that the latest request has. */
function expireRequest(): void {
	const ofRequests = setup.process.deadlines.filter(({ ms }) => ms === 10_000);
	ofRequests.at(-1)?.end();
}

describe('unpublishing', () => {
	it('disables the webhook, also after a restart', async () => {
		await setup.publish(first);
		await setup.restart();
		await setup.n8n.unpublish(first);

		expect(setup.puts).toEqual(['first', null]);
		expect(stored()).not.toContain('secret');
	});

	it('does so too where an execution has written back what was before the publication', async () => {
		await setup.publish(first);
		setup.n8n.database.delete(first.workflowId);
		await setup.n8n.unpublish(first);

		expect(setup.puts).toEqual(['first', null]);
	});

	it('touches nothing when the own registration never succeeded', async () => {
		setup.simulator.state.webhookUrl = ELSEWHERE;
		setup.refusePuts();
		await setup.n8n.publish(first).catch(() => undefined);
		setup.n8n.published.add(first.workflowId);
		await setup.n8n.unpublish(first);

		expect(setup.simulator.webhookUrl).toBe(ELSEWHERE);
	});

	it('does nothing a second time', async () => {
		await setup.publish(first);
		await setup.n8n.unpublish(first);
		setup.simulator.state.webhookUrl = ELSEWHERE;
		setup.n8n.published.add(first.workflowId);
		await setup.n8n.unpublish(first);

		expect(setup.simulator.webhookUrl).toBe(ELSEWHERE);
	});

	it('waits for a registration that is under way, and removes it', async () => {
		setup.simulator.plan({ method: 'PUT', kind: 'delay', ms: 100 });
		const publishing = setup.n8n.publish(first);
		const hasBegun = () => setup.simulator.requests.length > 0 || undefined;
		await until('the request', hasBegun);
		await setup.n8n.unpublish(first);
		await publishing;

		expect(setup.receiver).toBeNull();
	});

	it('ends a registration that still waits for its turn', async () => {
		await unpublishWithoutAnswer();
		const waiting = setup.n8n.publish(second).catch((error: Error) => error.message);
		await settled();
		await setup.n8n.unpublish(second);
		expireRequest();

		expect(await waiting).toMatch(/^n8n ended this/);
		await setup.renew();
		expect(setup.receiver).toBeNull();
		expect(setup.puts).not.toContain('second');
	});

	it('goes on in the background while the service refuses it, with growing pauses, and is logged once', async () => {
		await setup.publish(first);
		setup.refusePuts(8);
		await setup.n8n.unpublish(first);
		expect(setup.receiver).toBe('first');
		const before = setup.process.waits.length;
		for (let round = 1; round <= 8; round++) await setup.renew();

		expect(setup.receiver).toBeNull();
		const pauses = setup.process.waits.slice(before - 1).map(({ ms }) => ms / 1_000);
		expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 240, 240]);
		expect(setup.log).toEqual([expect.stringMatching(/^error: .*Webhook: Disable.*Not yours\./)]);
	});

	it('is told again for another reason, and once more after a success', async () => {
		await setup.publish(first);
		setup.refusePuts(2);
		setup.simulator.plan({ method: 'PUT', status: 401, body: { error: 'Revoked' } });
		await setup.n8n.unpublish(first);
		for (let round = 1; round <= 3; round++) await setup.renew();
		await setup.publish(first);
		setup.refusePuts();
		await setup.n8n.unpublish(first);
		await setup.renew();

		expect(setup.receiver).toBeNull();
		const reasons = setup.log.map((line) => /Not yours|Revoked/.exec(line)?.[0]);
		expect(reasons).toEqual(['Not yours', 'Revoked', 'Not yours']);
	});

	it('is not forgotten over a registration that fails', async () => {
		await setup.publish(first);
		setup.refusePuts(2);
		await setup.n8n.unpublish(first);
		await expect(setup.n8n.publish(first)).rejects.toThrow('Not yours');
		await setup.renew();

		expect(setup.puts).toEqual(['first', null, 'first', null]);
	});

	it('is over for the user after 20 seconds, however long the service takes', async () => {
		await unpublishWithoutAnswer();

		expect(setup.receiver).toBe('first');
		// The request goes on, until it takes too long as well.
		expireRequest();
		await setup.n8n.settled();
		expect(setup.receiver).toBeNull();
	});

	it('forgets what was delivered: after the next publication it starts the workflow again', async () => {
		for (const publication of [1, 2]) {
			await setup.publish(first);
			await setup.simulator.sendMessage({ message_id: 'the same' });
			await setup.n8n.unpublish(first);
			expect(setup.started).toHaveLength(publication);
		}
	});
});
