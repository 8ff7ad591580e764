import { http, https, net } from '../../../dev/platform';
import { selfSigned } from './certificate';
import { listen } from './listen';
import { READ, run, wordsOf } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./instantClock'));
jest.setTimeout(60_000);

const servers: net.Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

/** The port of a server that is closed after the test. */
async function portOf(server: net.Server): Promise<number> {
	servers.push(server);
	return await listen(server);
}

const apiKey = ['5f3a9c1e', 'whatever-it-is'].join('.');
const at = async (baseUrl: string) =>
	await run(READ, { credentials: { baseUrl, apiKey, requestsPerMinute: 10_000 } });

describe('no connection', () => {
	it('a name that does not resolve', async () => {
		const result = await at('https://no-such-host.invalid');

		expect(wordsOf(result)).toMatch(/^The service's host name could not be resolved \| Check the/);
		expect(result.error).toMatchObject({ name: 'NodeApiError' });
		expect(result.error?.httpCode).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
		expect(result.error?.context).toMatchObject({ itemIndex: 0 });
	});

	it.each(['127.0.0.1', 'localhost'])('nothing that listens on %s', async (host) => {
		const server = net.createServer();
		const port = await portOf(server);
		await new Promise((resolve) => server.close(resolve));
		const result = await at(`http://${host}:${port}`);

		expect(wordsOf(result)).toMatch(
			/^Nothing answers at the base URL \| Check the base URL and its port/,
		);
		expect(result.error).toMatchObject({ httpCode: 'ECONNREFUSED' });
	});

	it('an untrusted certificate', async () => {
		const received: unknown[] = [];
		const server = https.createServer(selfSigned('localhost'), (request, response) => {
			received.push(request.headers);
			response.end('{}');
		});
		const result = await at(`https://localhost:${await portOf(server)}`);

		expect(wordsOf(result)).toMatch(
			/^The service's certificate is not trusted \| .*NODE_EXTRA_CA_CERTS/,
		);
		expect(result.error).toMatchObject({ httpCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
		expect(received).toEqual([]);
	});

	it('https to a port that speaks http', async () => {
		const port = await portOf(http.createServer((_request, response) => void response.end('{}')));
		const result = await at(`https://127.0.0.1:${port}`);

		expect(wordsOf(result)).toMatch(
			/^No secure connection to the service could be made \| .*http:\/\//,
		);
	});
});

describe('a server that is not the service', () => {
	it('a port that speaks something else', async () => {
		const server = net.createServer((socket) => {
			socket.on('error', () => undefined);
			socket.end('SSH-2.0-OpenSSH_9.6\r\n');
		});
		const result = await at(`http://127.0.0.1:${await portOf(server)}`);

		expect(wordsOf(result)).toMatch(/^The request failed \| Try again later. \(HPE_/);
	});
});
