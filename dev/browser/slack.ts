/** Slack, as far as n8n's node for it asks: it has one channel, which takes every message. */
import { listen } from '../n8n/ports';
import { http } from '../platform';

/** Its host, which n8n's node has no setting for: requests to it are rerouted (../n8n/reroute). */
export const SLACK = 'slack.com';
export const CHANNEL = 'replies';

const RESPONSES: Record<string, object> = {
	'/api/conversations.list': {
		channels: [{ id: 'C1', name: CHANNEL, is_channel: true }],
		response_metadata: { next_cursor: '' },
	},
	'/api/chat.postMessage': { channel: 'C1', ts: '1764320400.000100' },
};

/** Any token is accepted. */
export const slackCredential = { accessToken: 'opens-nothing' };

/** Returns its port; it ends with the process. */
export async function startSlack(): Promise<number> {
	const server = http.createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', `https://${SLACK}`);
		response.setHeader('content-type', 'application/json');
		request
			.resume()
			.on('end', () => response.end(JSON.stringify({ ok: true, ...RESPONSES[pathname] })));
	});
	const url = await listen(server);
	server.unref();
	return Number(new URL(url).port);
}
