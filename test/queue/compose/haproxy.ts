/** The load balancer's configuration as users get it, in a real HAProxy on this machine. */
import { freePort, HOST } from '../../../dev/n8n/ports';
import { fs, os, path, repositoryRoot } from '../../../dev/platform';
import { onOutput, startCommand } from '../../../dev/processes';
import { findProgram } from '../../../dev/queue/programs';
import { until } from '../../../dev/until';

const CONFIGURATION = path.join(repositoryRoot, 'examples', 'docker-compose', 'haproxy.cfg');

export interface Balancer {
	url: string;
	stop(): Promise<void>;
}

/** `undefined` where it is not installed. */
export const haproxy = findProgram('haproxy');

/** @param addresses `host:port` of each container that the configuration names */
export async function startBalancer(addresses: Record<string, string>): Promise<Balancer> {
	if (haproxy === undefined) throw new Error('HAProxy is not installed');
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-haproxy-'));
	const port = await freePort();
	const file = path.join(folder, 'haproxy.cfg');
	fs.writeFileSync(file, configuration(port, addresses));
	const running = startCommand(haproxy, ['-f', file], { output: 'pipe' });
	let log = '';
	onOutput(running.child, (text) => (log += text));
	const url = `http://${HOST}:${port}`;
	await until('HAProxy to serve', async () => {
		if (running.child.exitCode !== null) throw new Error(`HAProxy ended:\n${log}`);
		return await fetch(url).catch(() => undefined);
	});
	return {
		url,
		async stop() {
			await running.stop();
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}

function configuration(port: number, addresses: Record<string, string>): string {
	let text = fs.readFileSync(CONFIGURATION, 'utf8').replace('bind :8080', `bind ${HOST}:${port}`);
	for (const [name, address] of Object.entries(addresses)) {
		text = text.replace(` ${name}:5678`, ` ${address}`);
	}
	return text;
}
