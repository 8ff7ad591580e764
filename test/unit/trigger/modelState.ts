import { timers, wait } from '../../../dev/platform';
import type { Fault } from '../../../dev/simulator';
import { isDataObject } from '../../../nodes/shared/json';
import { isCommand } from './deliveries';
import type { Emitted } from './fakeServer';
import { pass } from './freshProcess';
import { first, nameOf, ONE_KEY, OTHER_KEY, second, Setup } from './support';
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

export const isTest = (name: string) => name.endsWith(' test');

/** What has happened so far. */
export class Model {
	/** Each published workflow with the address that n8n had then. */
	published = new Map<string, string>();
	tested = new Set<string>();
	/** Another system, or an operation, has set the webhook, and n8n does not know. */
	isSetElsewhere = false;
	/** n8n has forgotten, by a restart, that the service may have a URL of its own. */
	isForgotten = false;
	/** A restart has made n8n forget which trigger is registered, or it never knew. */
	isUnknown = false;
	/** The service refuses the next PUT, or each. */
	isRefusing = false;
	isDown = false;
	/** n8n cannot reach its own URLs. */
	isUnreachable = false;
	/** Messages so far, and how often each workflow has started for the latest one since it could forget it. */
	messages = 0;
	starts = new Map<string, number>();
	/** The workflows that have been published since the first delivery of the latest message. */
	due = new Set<string>();

	/** @param reached the states that were reached, to check that the model covers them */
	constructor(readonly reached: Set<string>) {}
}

/** When n8n is killed: at a request to the service, or to a trigger of its own. */
export interface Moment {
	to: 'service' | 'listener';
	/** Whether the request was carried out. */
	isCarriedOut: boolean;
}

/** n8n and the service. */
export class Real extends Setup {
	/** The addresses that lead to n8n; it has the first one. */
	private addresses: [string, string] = ['', ''];

	private onPut = () => {};

	private faults: Fault[] = [];

	/** @param isSplit whether another process takes deliveries, which has another name for n8n, as test URLs have */
	constructor(private readonly isSplit: boolean) {
		super([...nodes.values()], { apiKeys: [ONE_KEY, OTHER_KEY, NEW_KEY] });
	}

	override async begin(): Promise<void> {
		await super.begin();
		this.n8n.useService({ url: this.simulator.url, apiKey: OTHER_KEY }, 'other');
		this.addresses = [this.n8n.url, this.n8n.url.replace('127.0.0.1', 'localhost')];
		if (this.isSplit) {
			this.useWebhookProcess();
			const [, editorUrl] = this.addresses;
			Object.assign(this.n8n.surroundings, {
				editorUrl,
				webhookProcessUrl: 'http://10.0.0.9:5678',
			});
		}
		this.simulator.onRequest(({ method }) => {
			if (method === 'PUT') this.onPut();
		});
	}

	/** Gives n8n its other address, from its next start on. */
	move(): void {
		this.addresses.reverse();
		this.n8n.moveTo(this.addresses[0]);
	}

	/** n8n waits a while for what is being forwarded, but here not for what waits itself. */
	async unpublish(trigger: TriggerNode): Promise<void> {
		const { process } = this;
		let isDone = false;
		const leaving = this.n8n.unpublish(trigger).finally(() => void (isDone = true));
		void leaving.catch(() => undefined);
		while (!isDone && this.process === process) {
			await wait(0);
			const isSending = this.limitsOf('own request').length > 0;
			if (!isSending) this.limitsOf('drain').forEach(({ end }) => end());
		}
		await leaving;
	}

	/** Has the service refuse, or fail, from now on. */
	refuse(...faults: Fault[]): void {
		this.faults = faults;
		this.simulator.cancelFaults();
		this.simulator.plan(...faults);
	}

	/** Lets minutes pass, until something holds or they are over. */
	async waitMinutes(isDone: () => boolean, minutes = 10): Promise<void> {
		for (let turn = 0; turn < minutes && !isDone(); turn++) {
			await this.renew();
			pass(60_000);
		}
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
			const how: Fault = isCarriedOut ? { kind: 'delay', ms: 0 } : { kind: 'hang' };
			this.simulator.plan({ method: 'PUT', ...how });
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
		await Promise.race([killed, action()]);
		this.onPut = () => {};
		this.n8n.intercept = undefined;
		// A single refusal has been used up.
		this.refuse(...this.faults.filter(({ times }) => times !== undefined));
		return isKilled;
	}

	/** Sends a message; what is still to be forwarded is, unless n8n cannot reach its own URLs. */
	async send(message_id: string, isUnreachable: boolean, meanwhile: () => Promise<void>) {
		const { length } = this.n8n.emitted;
		const delivery = await this.simulator.sendMessage({ message_id });
		await meanwhile();
		if (isUnreachable) await wait(5);
		else await this.untilForwarded();
		const isOfThis = ({ json }: Emitted) => isDataObject(json) && json.message_id === message_id;
		const started = this.n8n.emitted.slice(length).filter(isOfThis).map(nameOf);
		return { status: delivery?.status, started };
	}
}
