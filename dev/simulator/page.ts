import type { FastifyInstance } from 'fastify';

import { fs, path, repositoryRoot } from '../platform';

const folder = path.join(repositoryRoot, 'dev', 'simulator', 'page');
type PageFile = [url: string, file: string, contentType: string];

const scripts = ['page.js', 'elements.js', 'log.js', 'conversation.js', 'overview.js'];
const files: PageFile[] = [
	['/', 'index.html', 'text/html; charset=utf-8'],
	...served(['base.css', 'page.css'], 'text/css; charset=utf-8'),
	...served(scripts, 'text/javascript; charset=utf-8'),
];

function served(names: string[], contentType: string): PageFile[] {
	return names.map((file) => [`/_simulator/${file}`, file, contentType]);
}

/**
 * The page shows what strangers wrote: it builds text nodes only, and this header is the second lock.
 * Read from the disk each time, so that a change is seen by reloading.
 */
const policy =
	"default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'; img-src data:";

export function registerPage(app: FastifyInstance): void {
	for (const [url, file, contentType] of files) {
		app.get(url, async (_request, reply) => {
			const content = await fs.promises.readFile(path.join(folder, file), 'utf8');
			return await reply.type(contentType).header('content-security-policy', policy).send(content);
		});
	}
}
