import { timers } from '../../../dev/platform';
import { until } from '../../../dev/until';
import type { Fault } from '../../../dev/simulator';
import { isDataObject } from '../../../nodes/shared/api/responses/json';
import { isCommand } from './deliveries';
import type { Emitted } from './fakeServer';
import { first, nameOf, ONE_KEY, OTHER_KEY, second, Setup, short } from './support';
import { triggerNode, type TriggerNode } from './triggerNode';

/** Three workflows with two keys of one user. */
const nodes = new Map([
	['first', first],
	['second', second],
	['third', triggerNode('third', {}, { credential: 'other' })],
]);
export const NAMES = [...nodes.keys()];
/** Another key of the same user, which replaces that of the first two. */
export const NEW_KEY = 'new.opens-nothing-but-this-simulator';

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
export class Rules {
	/** Each with the address that n8n had when it was published. */
	published = new Map<string, string>();
	tested = new Set<string>();
	/** A workflow has set or disabled the webhook, and no trigger has taken it since. */
	isSetByOperation = false;
	/** A restart has made n8n forget that, or what the service had refused it. */
	isForgotten = false;
	/** What was left behind then: a later listener of the same name has another secret. */
	staleUrl?: string;
	/** The service refuses the next PUT. */
	isRefusing = false;
	/** The service answers every PUT with an error. */
	isDown = false;
	/** n8n cannot reach its own URLs. */
	isUnreachable = false;
	/** The receiver was registered while it could not be reached: its own data does not say so. */
	isUnrecorded = false;
	/** A restart has made n8n forget which trigger that is. */
	isUnknown = false;
	/** n8n was killed, and has not had the time since to tell the receiver that it is registered. */
	isUnconfirmed = false;
	/** Somebody has listened since the webhook was last as it should be. */
	hadListeners = false;
	/** Messages so far. */
	messages = 0;
	/** How often each workflow has started for the latest message since it could forget it. */
	starts = new Map<string, number>();
	/** The triggers that have been published since the first delivery of the latest message. */
	due = new Set<string>();

	/** @param reached the states that were reached, to check that the model covers them */
	constructor(readonly reached: Set<string>) {}
}

/** When n8n is killed: at a request to the service, or to a trigger of its own. */
export interface Moment {
	to: 'service' | 'receiver';
	/** Whether the request was carried out. */
	isCarriedOut: boolean;
}

/** n8n and the service. */
export class Real extends Setup {
	/** Who had the webhook before the latest delivery. */
	receiverBefore?: string | null;

	/** The addresses that lead to n8n; it has the first one. */
	private addresses: [string, string] = ['', ''];

	/** How many executions need no longer be counted: they were, or a restart has come in between. */
	counted = 0;

	private onPut = () => {};

	private faults: Fault[] = [];

	constructor() {
		const apiKeys = [ONE_KEY, OTHER_KEY, NEW_KEY];
		super([...nodes.values()], { apiKeys, hasOperations: true });
	}

	override async begin(): Promise<void> {
		await super.begin();
		this.n8n.useService({ url: this.simulator.url, apiKey: OTHER_KEY }, 'other');
		this.addresses = [this.n8n.url, this.n8n.url.replace('127.0.0.1', 'localhost')];
		this.simulator.onRequest(({ method }) => {
			if (method === 'PUT') this.onPut();
		});
	}

	/** Gives n8n its other address, from its next start on. */
	move(): void {
		this.addresses.reverse();
		this.n8n.moveTo(this.addresses[0]);
	}

	/** Has the service refuse, or fail, from now on. */
	refuse(...faults: Fault[]): void {
		this.faults = faults;
		this.simulator.cancelFaults();
		this.simulator.plan(...faults);
	}

	/**
	 * Kills n8n at the first such request that an action leads to, if there is one.
	 *
	 * @returns whether it was killed
	 */
	async killDuring(action: () => Promise<void>, { to, isCarriedOut }: Moment): Promise<boolean> {
		let isKilled = false;
		let kill = () => {};
		const killed = new Promise<void>((resolve) => {
			kill = () => {
				if (!isKilled) this.restartAsFollower();
				isKilled = true;
				resolve();
			};
		});
		if (to === 'service') {
			this.simulator.cancelFaults();
			this.simulator.plan({
				method: 'PUT',
				...(isCarriedOut ? { kind: 'delay', ms: 0 } : { kind: 'hang' }),
			});
			this.onPut = kill;
		} else {
			this.n8n.intercept = (request, response) => {
				if (isKilled || !isCommand(request)) return false;
				if (!isCarriedOut) kill();
				else {
					response.end = () => {
						// What the other process has stored, it has stored.
						timers.setImmediate(kill);
						return response;
					};
				}
				return !isCarriedOut;
			};
		}
		const acting = action();
		await Promise.race([killed, acting]);
		this.onPut = () => {};
		this.n8n.intercept = undefined;
		// A single refusal has been used up.
		this.refuse(...this.faults.filter(({ times }) => times !== undefined));
		return isKilled;
	}

	/**
	 * Sends a message, and says who started for it.
	 *
	 * @param tests that it is forwarded to: nobody waits for these before the answer
	 * @param starting tests that have to start for it
	 */
	async send(message_id: string, tests: string[], starting: string[]): Promise<Outcome> {
		const { emitted, requests } = this.n8n;
		const before = { emitted: this.counted, requests: requests.length };
		const delivery = await this.resting(this.simulator.sendMessage({ message_id }));
		// What could not be sent before may arrive now.
		const isOfThis = ({ json }: Emitted) => isDataObject(json) && json.message_id === message_id;
		const started = () => emitted.slice(before.emitted).filter(isOfThis).map(nameOf);
		const urls = () => requests.slice(before.requests).map(({ url }) => short(url));
		const isDone = () =>
			tests.every((name) => urls().includes(name)) &&
			starting.every((name) => started().includes(name));
		const what = `the start of ${starting.join(' and ')}`;
		await until(what, () => isDone() || undefined, { everyMs: 1 });
		const names = started();
		this.counted = emitted.length;
		return { status: delivery?.status, started: names };
	}
}
