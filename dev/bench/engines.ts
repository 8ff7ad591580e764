/** Deliveries a second by expression engine and type version. */
import { TRIGGER_VERSION } from '../n8n/ownNodes';
import type { Figure } from './figure';
import { trigger, verifyingWebhookNode, webhookNode } from './triggerContenders';
import { measureRates, ratioOf, formatRates } from './triggerRates';

const WEBHOOK = 'Webhook node 2';
const VERIFYING = `${WEBHOOK} with Basic Auth`;

interface Engine {
	name: string;
	env: NodeJS.ProcessEnv;
	/** How many messages in a turn: some seconds' worth. */
	messages: number;
	rounds: number;
	/** Against the Webhook node of the same n8n. */
	bar?: number;
}

const ENGINES: Engine[] = [
	{ name: 'default engine', env: {}, messages: 80, rounds: 7 },
	{
		name: 'default engine, lazy acquisition',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
		messages: 240,
		rounds: 15,
		bar: 0.95,
	},
	{
		name: 'legacy engine',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		messages: 240,
		rounds: 15,
		bar: 0.95,
	},
];

const nameOf = (typeVersion: number) => `trigger ${typeVersion}`;

export async function benchEngines(): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const { name, env, messages, rounds, bar } of ENGINES) {
		const rates = await measureRates({ rounds, messages, env }, async (place) => [
			await webhookNode(place, WEBHOOK, 2),
			await verifyingWebhookNode(place, VERIFYING),
			await webhookNode(place, 'Webhook node 1', 1),
			await trigger(place.client, nameOf(1), { typeVersion: 1 }),
			await trigger(place.client, nameOf(TRIGGER_VERSION)),
		]);
		figures.push({
			name: `deliveries a second, type version ${TRIGGER_VERSION} against n8n's ${WEBHOOK}; ${name}`,
			ratio: ratioOf(rates, nameOf(TRIGGER_VERSION), WEBHOOK),
			detail: `medians of ${rounds} turns: ${formatRates(rates)}`,
			label: name,
			...(bar !== undefined && { bar }),
		});
		figures.push({
			name: `the same against one that has a credential as well, by which it verifies deliveries; ${name}`,
			ratio: ratioOf(rates, nameOf(TRIGGER_VERSION), VERIFYING),
			detail: 'as above',
			label: `${name}, Basic Auth`,
		});
	}
	return figures;
}
