/** Whether a larger deduplication window slows the trigger down. */
import { ensureN8n } from '../n8n/install';
import type { Figure } from './figure';
import { fillWindow, trigger, type Contender } from './triggerContenders';
import { measureRates, ratioOf, formatRates, type Place, type Rates } from './triggerRates';

const [SMALLEST = 0, ...LARGER] = [100, 1_000, 10_000];
const ROUNDS = 11;

const nameOf = (window: number) => `window of ${window.toLocaleString('en')}`;

/** Full windows, in n8n's legacy expression engine, in which n8n itself spends least on a delivery. */
export async function benchWindow(): Promise<Figure[]> {
	const rates = await measureRates(
		{ rounds: ROUNDS, messages: 320, env: { N8N_EXPRESSION_ENGINE: 'legacy' } },
		async (place) => {
			const contenders: Contender[] = [];
			for (const window of [SMALLEST, ...LARGER]) contenders.push(await fullWindow(place, window));
			return contenders;
		},
	);
	return LARGER.map((window) => figure(rates, window));
}

async function fullWindow({ client, userFolder }: Place, window: number): Promise<Contender> {
	const contender = await trigger(client, nameOf(window), {
		deduplicationWindow: window,
	});
	const [workflowId = ''] = contender.workflowIds;
	await fillWindow(await ensureN8n(), userFolder, { ...contender, workflowId }, window);
	return contender;
}

function figure(rates: Rates, window: number): Figure {
	return {
		name: `deliveries a second with a full ${nameOf(window)}, against one of ${SMALLEST}`,
		label: nameOf(window),
		ratio: ratioOf(rates, nameOf(window), nameOf(SMALLEST)),
		bar: 0.9,
		detail: `medians of ${ROUNDS} turns: ${formatRates(rates)}`,
	};
}
