/** A host other than the service: the key must never be sent to it. */
import { listen } from '../../../dev/n8n/ports';
import { http } from '../../../dev/platform';

export interface ForeignHost {
	url: string;
	/** The keys that it received; `undefined` for each request without one. */
	keys: unknown[];
}

/** Listens during all tests of a file, and is reset after each. */
export function useForeignHost(): ForeignHost {
	const stranger: ForeignHost = { url: '', keys: [] };
	const server = http.createServer((request, response) => {
		stranger.keys.push(request.headers['x-api-key']);
		response.end('{}');
	});
	beforeAll(async () => void (stranger.url = await listen(server)));
	beforeEach(() => void (stranger.keys.length = 0));
	afterAll(() => void server.close());
	return stranger;
}
