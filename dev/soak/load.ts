/** Mixed load: deliveries, half of them duplicates, reads and writes, and keys that change. */
import { signIn, type CredentialReference } from '../n8n/client';
import {
	ACTION_TYPE,
	CREDENTIAL_TYPE,
	credentialData,
	newNode,
	OWNER,
	publishTrigger,
	TRIGGER_TYPE,
} from '../n8n/ownNodes';
import { chain, type WorkflowDefinition } from '../n8n/workflow';
import { crypto, wait } from '../platform';
import { deliverPlanned, type PlannedDelivery } from '../queue/deliveries';
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
	/** Deliveries that did not get a 200. */
	refused: number;
}

export interface Load {
	ms: number;
	/** New messages a second; each is delivered twice. */
	messagesPerSecond: number;
	/** How often the workflow gets another key. */
	newKeyEveryMs: number;
	/** Delivers like a service that insists: waits for responses, and delivers refused messages again. */
	insists?: boolean;
}

/** Loads n8n, and waits until it has processed everything. */
export async function applyLoad(n8nUrl: string, load: Load): Promise<Counts> {
	const client = await signIn(n8nUrl, OWNER);
	const simulator = await startSimulator({ requestsPerMinute: REQUESTS_PER_MINUTE });
	const data = credentialData(simulator, REQUESTS_PER_MINUTE);
	const credential = await client.createCredential('Simulator', CREDENTIAL_TYPE, data);
	const { url } = await publishTrigger(client, simulator, workflowWith(credential));
	const counts = { keys: 1, delivered: 0, refused: 0 };
	const startedAt = Date.now();
	const seconds: Array<Promise<void>> = [];
	for (let number = 0; number * 1_000 < load.ms; number++) {
		seconds.push(second(url, number, load, counts));
		if (load.insists) await seconds.at(-1);
		await wait(Math.max(0, startedAt + (number + 1) * 1_000 - Date.now()));
		if (Date.now() < startedAt + counts.keys * load.newKeyEveryMs) continue;
		counts.keys += 1;
		const apiKey = `soak${counts.keys}.${crypto.randomUUID()}`;
		// The trigger's registration was made with the first key, which stays valid.
		simulator.configure({ apiKeys: [simulator.apiKey, apiKey] });
		await client.updateCredential(credential, CREDENTIAL_TYPE, { ...data, apiKey });
		// The simulator's request log of a long run is not a leak.
		simulator.requests.length = 0;
	}
	await Promise.all(seconds);
	await untilIdle(simulator);
	await simulator.close();
	return counts;
}

/** Delivers the messages of one second. */
async function second(url: string, number: number, load: Load, counts: Counts): Promise<void> {
	const plan: PlannedDelivery[] = Array.from({ length: load.messagesPerSecond }, (_, place) => ({
		messageId: `${number}-${place}`,
		atMs: (place * 1_000) / load.messagesPerSecond,
	}));
	const twice = plan.flatMap((one) => [one, { ...one, atMs: one.atMs + 500 }]);
	counts.delivered += twice.length;
	let refused = await deliverOnce(url, twice);
	while (load.insists && refused.length > 0) refused = await deliverOnce(url, refused);
	counts.refused += refused.length;
}

/** @returns those that did not get a 200, to be delivered again */
async function deliverOnce(url: string, plan: PlannedDelivery[]): Promise<PlannedDelivery[]> {
	const refused = (await deliverPlanned(url, plan)).filter(({ status }) => status !== 200);
	return refused.map(({ messageId }) => ({ messageId, atMs: AGAIN_AFTER_MS }));
}

/** A delivery gets its response before its execution starts. */
async function untilIdle({ requests }: Simulator): Promise<void> {
	let before = -1;
	const isStill = () => {
		const still = requests.length === before;
		before = requests.length;
		return still || undefined;
	};
	await until('n8n to send no more requests', isStill, { timeoutMs: 300_000, everyMs: 3_000 });
}

function workflowWith(credential: CredentialReference): WorkflowDefinition {
	const action = (name: string, parameters: Record<string, unknown>) =>
		newNode(name, ACTION_TYPE, { resource: 'campaign', ...parameters }, credential);
	const campaignId = { __rl: true, mode: 'id', value: '103' };
	const updateFields = { name: '={{ $now.toISO() }}' };
	return chain(
		'Soak',
		newNode('Trigger', TRIGGER_TYPE, { options: { deduplicationWindow: WINDOW } }, credential),
		action('Read', { operation: 'getAll', limit: 2 }),
		action('Write', { operation: 'update', campaignId, updateFields }),
	);
}
