import { generate } from 'selfsigned';
import { freePort, listen } from '../../../dev/n8n/ports';
import { http, https, net } from '../../../dev/platform';
import type { Fault } from '../../../dev/simulator';
import { credentials, items, LIST, READ, run, service, wordsOf } from './support';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('./instantClock'));

const HTML = '<!doctype html>\n<title>Bad Gateway</title>\n<h1>nginx</h1>';
const GONE: Fault = { status: 404, body: { detail: 'Gone' } };
const PAGE: Fault = { status: 502, body: HTML, contentType: 'text/html', times: 9 };

it.each<[number, Fault, RegExp, string?]>([
	[404, GONE, /^Gone \| Campaign 103 was not found/, 'configuration-invalid'],
	[409, { status: 409, body: 'Conflict here' }, /^Conflict here \| /],
	[502, PAGE, /HTML page .*502, "Bad Gateway"\) \| .*A proxy/, 'temporarily-unavailable'],
	[200, { kind: 'truncated' }, /not valid JSON \(status 200\) \| .*begins with: {/],
])('what happened and what to do: %d %j', async (status, fault, words, ...[cause]) => {
	service.current.plan({ ...fault, after: 1 });
	const result = await run(READ, { items: items(2) });

	expect(wordsOf(result)).toMatch(words);
	expect(result.error).toMatchObject({
		name: 'NodeApiError',
		httpCode: String(status),
		context: { itemIndex: 1 },
	});
	expect(result.error?.failure).toEqual(cause && { cause });
});

it.each([[[1, 2]], ['"text"'], [7], ['null']])('no object is an error: %j', async (body) => {
	service.current.plan({ status: 200, body });
	const result = await run(READ);

	expect(wordsOf(result)).toMatch(/unexpected format: expected an object/);
	expect(result.error?.httpCode).toBe('200');
});

it.each([
	['Not yours', /Not yours/],
	['', /status 403 and gave no reason/],
])('a refusal is no page for its content type alone: %j', async (body, words) => {
	service.current.plan({ status: 403, body, contentType: 'text/html; charset=utf-8' });

	expect(wordsOf(await run(READ))).toMatch(words);
});

const MIME = ['text/html', 'text/csv;charset=latin1', 'application/octet-stream', 'image/png', 'x'];

it.each(MIME)('JSON is JSON, whatever its content type: %s', async (contentType) => {
	const campaign = { id: 103, name: 'Summer' };
	service.current.plan({ status: 200, body: { success: true, campaign }, contentType });

	expect((await run(READ)).json).toEqual([campaign]);
});

it('a credential that cannot be used: which field, before anything is sent', async () => {
	const unusable = credentials({ apiKey: 'half' });
	const result = await run(LIST, { credentials: unusable, items: items(3) });

	expect(wordsOf(result)).toMatch(/API Key is 4 characters without a dot.*Open the credential/);
	expect(result.error).toMatchObject({ failure: { cause: 'credential-invalid' } });
	expect(service.current.requests).toEqual([]);
});

/** The requests that reached any of the servers. */
const received: unknown[] = [];
const take: http.RequestListener = (request, response) => {
	received.push(request.headers);
	response.end('{}');
};
const servers: Record<string, net.Server> = {
	web: http.createServer(take),
	ssh: net.createServer((socket) => {
		socket.on('error', () => undefined);
		socket.end('SSH-2.0-OpenSSH_9.6\r\n');
	}),
};
const ports: Record<string, unknown> = {};

beforeAll(async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	servers.signed = https.createServer({ key, cert }, take);
	for (const [name, server] of Object.entries(servers)) {
		ports[name] = new URL(await listen(server)).port;
	}
	ports.closed = await freePort();
});
afterAll(() => Object.values(servers).forEach((server) => server.close()));

it.each([
	['https://no-such.invalid', /^(ENOTFOUND|EAI_AGAIN)$/, /host name could not be resolved \| C/],
	['http://127.0.0.1:closed', /^ECONNREFUSED$/, /^Nothing responds .* \| Check .* and its port/],
	['http://localhost:closed', /^ECONNREFUSED$/, /^Nothing responds .* \| Check .* and its port/],
	['https://localhost:signed', /^DEPTH_ZERO_SELF_SIGNED_CERT$/, / not trusted \| .*NODE_EXTRA_CA/],
	['https://127.0.0.1:web', /^(EPROTO|ERR_SSL_.*)$/, /^No secure connection .* \| .*http:\/\//],
	['http://127.0.0.1:ssh', /^HPE_/, /^The request failed \| Try again later. \(HPE_/],
])('nothing is sent to %s, and the error says what to do', async (address, code, words) => {
	const baseUrl = address.replace(/\w+$/, (name) => String(ports[name] ?? name));
	const result = await run(READ, { credentials: credentials({ baseUrl }) });

	expect(wordsOf(result)).toMatch(words);
	expect(result.error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
	expect(result.error?.httpCode).toMatch(code);
	expect(received).toEqual([]);
});
