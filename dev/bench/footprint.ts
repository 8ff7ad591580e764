/** The footprint of the package: on disk, and in the n8n that loads it. */
import { z } from 'zod';
import { childProcess, fs, path, process, repositoryRoot } from '../platform';
import type { Figure } from './figure';

const BAR_BYTES = 250_000;

const loaded = z.object({ ms: z.number(), bytes: z.number() });
const packed = z.array(z.object({ unpackedSize: z.number() })).min(1);

/** Loads modules in a Node of its own, in which nothing is loaded yet but n8n-workflow. */
function load(files: string[]): z.infer<typeof loaded> {
	const script = `
		require('n8n-workflow'); require('zod');
		globalThis.gc(); const before = process.memoryUsage().heapUsed; const start = performance.now();
		for (const file of ${JSON.stringify(files)}) require(file);
		const ms = performance.now() - start; globalThis.gc();
		process.stdout.write(JSON.stringify({ ms, bytes: process.memoryUsage().heapUsed - before }));`;
	const output = childProcess.execFileSync(process.execPath, ['--expose-gc', '-e', script], {
		cwd: repositoryRoot,
		encoding: 'utf8',
	});
	return loaded.parse(JSON.parse(output));
}

function unpackedSize(): number {
	const output = childProcess.execFileSync('npm', ['pack', '--dry-run', '--json'], {
		cwd: repositoryRoot,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	return packed.parse(JSON.parse(output))[0]?.unpackedSize ?? Infinity;
}

export async function benchFootprint(): Promise<Figure[]> {
	const manifest = z.object({
		n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
	});
	const text = fs.readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8');
	const { nodes, credentials } = manifest.parse(JSON.parse(text)).n8n;
	const files = [...credentials, ...nodes].map((file) => path.join(repositoryRoot, file));
	const { ms, bytes } = load(files);
	const size = unpackedSize();
	return [
		{
			name: 'unpacked size, against 250 KB',
			ratio: size / BAR_BYTES,
			bar: 1,
			detail: `${(size / 1_000).toFixed(0)} KB; loading both nodes and the credential takes ${ms.toFixed(0)} ms and ${(bytes / 1_000_000).toFixed(1)} MB of heap`,
		},
	];
}
