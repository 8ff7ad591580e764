import type { FastifyInstance } from 'fastify';

import { fs, path, repositoryRoot } from '../platform';

const folder = path.join(repositoryRoot, 'dev', 'simulator', 'page');
const bootstrap = path.join(repositoryRoot, 'node_modules', 'bootstrap', 'dist', 'css');
const types: Record<string, string> = { '.html': 'html', '.css': 'css', '.js': 'javascript' };

/** The page shows what strangers wrote: it builds text nodes only, and this header is the second lock. */
const policy =
	"default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'; img-src data:";

/** Read from the disk each time, so that a change is seen by reloading. */
export function registerPage(app: FastifyInstance): void {
	const own = fs.readdirSync(folder).map((name) => path.join(folder, name));
	for (const file of [...own, path.join(bootstrap, 'bootstrap.min.css')]) {
		const name = path.basename(file);
		app.get(name === 'index.html' ? '/' : `/_simulator/${name}`, async (_request, reply) => {
			const content = await fs.promises.readFile(file, 'utf8');
			const contentType = `text/${types[path.extname(name)]}; charset=utf-8`;
			return await reply.type(contentType).header('content-security-policy', policy).send(content);
		});
	}
}
