/** Services that no test may reach, behind the interfaces that n8n's nodes for them use, and an n8n that finds them. */
import { ALL_NODES } from '../../../dev/n8n/environment';
import { listen } from '../../../dev/n8n/ports';
import { http } from '../../../dev/platform';
import { rerouted } from '../../../dev/n8n/reroute';
import { startOwnN8n, type OwnN8n } from '../../../dev/n8n/ownN8n';

/** Hosts of Slack, HubSpot and Google: n8n's nodes know no other address of them. */
const HOSTS = ['slack.com', 'api.hubapi.com', 'sheets.googleapis.com', 'oauth2.googleapis.com'];

interface ServiceRequest {
	method: string;
	/** `slack.com/api/chat.postMessage`, with its query. */
	url: string;
	body: string;
}

const credentials: Record<string, Record<string, unknown>> = {
	slackApi: { accessToken: 'slack-token' },
	hubspotAppToken: { appToken: 'hubspot-token' },
	googleSheetsOAuth2Api: {
		clientId: 'client',
		clientSecret: 'secret',
		oauthTokenData: { access_token: 'google', token_type: 'Bearer' },
	},
};

/** For a whole test file, with an n8n of its own; `useExamples` closes both in the end. */
export function useServices() {
	const requests: ServiceRequest[] = [];
	/** The rows of the Google Sheet, its headings first. */
	const sheet: string[][] = [];
	/** What a contact of HubSpot is found by: an email, a profile or a company. */
	const contacts: string[] = [];
	/** The open deals in HubSpot. */
	const deals: Array<{ id: string }> = [];
	const server = http.createServer((incoming, response) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			const { method = '', headers, url: target } = incoming;
			const url = `${headers.host ?? ''}${target ?? ''}`;
			const body = Buffer.concat(chunks).toString();
			requests.push({ method, url, body });
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(responseTo(url, body)));
		});
	});
	function responseTo(url: string, body: string): unknown {
		if (url.startsWith('slack.com/api/')) return { ok: true, channel: 'C1', ts: '1.1' };
		if (url.endsWith('/contacts/search')) {
			return { total: contacts.filter((text) => body.includes(JSON.stringify(text))).length };
		}
		if (url.endsWith('/deals/search')) return { total: deals.length, results: deals };
		if (url.startsWith('api.hubapi.com/contacts/')) return { vid: 4711, isNew: true };
		if (url.startsWith('oauth2.googleapis.com/'))
			return { access_token: 'google', expires_in: 3600 };
		if (url.includes('/values/')) return { values: sheet };
		const properties = { sheetId: 0, title: 'Leads' };
		return url.startsWith('sheets.googleapis.com/') ? { sheets: [{ properties }] } : {};
	}
	let n8n: OwnN8n;
	beforeAll(async () => {
		const port = Number(new URL(await listen(server)).port);
		const ports = Object.fromEntries(HOSTS.map((host) => [host, port]));
		const env = { ...ALL_NODES, ...rerouted(ports) };
		n8n = await startOwnN8n({ env });
	});
	beforeEach(() => {
		for (const list of [requests, sheet, contacts, deals]) list.splice(0);
	});
	const requestsTo = (start: string) => requests.filter(({ url }) => url.startsWith(start));
	return {
		credentials,
		requests,
		sheet,
		contacts,
		deals,
		n8nUrl: () => n8n.url,
		async close() {
			await n8n?.remove();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
		/** The requests to one of the services, in their order. */
		requestsTo,
		/** What was posted in Slack. */
		posts: () => requestsTo('slack.com/api/chat.postMessage').map(({ body }) => JSON.parse(body)),
	};
}

/** What a model tells n8n's text classifier: true for one of its categories, false for the others. */
export function classification(category: string, ...all: string[]): string {
	const choices = [...all, 'fallback'].map((name) => [name, name === category]);
	return JSON.stringify(Object.fromEntries(choices));
}
