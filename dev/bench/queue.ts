/** Queue mode against one process, on the same machine: what the further processes cost, and what they bring. */
import { createDatabase } from '../queue/database';
import { startQueueLayout } from '../queue/layout';
import { findServices } from '../queue/services';
import { databaseSettings } from '../queue/settings';
import { onShutdown } from '../shutdown';
import { measureRates, startPacked, trigger } from './deliveryRates';
import type { Figure } from './page';
import { compare } from './rounds';

const ROUNDS = 5;
const MESSAGES = 400;

export async function benchQueue(): Promise<Figure[]> {
	const services = await findServices();
	onShutdown(services.stop);
	const layout = await startQueueLayout(services);
	const database = await createDatabase(services.postgres);
	onShutdown(database.drop);
	const single = await startPacked(databaseSettings(database.url));
	const contenders = [await trigger(layout.proxy.url), await trigger(single.url)];
	const turns = await measureRates(ROUNDS, contenders, MESSAGES);
	await layout.stop();
	await single.stop();
	const figure = (what: string, kind: 'taken' | 'ended') =>
		compare(
			`${what} a second: main, two webhook processes and two workers, against one process`,
			turns.map((rates) => rates.map((rate) => rate[kind])),
			(rate) => `${rate.toFixed(0)}/s`,
		);
	return [figure('deliveries taken', 'taken'), figure('executions finished', 'ended')];
}
