import { listen } from '../../../dev/n8n/ports';
import { net, process } from '../../../dev/platform';
import { credentials, run, WRITE, wordsOf } from './support';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('./instantClock'));

/** Deletes a step through a proxy that responds to CONNECT in its own way. */
async function deleteThrough(onConnect: (socket: net.Socket) => void) {
	let connections = 0;
	const proxy = net.createServer((socket) => {
		socket.on('error', () => {});
		socket.once('data', () => {
			connections += 1;
			onConnect(socket);
		});
	});
	process.env.HTTPS_PROXY = await listen(proxy);
	const baseUrl = 'https://service.invalid';
	const result = await run(WRITE, { credentials: credentials({ baseUrl }) });
	delete process.env.HTTPS_PROXY;
	proxy.close();
	return { words: wordsOf(result), connections };
}

it('a CONNECT that the proxy cuts off has sent nothing, so nothing may have happened', async () => {
	const { words, connections } = await deleteThrough((socket) => void socket.end());

	expect(words).toMatch(/^No connection to the service could be made \| Nothing was sent/);
	expect(words).not.toMatch(/may have carried this out/);
	expect(connections).toBe(1);
});

it.each([
	['while it is encrypted', 'HTTP/1.1 200 Connection established\r\n\r\n'],
	['within its header', 'HTTP/1.1 200 Conn'],
])('a connection that is cut off %s has sent nothing either', async (_when, text) => {
	const { words } = await deleteThrough((socket) => void socket.end(text));

	expect(words).toMatch(/Nothing was sent/);
	expect(words).not.toMatch(/may have carried this out/);
});

it('a proxy that wants a password is told apart from the service', async () => {
	const refusal = 'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n';
	const { words } = await deleteThrough((socket) => void socket.end(refusal));

	expect(words).toMatch(/^The proxy .* asks for a user name and a password \| .*HTTPS_PROXY/);
});
