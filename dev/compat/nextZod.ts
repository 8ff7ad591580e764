import { z } from 'zod';
import { ensureN8n } from '../n8n/install';
import { PACKAGE } from '../n8n/ownNodes';
import { createRequire, fs, path } from '../platform';

/** A package of n8n's installation with its own zod 4. */
const BRINGS_ZOD_4 = '@modelcontextprotocol/server';

/** Installs zod 4 beside the package, where Node resolves it before n8n's own. */
export async function placeNextZod(userFolder: string): Promise<void> {
	const { folder } = await ensureN8n();
	const modules = path.join(userFolder, '.n8n', 'nodes', 'node_modules');
	const bringer = path.join(folder, 'node_modules', BRINGS_ZOD_4, 'package.json');
	const zod = path.dirname(createRequire(bringer).resolve('zod/package.json'));
	await fs.promises.cp(zod, path.join(modules, 'zod'), { recursive: true });
	const installed = path.join(modules, PACKAGE, 'package.json');
	const manifest: unknown = createRequire(installed)('zod/package.json');
	z.object({ version: z.string().regex(/^4\./) }).parse(manifest);
}
