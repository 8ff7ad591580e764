import { freePort, HOST } from '../../../dev/n8n/ports';
import { CREDENTIAL_TYPE } from '../../../dev/n8n/ownNodes';
import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { deliveryOf } from './messages';
import { startOwnN8n, type OwnN8n } from '../../../dev/n8n/ownN8n';
import { setTriggerStage, type TriggerStage } from './stage';

/** The service is let through by its name; n8n's own address, which is a number, is not. */
const PROTECTION = { N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost' };
/** A proxy where nothing listens, for all but the service. */
const PROXY = { HTTP_PROXY: `http://${HOST}:9`, NO_PROXY: 'localhost' };

const LATER = ' again once a message has come in';

// The tests follow one workflow.
describe.each([
	['as behind some routers', () => 'http://n8n.invalid', {}, LATER],
	[
		'behind a proxy that takes a path away, and with another one for its own requests',
		() => 'http://n8n.invalid/n8n',
		PROXY,
		LATER,
	],
	[
		'which SSRF protection does not allow it',
		(port: number) => `http://${HOST}:${port}`,
		PROTECTION,
		' .* allow it with N8N_SSRF_ALLOWED_HOSTNAMES',
	],
])('an n8n that does not reach its own address, %s', (_why, addressAt, env, advice) => {
	let own: string;
	let n8n: OwnN8n;
	let stage: TriggerStage;
	let credential: { id: string; name: string };
	let workflow: StoredWorkflow;
	let second: StoredWorkflow;
	let draft: StoredWorkflow;
	let production: string;

	beforeAll(async () => {
		const port = await freePort();
		own = addressAt(port);
		n8n = await startOwnN8n({ port, env: { ...env, WEBHOOK_URL: own } });
		stage = await setTriggerStage(n8n.url);
		const data = { baseUrl: stage.simulator.url.replace(HOST, 'localhost'), ...key() };
		credential = await stage.credentialOf(CREDENTIAL_TYPE, data);
		workflow = await stage.triggerOf(credential, 'Alone');
		second = await stage.triggerOf(credential, 'Second');
		draft = await stage.triggerOf(credential, 'Draft');
	}, 300_000);
	afterAll(async () => {
		await stage?.clear();
		await n8n?.remove();
	});
	const key = () => ({ apiKey: stage.simulator.apiKey, requestsPerMinute: 10_000 });

	/** The service reaches it: delivers to the registered address by the way that is open. */
	async function deliver(message_id: string): Promise<number> {
		const url = stage.webhook().replace(own, n8n.url);
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify(deliveryOf(message_id));
		return (await fetch(url, { method: 'POST', headers, body })).status;
	}
	const refusal = () => new RegExp(`${new URL(own).origin}.*${advice}`);

	it('publishes one workflow as ever', async () => {
		await stage.publish(workflow);
		production = stage.webhook();

		expect(production.startsWith(`${own}/webhook/`)).toBe(true);
	});

	it('refuses to publish a second one, and names the address', async () => {
		await stage.client.publish(second.id);

		const outcome = await stage.outcomeOf(second);
		expect(outcome).toContain('"status":"failed"');
		expect(outcome).toMatch(refusal());
		expect(stage.webhook()).toBe(production);
	});

	it('refuses a test beside it, names the address, and misses nothing meanwhile', async () => {
		for (const tested of [draft, workflow]) {
			await expect(stage.listen(tested)).rejects.toThrow(refusal());
		}
		expect(stage.webhook()).toBe(production);
		expect(await deliver('after the test')).toBe(200);
		await stage.runs.expectOnly(workflow, ['after the test']);
	});

	if (env === PROTECTION) {
		it('refuses both once a message has come in as well', async () => {
			await stage.client.publish(second.id);

			expect(await stage.outcomeOf(second)).toMatch(refusal());
			await expect(stage.listen(draft)).rejects.toThrow(refusal());
		});

		it('refuses a service that is not allowed, in words of its own', async () => {
			const data = { baseUrl: stage.simulator.url, ...key() };

			expect(await stage.client.testCredential(CREDENTIAL_TYPE, data)).toMatchObject({
				status: 'Error',
				message: expect.stringContaining('restricted IP address'),
			});
		});
	} else {
		it('publishes a second one and tests beside both once a message has come in', async () => {
			await stage.publish(second);
			await stage.listen(draft);

			expect(stage.webhook()).toBe(production);
			expect(await deliver('to all')).toBe(200);
			await stage.runs.expectOnly(workflow, ['after the test', 'to all']);
			await stage.runs.expectOnly(second, ['to all']);
			await stage.runs.expectOnly(draft, ['to all'], { mode: 'manual' });
		});

		it('has the second one take over when the first one is unpublished', async () => {
			await stage.unpublish(workflow);
			await stage.webhookIs(second);

			expect(await deliver('to the second')).toBe(200);
			await stage.runs.expectOnly(second, ['to all', 'to the second']);
			await stage.unpublish(second);
			await stage.webhookIs(null);
		});
	}
});
