/** Services that no test may reach, behind the interfaces that n8n's nodes for them use. */
import { http, path, repositoryRoot } from '../../../dev/platform';

/** Hosts of Slack, HubSpot and Google: n8n's nodes know no other address of them. */
const HOSTS = ['slack.com', 'api.hubapi.com', 'sheets.googleapis.com', 'oauth2.googleapis.com'];

export interface ServiceRequest {
	method: string;
	/** `slack.com/api/chat.postMessage`, with its query. */
	url: string;
	authorization: string | undefined;
	body: string;
}

export interface FakeServices {
	/** What n8n is started with, so that its nodes find these services. */
	env: NodeJS.ProcessEnv;
	requests: ServiceRequest[];
	/** Of one of the services, in the order in which they came. */
	requestsTo(start: string): ServiceRequest[];
	close(): Promise<void>;
}

/** @param answer what a service answers, as JSON; `{}` where it knows nothing of the request */
export async function startFakeServices(
	answer: (request: ServiceRequest) => unknown,
): Promise<FakeServices> {
	const requests: ServiceRequest[] = [];
	const server = http.createServer((incoming, response) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			const request = {
				method: incoming.method ?? '',
				url: `${incoming.headers.host ?? ''}${incoming.url ?? ''}`,
				authorization: incoming.headers.authorization,
				body: Buffer.concat(chunks).toString(),
			};
			requests.push(request);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answer(request) ?? {}));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	return {
		env: {
			NODE_OPTIONS: `--require=${path.join(repositoryRoot, 'test/e2e/services/reroute.cjs')}`,
			PUBLIC_OUTREACH_REROUTE: JSON.stringify({ hosts: HOSTS, port }),
		},
		requests,
		requestsTo: (start) => requests.filter(({ url }) => url.startsWith(start)),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
