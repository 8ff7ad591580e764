import type { CredentialReference } from '../../dev/n8n/client';
import { freePort, HOST } from '../../dev/n8n/ports';
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { CREDENTIAL_TYPE } from '../../dev/n8n/ownNodes';
import { deliverEach } from '../e2e/trigger/messages';
import { startOwnN8n, type OwnN8n } from '../e2e/trigger/ownN8n';
import { setTriggerStage, type TriggerStage } from '../e2e/trigger/stage';

let own: string;
let n8n: OwnN8n;
let stage: TriggerStage;
let credential: CredentialReference;

// The service is let through by its name; n8n's own address, which is a number, is not.
beforeAll(async () => {
	const port = await freePort();
	own = `http://${HOST}:${port}`;
	const protection = {
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
	};
	n8n = await startOwnN8n({ port, env: { ...protection, WEBHOOK_URL: `${own}/` } });
	stage = await setTriggerStage(n8n.url);
	const { url, apiKey } = stage.simulator;
	const data = { baseUrl: url.replace(HOST, 'localhost'), apiKey, requestsPerMinute: 10_000 };
	credential = await stage.client.createCredential('By name', CREDENTIAL_TYPE, data);
}, 300_000);
afterAll(async () => {
	await stage?.clear();
	await n8n?.remove();
});

// The tests follow one workflow.
describe('SSRF protection that does not allow n8n its own address', () => {
	let workflow: StoredWorkflow;
	let production: string;

	it('refuses a service that is not allowed, in words of its own', async () => {
		const { url: baseUrl, apiKey } = stage.simulator;
		const data = { baseUrl, apiKey, requestsPerMinute: 10_000 };

		expect(await stage.client.testCredential(CREDENTIAL_TYPE, data)).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('restricted IP address'),
		});
	});

	it('lets one workflow be published as ever', async () => {
		workflow = await stage.triggerOf(credential, 'Alone');
		await stage.publish(workflow);
		production = stage.webhook();

		expect(production.startsWith(`${own}/webhook/`)).toBe(true);
		await deliverEach(stage.simulator, ['alone']);
		await stage.runs.expectOnly(workflow, ['alone']);
	});

	// Publishing a second one is refused by the same code; n8n tries that for a minute.
	it('refuses a test beside it, says what to allow, and misses nothing meanwhile', async () => {
		await expect(stage.listen(workflow)).rejects.toThrow(
			new RegExp(`${own}, .* allow it with N8N_SSRF_ALLOWED_HOSTNAMES`),
		);
		expect(stage.webhook()).toBe(production);
		await deliverEach(stage.simulator, ['after the test']);

		await stage.runs.expectOnly(workflow, ['alone', 'after the test']);
		await stage.unpublish(workflow);
		await stage.webhookIs(null);
	});
});
