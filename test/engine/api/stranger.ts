/** A host that has nothing to do with the service: no key may come to it. */
import { http } from '../../../dev/platform';

export interface Stranger {
	url: string;
	/** The keys that it was sent; `undefined` for each request without one. */
	keys: unknown[];
}

/** Listens from before the first test of a file to after its last one, and forgets after each. */
export function useStranger(): Stranger {
	const stranger: Stranger = { url: '', keys: [] };
	const server = http.createServer((request, response) => {
		stranger.keys.push(request.headers['x-api-key']);
		response.end('{}');
	});
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		stranger.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
	});
	beforeEach(() => {
		stranger.keys.length = 0;
	});
	afterAll(() => void server.close());
	return stranger;
}
