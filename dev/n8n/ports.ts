/** Ports on this machine: a free one, or whether a wanted one is taken. */
import { net, once } from '../platform';

/** Everything listens here only: what starts for a demonstration or a test is nobody else's business. */
export const HOST = '127.0.0.1';

/** A port that is free now. Nothing holds it until whoever asked listens on it. */
export async function freePort(): Promise<number> {
	const port = await listenOnce(0);
	if (port === undefined) throw new Error(`No port can be opened on ${HOST}`);
	return port;
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
