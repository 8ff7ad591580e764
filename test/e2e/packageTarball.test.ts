import { z } from 'zod';
import { pack } from '../../dev/n8n/installPackage';
import { fs, os, path, process, repositoryRoot } from '../../dev/platform';
import { captureCommand } from '../../dev/processes';

let scratch: string;
let tarball: string;
let unpacked: string;

beforeAll(async () => {
	scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'tarball-'));
	tarball = await pack(scratch);
	const { code } = await captureCommand('tar', ['-xzf', tarball, '-C', scratch]);
	expect(code).toBe(0);
	unpacked = path.join(scratch, 'package');
});
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

/** The files below a folder, with paths from there. */
function filesOf(folder: string): string[] {
	return fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.sort();
}

const manifestSchema = z.object({
	version: z.string(),
	n8n: z.object({ credentials: z.array(z.string()), nodes: z.array(z.string()) }),
});
const sourcesSchema = z.object({ sources: z.tuple([z.string()]) });

/** The file of code that a source becomes: `dist/nodes/a.js` of `nodes/a.ts` or `dist/nodes/a.ts`. */
const compiled = (source: string) =>
	path.join('dist', source.replace(/^dist\//, '').replace(/\.ts$/, '.js'));

function readJson(file: string): unknown {
	return JSON.parse(fs.readFileSync(file, 'utf8'));
}

function manifest(): z.infer<typeof manifestSchema> {
	return manifestSchema.parse(readJson(path.join(unpacked, 'package.json')));
}

/** The files that n8n loads by their paths. */
function loadedFiles(): string[] {
	const { credentials, nodes } = manifest().n8n;
	return [...credentials, ...nodes];
}

/** n8n-node's scanner judges community packages by this before they are accepted. */
async function scan(folder: string, ...patterns: string[]): Promise<unknown> {
	const scanner = path.join(
		repositoryRoot,
		'node_modules/@n8n/scan-community-package/scanner/scanner.mjs',
	);
	const given = [folder, ...(patterns.length > 0 ? [patterns] : [])];
	const program = `
		const { analyzePackage } = await import(${JSON.stringify(`file://${scanner}`)});
		process.stdout.write(JSON.stringify(await analyzePackage(...${JSON.stringify(given)})));`;
	const args = ['--input-type=module', '--eval', program];
	// With Jest's NODE_ENV the lint rules believe that they are tested themselves.
	const env = { ...process.env, NODE_ENV: undefined };
	const { stdout, output } = await captureCommand(process.execPath, args, { env });
	const [report] = /\{"passed".*$/s.exec(stdout) ?? [];
	if (report === undefined) throw new Error(`The scanner gave no report:\n${output}`);
	return JSON.parse(report);
}

describe('the tarball', () => {
	it('is installed alone: what it needs, n8n has', async () => {
		const folder = path.join(scratch, 'installed');
		fs.mkdirSync(folder);
		const args = ['install', '--offline', '--prefix', folder, tarball];
		const { code, output } = await captureCommand('npm', args);
		const installed = fs.readdirSync(path.join(folder, 'node_modules'));

		expect([code, output]).toEqual([0, expect.any(String)]);
		expect(installed.filter((name) => !name.startsWith('.'))).toEqual([
			'n8n-nodes-public-outreach',
		]);
	});

	it('holds what a user needs and nothing else', () => {
		const sources = ['credentials', 'icons', 'nodes'].flatMap((folder) =>
			filesOf(path.join(repositoryRoot, folder)).map((file) => path.join('dist', folder, file)),
		);
		const made = sources.flatMap((file) =>
			file.endsWith('.ts') ? [compiled(file), `${compiled(file)}.map`] : [file],
		);
		const needed = ['LICENSE', 'README.md', 'package.json', ...made];

		expect(filesOf(unpacked)).toEqual(needed.sort());
	});

	it('leads from each file of code to its source', () => {
		const code = filesOf(unpacked).filter((file) => file.endsWith('.js'));
		const sources = code.map((file) => {
			const folder = path.dirname(path.join(unpacked, file));
			const text = fs.readFileSync(path.join(unpacked, file), 'utf8');
			const [, map = ''] = /\n\/\/# sourceMappingURL=(.+)$/.exec(text) ?? [];
			return sourcesSchema
				.parse(readJson(path.join(folder, map)))
				.sources.map((source) => path.relative(unpacked, path.resolve(folder, source)));
		});

		expect(code).toEqual(expect.arrayContaining(loadedFiles()));
		expect(sources.map(([source]) => compiled(source ?? ''))).toEqual(code);
	});

	it("is loaded by n8n into Node's cache of modules, so that all of it shares state", async () => {
		const program = `
			const { PackageDirectoryLoader } = require('n8n-core');
			const loader = new PackageDirectoryLoader('.');
			loader.loadAll().then(() => process.stdout.write(JSON.stringify(Object.keys(require.cache))));`;
		// Under Jest's NODE_ENV n8n loads classes in another way.
		const NODE_PATH = path.join(repositoryRoot, 'node_modules');
		const env = { ...process.env, NODE_PATH, NODE_ENV: undefined };
		const options = { cwd: unpacked, env };
		const { stdout, output } = await captureCommand(process.execPath, ['--eval', program], options);
		if (stdout === '') throw new Error(`The package was not loaded:\n${output}`);
		const cached = z.array(z.string()).parse(JSON.parse(stdout));

		for (const file of [...loadedFiles(), 'dist/nodes/shared/api/rateLimit/rateLimiter.js']) {
			expect(cached).toContain(path.join(unpacked, file));
		}
	});

	it('has its version in one place: the changelog tells of it once it is released', () => {
		const { version } = manifest();
		const changelog = fs.readFileSync(path.join(repositoryRoot, 'CHANGELOG.md'), 'utf8');
		const released = [...changelog.matchAll(/^## \[(\d[^\]]*)\]/gm)].map(([, number]) => number);

		expect(changelog).toMatch(/^## \[Unreleased\]/m);
		expect([version, undefined]).toContain(released[0]);
	});

	it('passes the scanner of n8n', async () => {
		expect(await scan(unpacked)).toEqual({ passed: true });
	});

	it('is made of sources that pass it too', async () => {
		const patterns = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];

		expect(await scan(repositoryRoot, ...patterns)).toEqual({ passed: true });
	});
});
