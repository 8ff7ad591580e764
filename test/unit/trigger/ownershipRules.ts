import { startSimulator, type Simulator } from '../../../dev/simulator';
import { until } from '../../../dev/until';
import { runNode } from '../../engine/engine';
import { FakeN8n } from './fakeN8n';
import type { Emitted } from './fakeServer';
import { startProcessWithOperations, type ProcessWithOperations } from './freshProcess';
import { AFTER_START_MS, short } from './support';
import { triggerNode, type TriggerNode } from './triggerNode';

/** A URL that a workflow may set with an operation. */
export const ELSEWHERE = 'https://elsewhere.example.com/hook';

const ONE_KEY = 'one.opens-nothing-but-this-simulator';
const OTHER_KEY = 'other.opens-nothing-but-this-simulator';

/** Three workflows with two keys of one user. */
const nodes = new Map([
	['first', triggerNode('first')],
	['second', triggerNode('second')],
	['third', triggerNode('third', {}, { credential: 'other' })],
]);
export const NAMES = [...nodes.keys()];

export function nodeOf(name: string): TriggerNode {
	const node = nodes.get(name);
	if (!node) throw new Error(`There is no workflow ${name}`);
	return node;
}

export interface Outcome {
	status?: number;
	/** In the order in which they started. */
	started: string[];
}

/** The model's state: what has happened so far. */
export interface Rules {
	published: Set<string>;
	tested: Set<string>;
	/** A workflow has set or disabled the webhook, and no trigger has taken it since. */
	isSetByOperation: boolean;
	/** A restart has made n8n forget that. */
	isForgotten: boolean;
	/** The URL of a test that was killed, or that the service did not let go, may still be there. */
	isStale: boolean;
	/** That URL: a later test of the same trigger has another secret, and refuses what is sent to it. */
	staleUrl?: string;
	/** The service refuses the next PUT. */
	isRefusing: boolean;
	/** n8n cannot reach its own URLs. */
	isUnreachable: boolean;
	/** Messages so far. */
	messages: number;
	/** How often each workflow has started for the latest message since it could forget it. */
	starts: Map<string, number>;
	/** The outcome of the latest delivery. */
	latest: Outcome;
	/** The triggers that have been published since the first delivery of the latest message. */
	due: Set<string>;
	/** The states that were reached, to check that the model covers them. */
	reached: Set<string>;
}

/** n8n and the service. */
export class Real {
	private constructor(
		readonly simulator: Simulator,
		readonly n8n: FakeN8n,
		private process: ProcessWithOperations,
	) {}

	static async start(): Promise<Real> {
		const apiKeys = [ONE_KEY, OTHER_KEY];
		const simulator = await startSimulator({ requestsPerMinute: 1e9, apiKeys });
		const process = startProcessWithOperations();
		const n8n = await FakeN8n.start(process.trigger, simulator, [...nodes.values()]);
		n8n.useService({ url: simulator.url, apiKey: OTHER_KEY }, 'other');
		return new Real(simulator, n8n, process);
	}

	async end(): Promise<void> {
		await this.simulator.close();
		await this.n8n.close();
	}

	async restart(): Promise<void> {
		this.process = startProcessWithOperations();
		await this.n8n.restart(this.process.trigger);
	}

	/** Advances time to the next renewal. */
	async renew(): Promise<void> {
		const { waits } = this.process;
		let length = 0;
		while (waits.length > length && (length === 0 || waits.at(-1)?.ms === AFTER_START_MS)) {
			({ length } = waits);
			waits.at(-1)?.end();
			for (let turn = 0; turn < 1_000 && waits.length === length; turn++) await this.turn();
		}
	}

	/** Time for a request. */
	private async turn(): Promise<void> {
		await fetch(`${this.simulator.url}/_simulator/`).catch(() => undefined);
	}

	/** Runs an operation of the action node. */
	async setWebhook(operation: 'set' | 'disable'): Promise<void> {
		const { error } = await runNode({
			nodeType: this.process.action,
			parameters: { resource: 'webhook', operation, webhookUrl: ELSEWHERE },
			credentials: { baseUrl: this.simulator.url, apiKey: ONE_KEY, requestsPerMinute: 1e9 },
		});
		if (error) throw error;
	}

	/** Where the service delivers: `first`, `first test`, another URL, or nowhere. */
	get slot() {
		return short(this.simulator.webhookUrl) ?? null;
	}

	/** How many PUTs there were. */
	get puts(): number {
		return this.simulator.requests.filter(({ method }) => method === 'PUT').length;
	}

	/**
	 * Sends a message, and says who started for it.
	 *
	 * @param tests that it is forwarded to: nobody waits for these before the answer
	 * @param starting tests that have to start for it
	 */
	async send(message_id: string, tests: string[], starting: string[]): Promise<Outcome> {
		const { emitted, requests } = this.n8n;
		const before = { emitted: emitted.length, requests: requests.length };
		const delivery = await this.simulator.sendMessage({ message_id });
		const started = () => emitted.slice(before.emitted).map(nameOf);
		const urls = () => requests.slice(before.requests).map(({ url }) => short(url));
		const isDone = () =>
			tests.every((name) => urls().includes(name)) &&
			starting.every((name) => started().includes(name));
		const what = `the start of ${starting.join(' and ')}`;
		await until(what, () => isDone() || undefined, { everyMs: 1 });
		return { status: delivery?.status, started: started() };
	}
}

function nameOf({ workflowId, isTest }: Emitted): string {
	return `${workflowId.replace('id-of-', '')}${isTest ? ' test' : ''}`;
}
