/** Mixed load: deliveries, half of them duplicates, reads and writes, and keys that change. */
import { signIn, type CredentialReference, type N8nClient } from '../n8n/client';
import { chain, type WorkflowNode } from '../n8n/workflow';
import { crypto, wait } from '../platform';
import { deliverAll, type PlannedDelivery } from '../queue/deliveries';
import { startSimulator, type Simulator } from '../simulator';
import { until } from '../until';

/** Not a secret: n8n listens on this machine only and exists for one run. */
const OWNER = { email: 'soak@example.com', password: 'Soak-test-1' };
const CREDENTIAL_TYPE = 'publicOutreachApi';
const PACKAGE = 'n8n-nodes-public-outreach';
/** Smaller than the number of deliveries, so that the bound is tested. */
export const WINDOW = 200;
const REQUESTS_PER_MINUTE = 600;
const AGAIN_AFTER_MS = 500;

export interface SoakLoad {
	/** Number of keys that were used, one after another. */
	keys(): number;
	delivered(): number;
	/** Deliveries that were not answered with 200. */
	refused(): number;
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
		credentialData(simulator, simulator.apiKey),
	);
	const url = await publishWorkflow(client, simulator, credential);
	const counts = { keys: 1, delivered: 0, refused: 0 };

	async function changeKey(): Promise<void> {
		counts.keys += 1;
		const key = `soak${counts.keys}.${crypto.randomUUID()}`;
		// The trigger's registration was made with the first key, which stays valid.
		simulator.configure({ apiKeys: [simulator.apiKey, key] });
		await client.updateCredential(credential, CREDENTIAL_TYPE, credentialData(simulator, key));
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
	return {
		keys: () => counts.keys,
		delivered: () => counts.delivered,
		refused: () => counts.refused,
		runFor,
		close: async () => await simulator.close(),
	};
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

function credentialData({ url }: Simulator, apiKey: string): Record<string, unknown> {
	return { baseUrl: url, apiKey, requestsPerMinute: REQUESTS_PER_MINUTE };
}

/** @returns where the service delivers to */
async function publishWorkflow(
	client: N8nClient,
	simulator: Simulator,
	credential: CredentialReference,
): Promise<string> {
	const own = (name: string, type: string, parameters: Record<string, unknown>) =>
		newNode(name, `${PACKAGE}.${type}`, parameters, credential);
	const campaignId = { __rl: true, mode: 'id', value: '103' };
	const { id } = await client.createWorkflow(
		chain(
			'Soak',
			own('Trigger', 'publicOutreachTrigger', { options: { deduplicationWindow: WINDOW } }),
			own('Read', 'publicOutreach', { resource: 'campaign', operation: 'getAll', limit: 2 }),
			own('Write', 'publicOutreach', {
				resource: 'campaign',
				operation: 'update',
				campaignId,
				updateFields: { name: '={{ $now.toISO() }}' },
			}),
		),
	);
	await client.publish(id);
	return await until('the registration', () => simulator.webhookUrl ?? undefined);
}

function newNode(
	name: string,
	type: string,
	parameters: Record<string, unknown>,
	credential: CredentialReference,
): WorkflowNode {
	const id = crypto.randomUUID();
	const credentials = { [CREDENTIAL_TYPE]: credential };
	return {
		...{ id, name, type, parameters, credentials, webhookId: id },
		typeVersion: type.endsWith('Trigger') ? 1.1 : 1,
		position: [0, 0],
	};
}
