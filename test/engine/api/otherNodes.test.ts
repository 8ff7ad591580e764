/** The credential in nodes of others: n8n offers it in its HTTP Request node too. */
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { runTimed } from '../../../dev/bench/engine';
import { useForeignHost } from './foreignHost';
import { credentials, service } from './support';

const stranger = useForeignHost();

/** What the HTTP Request node does (n8n-nodes-base 2.41, HttpRequestV3). */
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

const PATH = '/api/v1/public/campaigns/';

it('the credential reaches the service with the key', async () => {
	expect(await succeeds(`${service.current.url}${PATH}`)).toBe(true);
	expect(service.current.requests).toMatchObject([{ path: PATH, key: '5f3a9c1e', status: 200 }]);
});

it('the credential goes to no other origin, nor does it by a redirect', async () => {
	expect(await succeeds(`${stranger.url}/`)).toBe(false);
	service.current.plan({ kind: 'redirect', to: `${stranger.url}/` });
	expect(await succeeds(`${service.current.url}${PATH}`)).toBe(false);

	expect(stranger.keys).toEqual([]);
});
