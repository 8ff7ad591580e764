import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { runTimed } from '../../../dev/bench/engine';
import type { Fault } from '../../../dev/simulator';
import { testCredential } from './credentialTester';
import { useForeignHost } from './foreignHost';
import { credentials, service } from './support';

const stranger = useForeignHost();
const PATH = '/api/v1/public/campaigns/';

const test = async (changes: Record<string, string> = {}) =>
	await testCredential(credentials(changes));

it('the test asks for the campaigns, with the key', async () => {
	expect(await test()).toBe('OK');
	expect(service.current.requests).toMatchObject([
		{ method: 'GET', path: PATH, key: '5f3a9c1e', status: 200 },
	]);
});

it.each(['/', '/api/v1', '/api/v1/'])('the test takes a base URL that ends in %s', async (end) => {
	expect(await test({ baseUrl: `${service.current.url}${end}` })).toBe('OK');
	expect(service.current.requests[0]?.path).toBe(PATH);
});

it.each<[string, Fault, RegExp]>([
	// n8n asks again after a 401.
	['401', { status: 401, times: 2 }, /does not accept this API key \(401\)/],
	['404', { status: 404 }, /not found at this base URL \(404\)/],
	['429', { status: 429 }, /The key works, but its limit/],
	['a page', { kind: 'html' }, /instead of a list of campaigns/],
	['an empty body', { status: 200, body: '' }, /instead of a list of campaigns/],
	['text', { kind: 'notJson' }, /instead of a list of campaigns/],
	['a failure', { status: 200, body: { success: false, error: 'No' } }, /success": false/],
])('the test does not take %s for a success, and says why', async (_what, fault, words) => {
	service.current.plan(fault);

	expect(await test()).toMatch(words);
});

it.each([
	{ campaigns: [{ id: 1, name: 'One', status: 'DRAFT' }] },
	[{ id: 1, name: 'One', status: 'DRAFT' }],
	{ count: 0, next: null, previous: null, results: [] },
	{ success: true, data: { campaigns: [] } },
	{ success: true, message: 'ok', status: 'success', campaigns: null },
])('the test takes every shape in which the node reads a list: %j', async (body) => {
	service.current.plan({ status: 200, body });

	expect(await test()).toBe('OK');
});

it.each([301, 302, 303, 307, 308])('the key goes to no other origin: %d', async (status) => {
	service.current.plan({ status, headers: { location: `${stranger.url}/` } });

	expect(await test()).toMatch(/redirects to another URL/);
	expect(stranger.keys).toEqual([]);
});

it.each([
	[{ apiKey: 'half' }, /API Key is 4 characters without a dot/],
	[{ baseUrl: 'http://api.example.com' }, /expected https/],
])('the test sends nothing with a credential that cannot be used: %j', async (changes, words) => {
	expect(await test(changes)).toMatch(words);
	expect(service.current.requests).toEqual([]);
});

/** What the HTTP Request node does, in which n8n offers the credential too (n8n-nodes-base 2.41, HttpRequestV3). */
const olderRequest = (uri: string): INodeType => ({
	description: {
		properties: [],
		credentials: [{ name: 'publicOutreachApi' }],
	} as unknown as INodeTypeDescription,
	async execute(this: IExecuteFunctions) {
		const { requestWithAuthentication } = this.helpers;
		const options = { method: 'GET' as const, uri, followAllRedirects: true, json: true };
		const json = await requestWithAuthentication.call(this, 'publicOutreachApi', options);
		return [this.helpers.returnJsonArray(json)];
	},
});

async function succeeds(uri: string): Promise<boolean> {
	const { succeeded } = await runTimed({
		nodeType: olderRequest(uri),
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 1,
		parameters: {},
		credentials: credentials(),
		count: 1,
	});
	return succeeded === 1;
}

it('the credential in a node of others reaches the service with the key', async () => {
	expect(await succeeds(`${service.current.url}${PATH}`)).toBe(true);
	expect(service.current.requests).toMatchObject([{ path: PATH, key: '5f3a9c1e', status: 200 }]);
});

it('the credential in a node of others goes to no other origin, nor does it by a redirect', async () => {
	expect(await succeeds(`${stranger.url}/`)).toBe(false);
	service.current.plan({ kind: 'redirect', to: `${stranger.url}/` });
	expect(await succeeds(`${service.current.url}${PATH}`)).toBe(false);

	expect(stranger.keys).toEqual([]);
});
