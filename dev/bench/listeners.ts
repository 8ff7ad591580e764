/** What it costs when several workflows share the webhook of a key. */
import type { Figure } from './figure';
import { trigger } from './triggerContenders';
import { measureRates, ratioOf, formatRates } from './triggerRates';

const ROUNDS = 7;
const EXECUTIONS = 100;
const COUNTS = [1, 5, 20];
const nameOf = (listeners: number) => (listeners === 1 ? 'one trigger' : `${listeners} triggers`);

/** Executions a second, timed to the end of the last one: each delivery starts one for each trigger. */
export async function benchListeners(): Promise<Figure[]> {
	const options = { rounds: ROUNDS, messages: EXECUTIONS, toTheEnd: true };
	const rates = await measureRates(options, async ({ client }) => {
		const contenders = [];
		for (const listeners of COUNTS) {
			contenders.push(await trigger(client, nameOf(listeners), listeners));
		}
		return contenders;
	});
	return COUNTS.slice(1).map((listeners) => ({
		name: `executions a second with ${nameOf(listeners)}, against one`,
		ratio: ratioOf(rates, nameOf(listeners), nameOf(1)),
		detail: `medians of ${ROUNDS} turns: ${formatRates(rates)}`,
		bar: 0.9,
	}));
}
