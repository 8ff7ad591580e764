/** Ports on this machine: a free one, or whether wanted ones are in use. */
import { crypto, net, once } from '../platform';

/** Everything listens here only: what starts for a demonstration or a test is nobody else's business. */
export const HOST = '127.0.0.1';

/** Below those from which systems take the ports of outgoing connections (Linux: from 32768). */
const FIRST = 20_000;
const COUNT = 6_000;
const LAST = 65_525;

/**
 * A port that is free now, and that no other process is given here while this one runs.
 *
 * A server may take long to start: to mark its port as given away, this process listens on another
 * one, which the system closes however this process ends.
 */
export async function freePort(): Promise<number> {
	for (let attempt = 0; attempt < COUNT; attempt++) {
		const port = FIRST + crypto.randomInt(COUNT);
		if ((await mark(port + COUNT)) && (await canListen(port))) return port;
	}
	throw new Error(`No port can be opened on ${HOST}`);
}

async function mark(port: number): Promise<boolean> {
	return await opens(net.createServer().listen(port, HOST).unref());
}

export interface WantedPort {
	port: number;
	/** The program that listens on it, as in a sentence: "the simulator". */
	of: string;
	/** The environment variable that chooses it. */
	variable: string;
}

/**
 * Throws one error for all ports that are in use, or wanted twice, with one command that sets every
 * variable: a command for one port alone would set the others back to their defaults.
 *
 * @param command what to run again: "npm start"
 */
export async function assertPortsFree(wanted: WantedPort[], command: string): Promise<void> {
	const settings: string[] = [];
	const taken: string[] = [];
	const chosen = new Set<number>();
	for (const { port, of, variable } of wanted) {
		let free = port;
		while (free < LAST && (chosen.has(free) || !(await canListen(free)))) free += 10;
		if (free !== port) taken.push(`${port} (${of})`);
		chosen.add(free);
		settings.push(`${variable}=${free}`);
	}
	if (taken.length === 0) return;
	const [subject, programs, ports] =
		taken.length === 1
			? [`Port ${taken.join('')} is`, 'that program', 'another port']
			: [`Ports ${taken.join(' and ')} are`, 'those programs', 'other ports'];
	throw new Error(
		`${subject} in use.\nEnd ${programs}, or choose ${ports}: ${settings.join(' ')} ${command}`,
	);
}

/**
 * More connections may wait until a busy process accepts them than Node's 511: a load generator opens thousands
 * within seconds, and the system resets those that find no room.
 */
const BACKLOG = 4_096;

/** Has a server listen on any free port; returns its origin. */
export async function listen(server: net.Server): Promise<string> {
	await once(server.listen(0, HOST, BACKLOG), 'listening');
	const address = server.address();
	if (typeof address !== 'object' || !address) throw new Error('The server has no port');
	return `http://${HOST}:${address.port}`;
}

/** Opens a port and closes it again; returns whether that was possible. */
async function canListen(port: number): Promise<boolean> {
	const server = net.createServer().listen(port, HOST);
	const isOpen = await opens(server);
	server.close();
	return isOpen;
}

async function opens(server: net.Server): Promise<boolean> {
	return await once(server, 'listening').then(
		() => true,
		() => false,
	);
}
