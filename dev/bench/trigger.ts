/** How fast the trigger takes deliveries, compared with n8n's own Webhook node in the same n8n. */
import type { Figure } from './figure';
import { trigger, webhookNode } from './triggerContenders';
import { measureRates, ratioOf, formatRates, type Place, type Rates } from './triggerRates';

const TRIGGER = 'trigger';
const BUILT_IN = 'Webhook node';
const BUILT_IN_1 = 'Webhook node, type version 1';
const ROUNDS = 11;

/**
 * Two measurements, each in an n8n of its own:
 *
 * 1. n8n's legacy expression engine, in which n8n itself spends least on a delivery, so that what the
 *    node adds shows most.
 * 2. n8n's default engine. There n8n 2.41 makes an isolate for each delivery (40 ms of CPU), from which
 *    live-webhooks.js exempts its own Webhook node alone, from type version 1.1 on; and for each delivery to
 *    a node of type version 1, even its own, it evaluates an expression of its own (webhook-helpers.js,
 *    parseRequestBody). So the bar compares with a Webhook node of the trigger's type version; the
 *    exempted one is reported as well, without a bar.
 */
export async function benchTrigger(): Promise<Figure[]> {
	const legacy = await measureRates(
		{ rounds: ROUNDS, messages: 320, env: { N8N_EXPRESSION_ENGINE: 'legacy' } },
		async (place) => [await webhookNode(place, BUILT_IN, 2), await ours(place)],
	);
	const standard = await measureRates({ rounds: ROUNDS, messages: 80 }, async (place) => [
		await webhookNode(place, BUILT_IN, 2),
		await webhookNode(place, BUILT_IN_1, 1),
		await ours(place),
	]);
	return [
		{ ...against(legacy, BUILT_IN, 'legacy expression engine'), bar: 0.95 },
		{ ...against(standard, BUILT_IN_1, 'default engine'), bar: 0.95 },
		against(standard, BUILT_IN, 'default engine, from which n8n exempts that node alone'),
	];
}

const ours = async ({ client }: Place) => await trigger(client, TRIGGER);

function against(rates: Rates, other: string, conditions: string): Figure {
	return {
		name: `deliveries a second, against n8n's ${other}; ${conditions}`,
		ratio: ratioOf(rates, TRIGGER, other),
		detail: `medians of ${ROUNDS} turns: ${formatRates(rates)}`,
	};
}
