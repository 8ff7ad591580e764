/** Ports on this machine: a free one, or whether a wanted one is taken. */
import { crypto, net, once } from '../platform';

/** Everything listens here only: what starts for a demonstration or a test is nobody else's business. */
export const HOST = '127.0.0.1';

/** Below those from which systems take the ports of outgoing connections (Linux: from 32768). */
const FIRST = 20_000;
const COUNT = 6_000;

/**
 * A port that is free now, and that no other process is given here while this one runs.
 *
 * A server may take long to start: to mark its port as given away, this process listens on another
 * one, which the system closes however this process ends.
 */
export async function freePort(): Promise<number> {
	for (let attempt = 0; attempt < COUNT; attempt++) {
		const port = FIRST + crypto.randomInt(COUNT);
		if ((await mark(port + COUNT)) && (await canListen(port))) return port;
	}
	throw new Error(`No port can be opened on ${HOST}`);
}

async function mark(port: number): Promise<boolean> {
	return await opens(net.createServer().listen(port, HOST).unref());
}

/** Throws an error that names the port, what wanted it and the way out, when somebody listens on it. */
export async function assertPortFree(
	port: number,
	wantedBy: string,
	variable: string,
): Promise<void> {
	if (await canListen(port)) return;
	throw new Error(
		`Port ${port}, wanted for ${wantedBy}, is in use by another program.\n` +
			`End that program, or choose another port: ${variable}=${port + 10} npm start`,
	);
}

/** Has a server listen on any free port; returns its origin. */
export async function listen(server: net.Server): Promise<string> {
	await once(server.listen(0, HOST), 'listening');
	const address = server.address();
	if (typeof address !== 'object' || !address) throw new Error('The server has no port');
	return `http://${HOST}:${address.port}`;
}

/** Opens a port and closes it again; returns whether that was possible. */
async function canListen(port: number): Promise<boolean> {
	const server = net.createServer().listen(port, HOST);
	const isOpen = await opens(server);
	server.close();
	return isOpen;
}

async function opens(server: net.Server): Promise<boolean> {
	return await once(server, 'listening').then(
		() => true,
		() => false,
	);
}
