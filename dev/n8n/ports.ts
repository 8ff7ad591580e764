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
		if ((await mark(port + COUNT)) && (await listenOnce(port)) !== undefined) return port;
	}
	throw new Error(`No port can be opened on ${HOST}`);
}

async function mark(port: number): Promise<boolean> {
	const server = net.createServer().listen(port, HOST).unref();
	return await once(server, 'listening').then(
		() => true,
		() => false,
	);
}

/** Throws an error that names the port, what wanted it and the way out, when somebody listens on it. */
export async function assertPortFree(
	port: number,
	wantedBy: string,
	variable: string,
): Promise<void> {
	if ((await listenOnce(port)) !== undefined) return;
	throw new Error(
		`Port ${port}, wanted for ${wantedBy}, is in use by another program.\n` +
			`End that program, or choose another port: ${variable}=${port + 10} npm start`,
	);
}

/** Opens a port and closes it again; says which it was, or nothing when it could not be had. */
async function listenOnce(wanted: number): Promise<number | undefined> {
	const server = net.createServer().listen(wanted, HOST);
	try {
		await once(server, 'listening');
		const address = server.address();
		return typeof address === 'object' ? address?.port : undefined;
	} catch {
		return undefined;
	} finally {
		server.close();
	}
}
