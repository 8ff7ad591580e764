import { startSimulator } from '../../../dev/simulator';
import type { SimulatorOptions, Simulator } from '../../../dev/simulator';
import { until } from '../../../dev/until';
import type { TriggerNode } from './triggerNode';
import { FakeN8n } from './fakeN8n';
import {
	startProcess,
	startProcessWithOperations,
	type Process,
	type ProcessWithOperations,
} from './freshProcess';

/** How long a renewal waits after the start of a trigger, in milliseconds. */
export const AFTER_START_MS = 5_000;

/** The short form of a webhook URL: `first`, or `first test`; any other URL is unchanged. */
export function short(url: string | null | undefined): string | null | undefined {
	const [, endpoint, name] =
		/\/(webhook|webhook-test)\/webhook-([^/]+)\/webhook/.exec(url ?? '') ?? [];
	if (name === undefined) return url;
	return endpoint === 'webhook' ? name : `${name} test`;
}

/** The service and an n8n with these triggers, both new for each test. */
export class Setup<Started extends Process> {
	private startedSimulator?: Simulator;

	private startedN8n?: FakeN8n;

	private startedProcess?: Started;

	constructor(
		private readonly triggers: TriggerNode[],
		private readonly options: SimulatorOptions,
		private readonly startProcess: () => Started,
	) {}

	get simulator(): Simulator {
		if (!this.startedSimulator) throw new Error('The simulator is not running');
		return this.startedSimulator;
	}

	get n8n(): FakeN8n {
		if (!this.startedN8n) throw new Error('n8n is not running');
		return this.startedN8n;
	}

	/** The process of n8n that started last. */
	get process(): Started {
		if (!this.startedProcess) throw new Error('n8n is not running');
		return this.startedProcess;
	}

	async begin(): Promise<void> {
		this.startedSimulator = await startSimulator({ requestsPerMinute: 1e9, ...this.options });
		this.startedProcess = this.startProcess();
		this.startedN8n = await FakeN8n.start(this.process.trigger, this.simulator, this.triggers);
	}

	/** Restarts n8n with only its database; triggers in `late` are started later. */
	async restart(...late: TriggerNode[]): Promise<void> {
		this.startedProcess = this.startProcess();
		await this.n8n.restart(this.process.trigger, late);
	}

	/** Continues with another process of n8n, which starts no triggers. */
	restartAsFollower(): void {
		this.startedProcess = this.startProcess();
		this.n8n.restartAsFollower(this.process.trigger);
	}

	/** The service first: a process killed in one test must not reach the service of the next. */
	async end(): Promise<void> {
		await this.simulator.close();
		await this.n8n.close();
	}

	/** The trigger that the service delivers to. */
	get receiver() {
		return short(this.simulator.webhookUrl);
	}

	/** The URLs that the service's webhook was set to, oldest first. */
	get puts() {
		const requests = this.simulator.requests.filter(({ method }) => method === 'PUT');
		return requests.map(({ body }) => short(JSON.parse(body ?? '').webhook_url));
	}

	/** The triggers that started executions, in alphabetical order. */
	get started(): string[] {
		const names = this.n8n.emitted.map(({ workflowId, isTest }) => {
			return `${workflowId.replace('id-of-', '')}${isTest ? ' test' : ''}`;
		});
		return names.sort();
	}

	/** Makes the service refuse to set its webhook. */
	refusePuts(times = 1): void {
		this.simulator.plan({ method: 'PUT', status: 403, body: { error: 'Not yours' }, times });
	}

	/** Advances time to the next renewal, and waits until it is done. */
	async renew(): Promise<void> {
		const { waits } = this.process;
		do {
			const { length } = waits;
			waits.at(-1)?.end();
			await until('the next wait', () => waits.length > length || undefined);
			// A short one follows where another trigger has started during the one before.
		} while (waits.at(-1)?.ms === AFTER_START_MS);
	}

	/** Waits for this many executions. */
	async untilStarted(count: number): Promise<void> {
		const hasStarted = () => this.n8n.emitted.length >= count || undefined;
		await until(`${count} executions`, hasStarted);
	}
}

/** To be called once in a test file. */
export function useSetup(triggers: TriggerNode[], options: SimulatorOptions = {}): Setup<Process> {
	return use(new Setup(triggers, options, startProcess));
}

/** The same with the operations of the action node in the process of the trigger. */
export function useSetupWithOperations(triggers: TriggerNode[]): Setup<ProcessWithOperations> {
	return use(new Setup(triggers, {}, startProcessWithOperations));
}

function use<Started extends Process>(setup: Setup<Started>): Setup<Started> {
	beforeEach(async () => await setup.begin());
	afterEach(async () => {
		await setup.end();
		// n8n starts a failed execution when webhook() throws.
		expect(setup.n8n.failures).toEqual([]);
	});
	return setup;
}
