import { process } from '../platform';
import { endingIsSuccess, onShutdown } from '../shutdown';
import { enrichmentCallWhenShown, startSimulator } from './index';

const defaultPort = 8787;

async function main(): Promise<void> {
	const port = Number(process.env.SIMULATOR_PORT ?? defaultPort);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		fail(`SIMULATOR_PORT is "${process.env.SIMULATOR_PORT}", which is no port number.`);
		return;
	}
	try {
		const simulator = await startSimulator({ port, enrichmentCallMs: enrichmentCallWhenShown });
		const lines = [
			'',
			'  Public Outreach service simulator',
			'',
			`  Page      ${simulator.url}/`,
			`  Base URL  ${simulator.url}`,
			// Useless outside of this process, so this key may be shown whole.
			`  API key   ${simulator.apiKey}`,
			'',
			'  Ctrl-C ends it.',
			'\n',
		];
		process.stdout.write(lines.join('\n'));
		onShutdown(async () => await simulator.close());
		endingIsSuccess();
	} catch (error) {
		fail(explain(error, port));
	}
}

function explain(error: unknown, port: number): string {
	const isBusy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
	if (!isBusy) return `The simulator could not start: ${String(error)}`;
	return `Port ${port} is in use, perhaps by another simulator. End that, or choose another port: SIMULATOR_PORT=${port + 1} npm run simulator`;
}

function fail(text: string): void {
	process.stderr.write(`${text}\n`);
	process.exitCode = 1;
}

void main();
