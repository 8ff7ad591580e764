/** Queue mode against one process, on the same machine: what the further processes cost, and what they bring. */
import { newFolder, remove } from '../folders';
import { installPackage } from '../n8n/installPackage';
import { startN8n } from '../n8n/server';
import { performance } from '../platform';
import { createDatabase } from '../queue/database';
import { startQueueLayout } from '../queue/layout';
import { setUpTrigger, type TriggerSetup } from '../queue/triggerSetup';
import { findServices } from '../queue/services';
import { databaseSettings } from '../queue/settings';
import type { Figure } from './figure';
import { median, medianRatio, takeTurns } from './rounds';
import { deliverAll, drained } from './triggerLoad';

const ROUNDS = 5;
const MESSAGES = 400;

/** Messages a second that were accepted, and that were processed. */
interface Rates {
	taken: number;
	finished: number;
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
	const setups = [await setUpTrigger(singleUrl), await setUpTrigger(queueUrl)];
	const rates = await takeTurns({ rounds: ROUNDS, warmUps: 1 }, setups, turn);
	for (const { close } of setups) await close();
	const [one = [], queue = []] = [...rates.values()];
	const valuesOf = (kind: keyof Rates) =>
		[one, queue].map((turns) => turns.map((turnRates) => turnRates[kind]));
	return [
		figure('deliveries taken a second', valuesOf('taken')),
		figure('executions finished a second', valuesOf('finished')),
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
	const userFolder = newFolder('n8n-single');
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
		await remove(userFolder);
	}
}

async function turn({ client, deliveryUrl, workflow }: TriggerSetup): Promise<Rates> {
	const started = performance.now();
	await deliverAll(deliveryUrl, MESSAGES);
	const rate = () => (MESSAGES * 1_000) / (performance.now() - started);
	const taken = rate();
	await drained(client.session, workflow.id);
	return { taken, finished: rate() };
}

function figure(what: string, [one = [], queue = []]: number[][]): Figure {
	const rate = (rates: number[]) => `${median(rates).toFixed(0)}/s`;
	return {
		name: `${what}: main, two webhook processes and two workers, against one process`,
		ratio: medianRatio(queue, one),
		detail: `medians of ${ROUNDS} turns: ${rate(queue)} against ${rate(one)}`,
	};
}
