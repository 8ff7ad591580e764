import type { Command } from '../../../nodes/PublicOutreachTrigger/registration/commands';
import { makeProof } from '../../../nodes/PublicOutreachTrigger/registration/secret';
import { first, second, useSetup } from './support';

const setup = useSetup([first, second]);

const MINUTE = 60_000;

const stranger = { id: 'stranger', kind: 'published' as const, url: 'http://127.0.0.1:1/hook' };

function commandOf(register: boolean, version: number, listeners = [stranger]): string {
	const key = { id: 'another', origin: setup.simulator.url, prefix: 'other' };
	const record = { url: setup.n8n.productionUrl(first), key, webhookId: 'w', isTest: false };
	const command: Command = { register, list: { version, listeners }, record };
	return JSON.stringify(command);
}

const list = (version: number, listeners = [stranger]) => commandOf(false, version, listeners);
const register = () => commandOf(true, Date.now() + 1_000, []);

interface Forgery {
	apiKey?: string;
	/** What the proof is for. */
	url?: string;
	body?: string;
	at?: number;
	/** In place of a proof. */
	proof?: string;
}

/** Sends a command to the first trigger with a forged proof. */
async function command(body: string, forgery: Forgery = {}): Promise<unknown> {
	const { url: origin, apiKey: ownKey } = setup.simulator;
	const to = setup.n8n.productionUrl(first);
	const { apiKey = ownKey, url = to, at = Date.now() } = forgery;
	const credentials = { origin, apiKey, requestsPerMinute: 50 };
	const { proof = makeProof(credentials, url, forgery.body ?? body, at) } = forgery;
	const response = await fetch(to, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-public-outreach-proof': proof },
		body,
	});
	return await response.json();
}

const before = { requests: 0, data: '' };

beforeEach(async () => {
	await setup.publish(second, first);
	before.requests = setup.simulator.requests.length;
	before.data = setup.n8n.database.get(first.workflowId) ?? '';
});

function expectNothingDone(): void {
	expect(setup.simulator.requests).toHaveLength(before.requests);
	expect(setup.n8n.database.get(first.workflowId)).toBe(before.data);
}

describe('a command with a proof that', () => {
	it.each<[string, () => Forgery]>([
		['is empty', () => ({ proof: '' })],
		['was made with another key', () => ({ apiKey: 'other.key-of-a-stranger' })],
		['was made with the prefix alone', () => ({ apiKey: setup.simulator.apiKey.split('.')[0] })],
		['was made for another trigger', () => ({ url: setup.n8n.productionUrl(second) })],
		['was made for another body', () => ({ body: list(1) })],
		['is older than five minutes', () => ({ at: Date.now() - 6 * MINUTE })],
	])('%s does nothing', async (_what, forgery) => {
		expect(await command(register(), forgery())).toEqual({
			node: 'publicOutreachTrigger',
			status: 'refused',
		});
		expect(await command(list(Date.now() + 1_000), forgery())).toMatchObject({ status: 'refused' });
		expectNothingDone();
	});

	it('is right, but is no command, does nothing', async () => {
		for (const body of ['', '5', '{}', '{"register":true}', '{"register":1,"list":{}}']) {
			expect(await command(body)).toMatchObject({ status: 'refused' });
		}
		expectNothingDone();
	});
});

describe('a command', () => {
	it('is no delivery, even with the secret', async () => {
		const { search } = new URL(setup.simulator.webhookUrl ?? '');
		const response = await fetch(`${setup.n8n.productionUrl(second)}${search}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-public-outreach-proof': '' },
			body: JSON.stringify({ event: 'incoming_message', message: { id: 1 } }),
		});

		expect(await response.json()).toMatchObject({ status: 'refused' });
		expect(setup.n8n.emitted).toEqual([]);
	});

	it('to register sets the URL with its secret, and keeps the list', async () => {
		expect(await command(register())).toMatchObject({ status: 'done' });

		expect(setup.receiver).toBe('first');
		const { searchParams } = new URL(setup.simulator.webhookUrl ?? '');
		expect(searchParams.get('secret')).toHaveLength(84);
		expect(setup.n8n.database.get(first.workflowId)).toContain('"listeners":[]');
	});

	it("to register that the service refuses is answered with the service's words", async () => {
		setup.refusePuts();

		expect(await command(register())).toMatchObject({
			status: 'failed',
			message: expect.stringMatching(/^Not yours/),
		});
		expect(setup.receiver).toBe('second');
		expect(setup.n8n.database.get(first.workflowId)).toBe(before.data);
	});

	it('to register fails where the static data knows of no registration', async () => {
		setup.n8n.database.set(first.workflowId, '{}');

		expect(await command(register())).toMatchObject({ status: 'failed' });
		expect(setup.simulator.requests).toHaveLength(before.requests);
	});

	it('gives the record back to static data that has lost it', async () => {
		setup.n8n.database.set(first.workflowId, '{}');
		await command(list(Date.now() + 1_000));

		const stored = setup.n8n.database.get(first.workflowId);
		expect(stored).toContain('"listeners":[{"id":"stranger"');
		expect(stored).toContain(`"registration":{"url":"${setup.n8n.productionUrl(first)}"`);
	});

	it('does not tell the API key, the secret or the list', async () => {
		const answers = JSON.stringify([await command(register()), await command(list(Date.now()))]);

		expect(answers).not.toContain(setup.simulator.apiKey.split('.')[1]);
		expect(answers).not.toContain('secret');
		expect(answers).not.toContain('hook');
	});

	it('with an older list does not undo a newer one, in this process and in others', async () => {
		const now = Date.now() + 1_000;
		await command(list(now + 1, []));
		await command(list(now));
		setup.useNewWebhookProcess();
		await command(list(now));

		expect(setup.n8n.database.get(first.workflowId)).toContain(`"version":${now + 1}`);
		expect(setup.n8n.database.get(first.workflowId)).not.toContain('stranger');
	});

	it('to register is not carried out again once there was a newer list', async () => {
		const seen = register();
		await command(list(Date.now() + 2_000, []));
		const { length } = setup.simulator.requests;

		expect(await command(seen)).toMatchObject({ status: 'refused' });
		expect(setup.simulator.requests).toHaveLength(length);
	});
});

describe('the GET entry of a trigger', () => {
	it('says whether it is published, and nothing else', async () => {
		const response = await fetch(setup.n8n.productionUrl(first));

		expect(await response.json()).toEqual({ node: 'publicOutreachTrigger', status: 'published' });
	});

	it('says that a test is one', async () => {
		await setup.n8n.listen(first);
		const response = await fetch(setup.n8n.testUrl(first));

		expect(await response.json()).toEqual({ node: 'publicOutreachTrigger', status: 'testing' });
	});
});
