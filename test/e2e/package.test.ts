import type { Fault } from '../../dev/simulator/faults';
import { ACTION_TYPE, CREDENTIAL_TYPE, TRIGGER_TYPE } from '../../dev/n8n/ownNodes';
import { setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());

describe('the packed package in n8n', () => {
	it('offers both nodes', async () => {
		const types = await stage.client.nodeTypes();
		const ours = types.filter((name) => name.startsWith('n8n-nodes-public-outreach.'));

		expect(ours).toEqual(expect.arrayContaining([ACTION_TYPE, TRIGGER_TYPE]));
	});

	it('offers the credential', async () => {
		expect(await stage.client.credentialTypes()).toContain(CREDENTIAL_TYPE);
	});
});

describe('the credential test', () => {
	async function test(values: Record<string, unknown>) {
		const { url, apiKey } = stage.simulator;
		const data = { baseUrl: url, apiKey, requestsPerMinute: 50, ...values };
		return await stage.client.testCredential(CREDENTIAL_TYPE, data);
	}

	it('accepts the right key', async () => {
		expect(await test({})).toMatchObject({ status: 'OK' });
		expect(stage.simulator.requests).toMatchObject([
			{ method: 'GET', path: '/api/v1/public/campaigns/', status: 200 },
		]);
	});

	it('refuses a wrong key, which the service has seen', async () => {
		const { requests } = stage.simulator;
		const before = requests.length;

		expect(await test({ apiKey: 'wrong.key' })).toMatchObject({ status: 'Error' });
		// n8n asks once more when its first request is answered with 401.
		const statuses = requests.slice(before).map(({ status }) => status);
		expect(new Set(statuses)).toEqual(new Set([401]));
	});

	it('refuses a key without its second part, which the service never sees', async () => {
		const { requests } = stage.simulator;
		const before = requests.length;

		expect(await test({ apiKey: 'prefixonly' })).toMatchObject({ status: 'Error' });
		expect(requests).toHaveLength(before);
	});

	it.each<[string, Fault, RegExp]>([
		['a page of HTML', { kind: 'html' }, /no list of campaigns/],
		['a failure', { status: 200, body: { success: false, error: 'No' } }, /success": false/],
		['an empty answer', { status: 200, body: '' }, /no list of campaigns/],
		['a text', { kind: 'notJson' }, /no list of campaigns/],
	])('does not take %s with status 200 for a success', async (_what, fault, words) => {
		stage.simulator.plan(fault);
		const result = await test({});

		expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(words) });
	});

	it.each([[[{ id: 1, name: 'One' }]], [{ results: [] }], [{ data: { campaigns: [] } }]])(
		'takes every shape in which the node reads a list: %j',
		async (body) => {
			stage.simulator.plan({ status: 200, body });

			expect(await test({})).toMatchObject({ status: 'OK' });
		},
	);

	it('refuses an address that is not https', async () => {
		const result = await test({ baseUrl: 'http://service.example' });

		expect(result).toMatchObject({ status: 'Error' });
	});
});
