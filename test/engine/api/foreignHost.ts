/** A host other than the service: the key must never be sent to it. */
import { http } from '../../../dev/platform';
import { listen } from './listen';

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
	beforeAll(async () => {
		stranger.url = `http://127.0.0.1:${await listen(server)}`;
	});
	beforeEach(() => {
		stranger.keys.length = 0;
	});
	afterAll(() => void server.close());
	return stranger;
}
