/** Queue mode against one process, on the same machine: what the further processes cost, and what they bring. */
import { installPackage } from '../n8n/installPackage';
import { startN8n } from '../n8n/server';
import type { Session } from '../n8n/session';
import { crypto, fs, os, path, performance } from '../platform';
import { createDatabase } from '../queue/database';
import { startQueueLayout } from '../queue/layout';
import { setUpTrigger, type TriggerSetup } from '../queue/triggerSetup';
import { findServices } from '../queue/services';
import { databaseSettings } from '../queue/settings';
import { median, type Figure } from './figure';
import { deliverAll, drained } from './triggerLoad';

const ROUNDS = 5;
const MESSAGES = 400;
const WARM_UP = 400;
const CONNECTIONS = 16;

interface Contender {
	setup: TriggerSetup;
	session: Session;
	/** Messages a second that were accepted, and that were processed. */
	taken: number[];
	finished: number[];
}

export async function benchQueue(): Promise<Figure[]> {
	const services = await findServices();
	try {
		const layout = await startQueueLayout(services);
		try {
			return await withSingle(
				services.postgres,
				async (url) => await compare(url, layout.proxy.url),
			);
		} finally {
			await layout.stop();
		}
	} finally {
		await services.stop();
	}
}

async function compare(singleUrl: string, queueUrl: string): Promise<Figure[]> {
	const one = await contender(singleUrl);
	const queue = await contender(queueUrl);
	for (const each of [one, queue]) await turn(each, WARM_UP);
	for (let round = 0; round < ROUNDS; round++) {
		// In alternating order, so that neither always runs second.
		for (const each of round % 2 === 0 ? [one, queue] : [queue, one]) {
			const { taken, finished } = await turn(each, MESSAGES);
			each.taken.push(taken);
			each.finished.push(finished);
		}
	}
	await one.setup.close();
	await queue.setup.close();
	return [
		figure('deliveries taken a second', one.taken, queue.taken),
		figure('executions finished a second', one.finished, queue.finished),
	];
}

/**
 * Works with n8n as it comes, but with a database on the same server, and leaves nothing of it
 * behind, whatever the outcome.
 */
async function withSingle<Result>(
	server: URL,
	work: (url: string) => Promise<Result>,
): Promise<Result> {
	const userFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-single-'));
	try {
		await installPackage(userFolder);
		const database = await createDatabase(server);
		try {
			const n8n = await startN8n({ userFolder, env: databaseSettings(database.url) });
			try {
				return await work(n8n.url);
			} finally {
				await n8n.stop();
			}
		} finally {
			await database.drop();
		}
	} finally {
		await fs.promises.rm(userFolder, { recursive: true, force: true });
	}
}

async function contender(url: string): Promise<Contender> {
	const setup = await setUpTrigger(url);
	return { setup, session: setup.client.session, taken: [], finished: [] };
}

async function turn({ setup, session }: Contender, messages: number) {
	const started = performance.now();
	await deliverAll({
		url: setup.deliveryUrl,
		messages,
		connections: CONNECTIONS,
		prefix: crypto.randomUUID(),
	});
	const rate = () => (messages * 1_000) / (performance.now() - started);
	const taken = rate();
	await drained(session, setup.workflow.id);
	return { taken, finished: rate() };
}

function figure(what: string, one: number[], queue: number[]): Figure {
	const rate = (rates: number[]) => `${median(rates).toFixed(0)}/s`;
	return {
		name: `${what}: main, two webhook processes and two workers, against one process`,
		label: what,
		ratio: median(queue.map((value, round) => value / (one[round] ?? Infinity))),
		detail: `medians of ${ROUNDS} turns: ${rate(queue)} against ${rate(one)}`,
	};
}
