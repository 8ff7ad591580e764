/** Whatever else wants a message: it notes what is posted to it and answers as it is told. */
import { HOST } from '../../../dev/n8n/ports';
import { http, once } from '../../../dev/platform';

export interface Post {
	body: string;
	headers: http.IncomingHttpHeaders;
	path: string;
}

/** A status, a connection that ends without a word, or one on which nothing comes. */
export type Reaction = number | 'reset' | 'hang';

export interface Target {
	url: string;
	/** What has arrived, oldest first. */
	posts: Post[];
	/** How to answer the next posts, one after another; then with 200 again. */
	reactWith(...reactions: Reaction[]): void;
	close(): Promise<void>;
}

export async function startTarget(path = '/crm'): Promise<Target> {
	const posts: Post[] = [];
	const reactions: Reaction[] = [];
	const server = http.createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString();
			posts.push({ body, headers: request.headers, path: request.url ?? '' });
			const reaction = reactions.shift() ?? 200;
			if (reaction === 'reset') request.socket.destroy();
			else if (reaction !== 'hang') response.writeHead(reaction).end();
		});
	});
	server.listen(0, HOST);
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		url: `http://${HOST}:${port}${path}`,
		posts,
		reactWith: (...more) => void reactions.push(...more),
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
