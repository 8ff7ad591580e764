import { http, once } from '../../../dev/platform';
import { until } from '../../../dev/until';

/** A request that another system received. */
export interface Received {
	url?: string;
	headers: http.IncomingHttpHeaders;
	text: string;
}

/** Another system that takes deliveries, such as a CRM. */
export class OtherSystem {
	readonly received: Received[] = [];

	/** Its responses, in order; then 200. `hang` never responds. */
	answers: Array<number | 'hang' | 'reset'> = [];

	private constructor(private readonly server: http.Server) {
		server.on('request', (request, response) => {
			void this.serve(request, response);
		});
	}

	static async start(): Promise<OtherSystem> {
		const server = http.createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		return new OtherSystem(server);
	}

	get host(): string {
		const address = this.server.address();
		return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
	}

	/** Its received requests, once there are this many. */
	async untilReceived(count: number): Promise<Received[]> {
		const isThere = () => this.received.length >= count || undefined;
		await until(`${count} deliveries to the other system`, isThere);
		return this.received;
	}

	url(path: string): string {
		return `http://${this.host}${path}`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private async serve(request: http.IncomingMessage, response: http.ServerResponse) {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { url, headers } = request;
		this.received.push({ url, headers, text: Buffer.concat(chunks).toString() });
		const answer = this.answers.shift() ?? 200;
		if (answer === 'reset') response.destroy();
		else if (answer !== 'hang') response.writeHead(answer, { location: '/elsewhere' }).end();
	}
}
