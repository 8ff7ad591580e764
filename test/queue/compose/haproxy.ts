/** The load balancer's configuration as users get it, in a real HAProxy on this machine. */
import { installPackagesNow, mayInstallPackages } from '../../../dev/debian';
import { newFolder, remove } from '../../../dev/folders';
import { freePort, HOST } from '../../../dev/n8n/ports';
import { fs, path, process, repositoryRoot } from '../../../dev/platform';
import { startServer } from '../../../dev/processes';
import { say } from '../../../dev/progress';
import { findProgram } from '../../../dev/queue/programs';

const CONFIGURATION = path.join(repositoryRoot, 'examples', 'docker-compose', 'haproxy.cfg');
/** The program and Debian's package alike. */
const NAME = 'haproxy';

export interface Balancer {
	url: string;
	stop(): Promise<void>;
}

/** `undefined` where it is not installed and cannot be. */
export const haproxy = findProgram(NAME) ?? installHaproxy();

function installHaproxy(): string | undefined {
	const advice = `Install it, on Debian and Ubuntu with: apt-get install ${NAME}`;
	if (!mayInstallPackages()) return skipped(`HAProxy is not installed. ${advice}`);
	say('Installing HAProxy (apt-get, about twenty seconds)');
	try {
		installPackagesNow([NAME]);
	} catch (error) {
		return skipped(String(error));
	}
	return findProgram(NAME) ?? skipped('installing HAProxy left no program');
}

/** On CI nobody would miss what is skipped: there it fails. */
function skipped(reason: string): undefined {
	if (process.env.CI) throw new Error(reason);
	say(`The tests of the load balancer are skipped: ${reason}`);
}

/** @param addresses `host:port` of each container that the configuration names */
export async function startBalancer(addresses: Record<string, string>): Promise<Balancer> {
	const folder = newFolder('n8n-haproxy');
	const port = await freePort();
	const file = path.join(folder, 'haproxy.cfg');
	fs.writeFileSync(file, configuration(port, addresses));
	const url = `http://${HOST}:${port}`;
	const serves = async () => (await fetch(url)).status > 0;
	const running = await startServer('HAProxy', [haproxy ?? NAME, ['-f', file]], { serves });
	return {
		url,
		async stop() {
			await running.stop();
			await remove(folder);
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
