/** Mixed load: deliveries, half of them duplicates, reads and writes, and keys that change. */
import { signIn, type CredentialReference, type N8nClient } from '../n8n/client';
import {
	ACTION_TYPE,
	CREDENTIAL_TYPE,
	credentialData,
	newNode,
	OWNER,
	publishTrigger,
	TRIGGER_TYPE,
} from '../n8n/ownNodes';
import { chain, type WorkflowNode } from '../n8n/workflow';
import { crypto, wait } from '../platform';
import { deliverAll, type PlannedDelivery } from '../queue/deliveries';
import { startSimulator, type Simulator } from '../simulator';
import { until } from '../until';

/** Smaller than the number of deliveries, so that the bound is tested. */
export const WINDOW = 200;
const REQUESTS_PER_MINUTE = 600;
const AGAIN_AFTER_MS = 500;

export interface Counts {
	/** Different keys that were used, one after another. */
	keys: number;
	delivered: number;
	/** Deliveries that were not answered with 200. */
	refused: number;
}

interface SoakLoad {
	counts: Counts;
	/** Loads n8n for this time, and waits until it has processed everything. */
	runFor(ms: number): Promise<void>;
	close(): Promise<void>;
}

export interface Pace {
	/** New messages a second; each is delivered twice. */
	messagesPerSecond: number;
	/** How often the workflow gets another key. */
	newKeyEveryMs: number;
	/** As a service that insists: waits for answers, and delivers again what was refused. */
	insists?: boolean;
}

export async function prepareLoad(
	n8nUrl: string,
	{ messagesPerSecond, newKeyEveryMs, insists = false }: Pace,
): Promise<SoakLoad> {
	const client = await signIn(n8nUrl, OWNER);
	const simulator = await startSimulator({ requestsPerMinute: REQUESTS_PER_MINUTE });
	const credential = await client.createCredential(
		'Simulator',
		CREDENTIAL_TYPE,
		credentialData(simulator, REQUESTS_PER_MINUTE),
	);
	const url = await publishWorkflow(client, simulator, credential);
	const counts = { keys: 1, delivered: 0, refused: 0 };

	async function changeKey(): Promise<void> {
		counts.keys += 1;
		const key = `soak${counts.keys}.${crypto.randomUUID()}`;
		// The trigger's registration was made with the first key, which stays valid.
		simulator.configure({ apiKeys: [simulator.apiKey, key] });
		const data = credentialData({ url: simulator.url, apiKey: key }, REQUESTS_PER_MINUTE);
		await client.updateCredential(credential, CREDENTIAL_TYPE, data);
	}
	async function second(number: number): Promise<void> {
		const plan: PlannedDelivery[] = Array.from({ length: messagesPerSecond }, (_, place) => ({
			messageId: `${number}-${place}`,
			atMs: (place * 1_000) / messagesPerSecond,
		}));
		const twice = plan.flatMap((one) => [one, { ...one, atMs: one.atMs + 500 }]);
		counts.delivered += twice.length;
		let refused = await deliverOnce(twice);
		while (insists && refused.length > 0) refused = await deliverOnce(refused);
		counts.refused += refused.length;
	}
	/** @returns those that were not answered with 200 */
	async function deliverOnce(plan: PlannedDelivery[]): Promise<PlannedDelivery[]> {
		const results = await deliverAll(url, plan);
		return results.flatMap(({ status, messageId }) =>
			status === 200 ? [] : [{ messageId, atMs: AGAIN_AFTER_MS }],
		);
	}
	async function runFor(ms: number): Promise<void> {
		const started = Date.now();
		let keyAt = started + newKeyEveryMs;
		const seconds: Array<Promise<void>> = [];
		for (let number = 0; number * 1_000 < ms; number++) {
			seconds.push(second(number));
			if (insists) await seconds.at(-1);
			await wait(Math.max(0, started + (number + 1) * 1_000 - Date.now()));
			if (Date.now() < keyAt) continue;
			keyAt += newKeyEveryMs;
			await changeKey();
			// The simulator's request log of a long run is not a leak.
			simulator.requests.length = 0;
		}
		await Promise.all(seconds);
		await untilIdle(simulator);
	}
	return { counts, runFor, close: async () => await simulator.close() };
}

/** A delivery is answered before its execution starts. */
async function untilIdle({ requests }: Simulator): Promise<void> {
	let before = -1;
	const isStill = () => {
		const still = requests.length === before;
		before = requests.length;
		return still || undefined;
	};
	await until('n8n to send no more requests', isStill, { timeoutMs: 300_000, everyMs: 3_000 });
}

/** @returns where the service delivers to */
async function publishWorkflow(
	client: N8nClient,
	simulator: Simulator,
	credential: CredentialReference,
): Promise<string> {
	const campaignId = { __rl: true, mode: 'id', value: '103' };
	const updateFields = { name: '={{ $now.toISO() }}' };
	const definition = chain(
		'Soak',
		newNode('Trigger', TRIGGER_TYPE, { options: { deduplicationWindow: WINDOW } }, credential),
		action('Read', { operation: 'getAll', limit: 2 }),
		action('Write', { operation: 'update', campaignId, updateFields }),
	);
	function action(name: string, parameters: Record<string, unknown>): WorkflowNode {
		return newNode(name, ACTION_TYPE, { resource: 'campaign', ...parameters }, credential);
	}
	return (await publishTrigger(client, simulator, definition)).url;
}
