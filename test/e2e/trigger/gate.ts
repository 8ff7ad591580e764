/** Stands before n8n, at the address that n8n gives out: what goes through may be held up or turned away. */
import { HOST, listen } from '../../../dev/n8n/ports';
import { http, once } from '../../../dev/platform';

export type Gate = Awaited<ReturnType<typeof startGate>>;

/** @param target the port that n8n listens on */
export async function startGate(target: number) {
	const paths: string[] = [];
	let closed: string[] = [];
	let waiting: Array<{ path: string; go: () => void }> = [];
	const isClosed = (path: string) => closed.some((part) => path.includes(part));

	const server = http.createServer((request, response) => {
		const path = request.url ?? '';
		paths.push(path);
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
