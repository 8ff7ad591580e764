import { http, https, net } from '../../../dev/platform';
import { selfSigned } from '../../../dev/engine/certificate';
import { freePort, listen } from '../../../dev/n8n/ports';
import { READ, run, wordsOf } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./instantClock'));
jest.setTimeout(60_000);

/** The requests that reached any of the servers. */
const received: unknown[] = [];
const take: http.RequestListener = (request, response) => {
	received.push(request.headers);
	response.end('{}');
};
const servers: Record<string, net.Server> = {
	signed: https.createServer(selfSigned('localhost'), take),
	web: http.createServer(take),
	ssh: net.createServer((socket) => {
		socket.on('error', () => undefined);
		socket.end('SSH-2.0-OpenSSH_9.6\r\n');
	}),
};
const ports: Record<string, unknown> = {};

beforeAll(async () => {
	for (const [name, server] of Object.entries(servers)) {
		ports[name] = new URL(await listen(server)).port;
	}
	ports.closed = await freePort();
});
afterAll(() => Object.values(servers).forEach((server) => server.close()));

it.each([
	['https://no-such.invalid', /^(ENOTFOUND|EAI_AGAIN)$/, /host name could not be resolved \| C/],
	['http://127.0.0.1:closed', /^ECONNREFUSED$/, /^Nothing answers .* \| Check .* and its port/],
	['http://localhost:closed', /^ECONNREFUSED$/, /^Nothing answers .* \| Check .* and its port/],
	['https://localhost:signed', /^DEPTH_ZERO_SELF_SIGNED_CERT$/, / not trusted \| .*NODE_EXTRA_CA/],
	['https://127.0.0.1:web', /^(EPROTO|ERR_SSL_.*)$/, /^No secure connection .* \| .*http:\/\//],
	['http://127.0.0.1:ssh', /^HPE_/, /^The request failed \| Try again later. \(HPE_/],
])('nothing is sent to %s, and the error says what to do', async (address, code, words) => {
	const apiKey = ['5f3a9c1e', 'whatever-it-is'].join('.');
	const baseUrl = address.replace(/\w+$/, (name) => String(ports[name] ?? name));
	const result = await run(READ, { credentials: { baseUrl, apiKey, requestsPerMinute: 10_000 } });

	expect(wordsOf(result)).toMatch(words);
	expect(result.error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
	expect(result.error?.httpCode).toMatch(code);
	expect(received).toEqual([]);
});
