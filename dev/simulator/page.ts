import type { FastifyInstance } from 'fastify';

import { fs, path, repositoryRoot } from '../platform';

const folder = path.join(repositoryRoot, 'dev', 'simulator', 'page');
const files = {
	'/': ['index.html', 'text/html; charset=utf-8'],
	'/_simulator/page.css': ['page.css', 'text/css; charset=utf-8'],
	'/_simulator/page.js': ['page.js', 'text/javascript; charset=utf-8'],
	'/_simulator/render.js': ['render.js', 'text/javascript; charset=utf-8'],
} as const;

/**
 * The page shows what strangers wrote: it builds text nodes only, and this header is the second lock.
 * Read from the disk each time, so that a change is seen by reloading.
 */
const policy =
	"default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'; img-src data:";

export function registerPage(app: FastifyInstance): void {
	for (const [url, [file, contentType]] of Object.entries(files)) {
		app.get(url, async (_request, reply) => {
			const content = await fs.promises.readFile(path.join(folder, file), 'utf8');
			return await reply.type(contentType).header('content-security-policy', policy).send(content);
		});
	}
}
