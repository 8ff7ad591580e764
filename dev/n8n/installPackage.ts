/** Installs this package into an n8n. */
import { z } from 'zod';
import { remove } from '../folders';
import { fs, path, repositoryRoot } from '../platform';
import { outputOf } from '../processes';

const manifestSchema = z.object({ name: z.string(), version: z.string() }).passthrough();
const packedSchema = z.array(z.object({ filename: z.string() })).nonempty();

/**
 * Packs the built package and unpacks it below `userFolder`, before n8n starts.
 *
 * The further steps of n8n's own installer (n8n 2.41, modules/community-packages, `downloadPackage`) are
 * about dependencies, which this package does not have.
 *
 * @returns the folder of the package
 */
export async function installPackage(userFolder: string): Promise<string> {
	const { name } = readManifest();
	const downloads = path.join(userFolder, '.n8n', 'nodes');
	const folder = path.join(downloads, 'node_modules', name);
	await remove(folder);
	fs.mkdirSync(folder, { recursive: true });
	const tarball = await pack(downloads);
	await outputOf('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	fs.rmSync(tarball);
	return folder;
}

/** Packs what `npm publish` would publish; says where the tarball is. */
export async function pack(folder: string): Promise<string> {
	const options = ['--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
	const output = await outputOf('npm', ['pack', ...options], { cwd: repositoryRoot });
	const [packed] = packedSchema.parse(JSON.parse(output));
	return path.join(folder, packed.filename);
}

/** Name, version and all else that package.json says. */
export function readManifest(): z.infer<typeof manifestSchema> {
	const text = fs.readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8');
	return manifestSchema.parse(JSON.parse(text));
}
