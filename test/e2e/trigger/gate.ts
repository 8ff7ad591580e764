/** Stands before n8n, at the address that n8n gives out: what goes through may be held up or turned away. */
import { startOwnN8n } from '../../../dev/n8n/ownN8n';
import { freePort, HOST, listen } from '../../../dev/n8n/ports';
import { http, once } from '../../../dev/platform';

/** The name of this machine, by which n8n reaches the service and the gate. */
export const SERVICE_HOST = 'localhost';

/** An n8n of a test's own behind a gate, which requests of n8n to itself pass as well. */
export async function startBehindGate(env: NodeJS.ProcessEnv) {
	const port = await freePort();
	const gate = await startGate(port);
	const protection = {
		// n8n may not send them where it listens itself, which is a number.
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		N8N_SSRF_ALLOWED_HOSTNAMES: SERVICE_HOST,
	};
	const WEBHOOK_URL = gate.url.replace(HOST, SERVICE_HOST);
	const n8n = await startOwnN8n({ port, env: { ...env, ...protection, WEBHOOK_URL } });
	return { gate, n8n };
}

export type Gate = Awaited<ReturnType<typeof startGate>>;

/** @param target the port that n8n listens on */
export async function startGate(target: number) {
	const paths: string[] = [];
	let closed: string[] = [];
	let waiting: Array<{ path: string; go: () => void }> = [];
	const turnedAway = new Map<string, number>();
	const statusOf = (path: string) => [...turnedAway].find(([part]) => path.includes(part))?.[1];
	const isClosed = (path: string) => closed.some((part) => path.includes(part));

	const server = http.createServer((request, response) => {
		const path = request.url ?? '';
		paths.push(path);
		const status = statusOf(path);
		if (status !== undefined) return void response.writeHead(status).end('<h1>Not for you</h1>');
		const go = () => pass(request, response, target);
		if (!isClosed(path)) return go();
		const entry = { path, go };
		waiting.push(entry);
		// A client that gives up waits no longer.
		response.once('close', () => (waiting = waiting.filter((other) => other !== entry)));
	});
	return {
		/** The address that n8n is told is its own (WEBHOOK_URL). */
		url: await listen(server),
		/** Paths of what has come so far, oldest first. */
		paths,
		/** From now on requests whose path contains one of these wait; without any, all go on. */
		hold(...parts: string[]) {
			closed = parts;
			const free = waiting.filter(({ path }) => !isClosed(path));
			waiting = waiting.filter(({ path }) => isClosed(path));
			for (const { go } of free) go();
		},
		/** From now on requests whose path contains this are answered with a status, or go on again without one. */
		turnAway(part: string, status?: number) {
			if (status === undefined) turnedAway.delete(part);
			else turnedAway.set(part, status);
		},
		/** How many are waiting. */
		get held() {
			return waiting.length;
		},
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

function pass(request: http.IncomingMessage, response: http.ServerResponse, port: number): void {
	const { method, headers, url: path } = request;
	const onward = http.request({ host: HOST, port, method, path, headers });
	onward.on('response', (upstream) => {
		response.writeHead(upstream.statusCode ?? 502, upstream.headers);
		upstream.pipe(response);
	});
	onward.on('error', () => response.destroy());
	request.pipe(onward);
}
