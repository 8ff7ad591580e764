import { startSimulator } from '../../../dev/simulator';
import { first, second, useSetup } from './support';

const setup = useSetup([first, second]);

const put = async (url: string, apiKey: string, webhookUrl: string) =>
	await fetch(`${url}/api/v1/user/webhook/`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
		body: JSON.stringify({ webhook_url: webhookUrl }),
	});

describe('a test where nothing is published', () => {
	it('takes the webhook with the test URL and a secret', async () => {
		await setup.n8n.listen(first);

		const url = new URL(setup.simulator.webhookUrl ?? '');
		expect(url.origin + url.pathname).toBe(setup.n8n.testUrl(first));
		expect(url.searchParams.get('secret')).toMatch(/^[\w-]{16,}$/);
	});

	it.each([
		['stopped', async () => await setup.n8n.stop(first)],
		['ended by its event', async () => void (await setup.simulator.sendMessage())],
	])('leaves null when it is %s', async (_how, end) => {
		await setup.n8n.listen(first);
		await end();
		await setup.n8n.ended(first);

		expect(setup.puts).toEqual(['first test', null]);
	});

	it('goes on after a delivery that is refused or ignored', async () => {
		await setup.n8n.listen(first);
		const refused = await fetch(setup.n8n.testUrl(first), { method: 'POST', body: '{}' });
		const ignored = await setup.simulator.deliver({ event: 'another' });

		expect(refused.status).toBe(401);
		expect(ignored?.answer).toContain('ignored');
		expect(setup.receiver).toBe('first test');
	});

	it('is joined by another test, which gets the webhook when the first ends', async () => {
		await setup.n8n.listen(first);
		await setup.n8n.listen(second);
		await setup.n8n.stop(first);
		await setup.simulator.sendMessage();
		await setup.n8n.ended(second);

		expect(setup.puts).toEqual(['first test', 'second test', null]);
		expect(setup.started).toEqual(['second test']);
	});

	it('passes its message on to another test', async () => {
		await setup.n8n.listen(first);
		await setup.n8n.listen(second);
		await setup.simulator.sendMessage();
		await setup.n8n.ended(first);
		await setup.n8n.ended(second);

		expect(setup.started).toEqual(['first test', 'second test']);
		expect(setup.receiver).toBeNull();
	});

	it.each([first, second])(
		'leaves the webhook to $node.name, published meanwhile',
		async (next) => {
			await setup.n8n.listen(first);
			await setup.publish(next);
			await setup.simulator.sendMessage();
			await setup.n8n.ended(first);

			expect(setup.started).toEqual([next.workflowId.replace('id-of-', ''), 'first test'].sort());
			expect(setup.receiver).toBe(next.workflowId.replace('id-of-', ''));
		},
	);
});

describe('a test with the key of another user', () => {
	it('leaves the published workflow alone, and its own webhook empty', async () => {
		await setup.publish(first);
		const other = await startSimulator({ requestsPerMinute: 1e9, apiKeys: ['other.of-a-test'] });
		setup.n8n.useServiceInTests(other);
		await setup.n8n.listen(first);
		expect(other.webhookUrl).toContain(setup.n8n.testUrl(first));
		await setup.n8n.stop(first);

		expect(other.webhookUrl).toBeNull();
		expect(setup.puts).toEqual(['first']);
		await other.close();
	});

	it('that it got meanwhile touches neither webhook at its end', async () => {
		await setup.n8n.listen(first);
		const other = await startSimulator({ requestsPerMinute: 1e9, apiKeys: ['other.of-a-test'] });
		const theirs = 'https://n8n.example.com/webhook/another';
		await put(other.url, other.apiKey, theirs);
		setup.n8n.useService(other);
		await setup.n8n.stop(first);

		expect(other.webhookUrl).toBe(theirs);
		expect(setup.receiver).toBe('first test');
		await other.close();
	});
});

describe('a test that cannot start', () => {
	it('leaves nothing behind', async () => {
		setup.refusePuts();
		await expect(setup.n8n.listen(first)).rejects.toThrow('Not yours');
		await setup.publish(second);

		expect(await setup.startedByMessage()).toEqual(['second']);
		await setup.n8n.unpublish(second);
		expect(setup.receiver).toBeNull();
	});

	it('leaves null when the answer was lost, for the service may have taken the URL', async () => {
		setup.simulator.plan({ method: 'PUT', kind: 'resetAfter', times: 4 });
		await expect(setup.n8n.listen(first)).rejects.toThrow();

		expect(setup.receiver).toBeNull();
	});
});
