/** An npm registry that knows this package alone, and an npm that asks no other. */
import { z } from 'zod';
import { pack } from './installPackage';
import { crypto, fs, http, os, path, process, repositoryRoot } from '../platform';

export interface Registry {
	/** For the environment of whoever is to use it: it goes before every other npm. */
	searchPath: string;
	/** What was asked for, in order. */
	requests: string[];
	close(): Promise<void>;
}

const manifestSchema = z.object({ name: z.string(), version: z.string() }).passthrough();

/**
 * n8n hands its registry to every npm that it starts, and lets only licence holders choose another.
 * So it is npm that is replaced, by itself with another registry; n8n does all that it does anyway.
 */
const NPM = `#!/bin/sh
for argument do
	shift
	case $argument in --registry=*) argument=--registry=REGISTRY ;; esac
	set -- "$@" "$argument"
done
exec REAL_NPM "$@"
`;

export async function startRegistry(): Promise<Registry> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'registry-'));
	const tarball = fs.readFileSync(await pack(folder));
	const requests: string[] = [];
	const server = http.createServer((request, response) => {
		requests.push(request.url ?? '');
		if (request.url?.endsWith('.tgz')) return response.end(tarball);
		response.setHeader('content-type', 'application/json');
		return response.end(JSON.stringify(metadata(tarball, `http://${request.headers.host}`)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	const script = NPM.replace('REGISTRY', `http://127.0.0.1:${port}`).replace('REAL_NPM', realNpm());
	fs.writeFileSync(path.join(folder, 'npm'), script, { mode: 0o755 });
	return {
		searchPath: [folder, process.env.PATH].join(path.delimiter),
		requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}

function metadata(tarball: Buffer, url: string) {
	const manifest = manifestSchema.parse(
		JSON.parse(fs.readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')),
	);
	const { name, version } = manifest;
	const integrity = `sha512-${crypto.createHash('sha512').update(tarball).digest('base64')}`;
	const dist = { tarball: `${url}/${name}-${version}.tgz`, integrity };
	return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

function realNpm(): string {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	const found = folders
		.map((folder) => path.join(folder, 'npm'))
		.find((file) => fs.existsSync(file));
	return found ?? 'npm';
}
