import type { http } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { closeServer, openServer, readAll } from './fakeHttp';

/** A request that another system received. */
export interface Received {
	url?: string;
	headers: http.IncomingHttpHeaders;
	text: string;
}

/** Another system that takes deliveries, such as a CRM. */
export class OtherSystem {
	readonly received: Received[] = [];

	/** The statuses of its responses, in order; then 200. */
	responses: number[] = [];

	private constructor(
		private readonly server: http.Server,
		readonly host: string,
	) {
		server.on('request', (request, response) => {
			void this.serve(request, response);
		});
	}

	static async start(): Promise<OtherSystem> {
		const { server, host } = await openServer();
		return new OtherSystem(server, host);
	}

	/** Its received requests, once there are this many. */
	async untilReceived(count: number): Promise<Received[]> {
		await until(`${count} deliveries`, () => this.received.length >= count || undefined);
		return this.received;
	}

	url(path: string): string {
		return `http://${this.host}${path}`;
	}

	async close(): Promise<void> {
		await closeServer(this.server);
	}

	private async serve(request: http.IncomingMessage, response: http.ServerResponse) {
		const text = (await readAll(request)).toString();
		const { url, headers } = request;
		this.received.push({ url, headers, text });
		response.writeHead(this.responses.shift() ?? 200).end();
	}
}
