/** The load balancer's configuration as users get it, in a real HAProxy on this machine. */
import { installPackagesNow, mayInstallPackages } from '../../../dev/debian';
import { freePort, HOST } from '../../../dev/n8n/ports';
import { fs, os, path, process, repositoryRoot } from '../../../dev/platform';
import { onOutput, startCommand } from '../../../dev/processes';
import { say } from '../../../dev/progress';
import { findProgram } from '../../../dev/queue/programs';
import { until } from '../../../dev/until';

const CONFIGURATION = path.join(repositoryRoot, 'examples', 'docker-compose', 'haproxy.cfg');
/** The program and Debian's package alike. */
const NAME = 'haproxy';
const ADVICE = `Install it, on Debian and Ubuntu with: apt-get install ${NAME}`;

export interface Balancer {
	url: string;
	stop(): Promise<void>;
}

/** `undefined` where it is not installed and cannot be. On CI nobody would miss what is skipped: there that fails. */
export const haproxy = process.env.CI ? provideHaproxy() : provideHaproxyOrSay();

function provideHaproxyOrSay(): string | undefined {
	try {
		return provideHaproxy();
	} catch (error) {
		say(`The tests of the load balancer are skipped: ${String(error)}`);
		return undefined;
	}
}

function provideHaproxy(): string {
	return findProgram(NAME) ?? installHaproxy();
}

function installHaproxy(): string {
	if (!mayInstallPackages()) throw new Error(`HAProxy is not installed. ${ADVICE}`);
	say('Installing HAProxy (apt-get, about twenty seconds)');
	installPackagesNow([NAME]);
	const program = findProgram(NAME);
	if (program === undefined) throw new Error('installing HAProxy left no program');
	return program;
}

/** @param addresses `host:port` of each container that the configuration names */
export async function startBalancer(addresses: Record<string, string>): Promise<Balancer> {
	if (haproxy === undefined) throw new Error(`HAProxy is not installed. ${ADVICE}`);
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
		text = text.replaceAll(` ${name}:5678`, ` ${address}`);
	}
	return text;
}
