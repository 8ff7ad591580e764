/** Installs this package into an n8n as n8n's own community package installer does. */
import { z } from 'zod';
import { fs, path, repositoryRoot } from '../platform';
import { outputOf } from '../processes';

const manifestSchema = z.object({ name: z.string(), version: z.string() }).passthrough();
const packedSchema = z.array(z.object({ filename: z.string() })).nonempty();

/**
 * Packs the built package and unpacks it below `userFolder`, before n8n starts.
 *
 * The steps are those of `downloadPackage` in n8n 2.41 (modules/community-packages): `npm pack`,
 * `tar`, dependencies for development and peers taken away, `npm install` without scripts, and
 * a line in the list of what is installed. Only the registry is left out.
 */
export async function installPackage(userFolder: string): Promise<void> {
	const { name, version } = readManifest(path.join(repositoryRoot, 'package.json'));
	const downloads = path.join(userFolder, '.n8n', 'nodes');
	const folder = path.join(downloads, 'node_modules', name);
	fs.rmSync(folder, { recursive: true, force: true });
	fs.mkdirSync(folder, { recursive: true });
	const tarball = await pack(downloads);
	await outputOf('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	fs.rmSync(tarball);
	stripManifest(path.join(folder, 'package.json'));
	await outputOf('npm', NPM_INSTALL, { cwd: folder });
	writeJson(path.join(downloads, 'package.json'), {
		name: 'installed-nodes',
		private: true,
		dependencies: { [name]: version },
	});
}

const NPM_INSTALL = [
	'install',
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];

/** Packs what `npm publish` would publish; says where the tarball is. */
export async function pack(folder: string): Promise<string> {
	const options = ['--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
	const answer = await outputOf('npm', ['pack', ...options], { cwd: repositoryRoot });
	const [packed] = packedSchema.parse(JSON.parse(answer));
	return path.join(folder, packed.filename);
}

function stripManifest(file: string): void {
	const manifest = readManifest(file);
	for (const key of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		delete manifest[key];
	}
	writeJson(file, manifest);
}

export function readManifest(file: string): z.infer<typeof manifestSchema> {
	return manifestSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
}

function writeJson(file: string, content: unknown): void {
	fs.writeFileSync(file, JSON.stringify(content, null, 2));
}
