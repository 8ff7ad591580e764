/** An npm registry that knows this package alone, and an npm that asks no other. */
import { newFolder, remove } from '../folders';
import { crypto, fs, http, path, process } from '../platform';
import { findOnPath } from '../processes';
import { pack, readManifest } from './installPackage';
import { listen } from './ports';

export interface Registry {
	/** The `PATH` under which `npm` uses this registry. */
	searchPath: string;
	/** The paths requested so far, in order. */
	requests: string[];
	close(): Promise<void>;
}

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
	const folder = newFolder('registry');
	const tarball = fs.readFileSync(await pack(folder));
	const requests: string[] = [];
	const server = http.createServer((request, response) => {
		requests.push(request.url ?? '');
		if (request.url?.endsWith('.tgz')) return response.end(tarball);
		response.setHeader('content-type', 'application/json');
		return response.end(JSON.stringify(metadata(tarball, `http://${request.headers.host}`)));
	});
	const script = NPM.replace('REGISTRY', await listen(server)).replace(
		'REAL_NPM',
		findOnPath('npm') ?? 'npm',
	);
	fs.writeFileSync(path.join(folder, 'npm'), script, { mode: 0o755 });
	return {
		searchPath: [folder, process.env.PATH].join(path.delimiter),
		requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await remove(folder);
		},
	};
}

function metadata(tarball: Buffer, url: string) {
	const manifest = readManifest();
	const { name, version } = manifest;
	const integrity = `sha512-${crypto.createHash('sha512').update(tarball).digest('base64')}`;
	const dist = { tarball: `${url}/${name}-${version}.tgz`, integrity };
	return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
