import { until } from '../../../dev/until';
import { startProcessWithOperations, type ProcessWithOperations } from './freshProcess';
import { AFTER_START_MS, first, nameOf, ONE_KEY, OTHER_KEY, second, Setup, short } from './support';
import { triggerNode, type TriggerNode } from './triggerNode';

/** Three workflows with two keys of one user. */
const nodes = new Map([
	['first', first],
	['second', second],
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
	/** The receiver was registered while it could not be reached: its own data does not say so. */
	isUnrecorded: boolean;
	/** A restart has made n8n forget which trigger that is. */
	isUnknown: boolean;
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
export class Real extends Setup<ProcessWithOperations> {
	constructor() {
		super([...nodes.values()], { apiKeys: [ONE_KEY, OTHER_KEY] }, startProcessWithOperations);
	}

	override async begin(): Promise<void> {
		await super.begin();
		this.n8n.useService({ url: this.simulator.url, apiKey: OTHER_KEY }, 'other');
	}

	/** Advances time to the next renewal, where there is one. */
	override async renew(): Promise<void> {
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
