import { HookContext } from 'n8n-core';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../../dev/simulator';
import { wait, type http } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { isCommand, isFor } from './deliveries';
import { triggerNode, type TriggerNode } from './triggerNode';
import { FakeN8n } from './fakeN8n';
import type { Emitted } from './fakeServer';
import { startProcess, type BackgroundWait, type Process } from './freshProcess';

/** The triggers of most tests, each in a workflow of its own. */
export const first = triggerNode('first');
export const second = triggerNode('second');
export const third = triggerNode('third');

/** A URL that is not of this n8n. */
export const ELSEWHERE = 'https://elsewhere.example.com/hook';

/** What is not over, the soonest first. */
const soonestFirst = (waits: BackgroundWait[]) =>
	waits.filter(({ isOver }) => !isOver).sort((one, other) => one.at - other.at);

/** The short form of a webhook URL: `first`, or `first test`; any other URL is unchanged. */
export function short<Url extends string | null | undefined>(url: Url): string | Url {
	const [, endpoint, name] =
		/\/(webhook|webhook-test)\/webhook-([^/]+)\/webhook/.exec(url ?? '') ?? [];
	if (name === undefined) return url;
	return endpoint === 'webhook' ? name : `${name} test`;
}

/** The short form of what has started: `first`, or `first test`. */
export const nameOf = ({ workflowId, isTest }: Pick<Emitted, 'workflowId' | 'isTest'>) =>
	`${workflowId.replace('id-of-', '')}${isTest ? ' test' : ''}`;

/** Captures n8n's log from now on, as `warn: …`, until Jest's mocks are restored; of `info` the texts alone, apart. */
function readLog() {
	const [log, infos]: [string[], string[]] = [[], []];
	const write = (level: string) => (text: string) => log.push(`${level}: ${text}`);
	const logger = {
		...Object.fromEntries(['error', 'warn', 'debug'].map((level) => [level, write(level)])),
		info: (text: string) => infos.push(text),
	};
	const contexts: { logger: unknown } = Object.getPrototypeOf(HookContext.prototype);
	jest.spyOn(contexts, 'logger', 'get').mockReturnValue(logger);
	return { log, infos };
}

/** The service and an n8n with these triggers, both new for each test. */
export class Setup {
	simulator!: Simulator;

	n8n!: FakeN8n;

	/** The process of n8n that started last. */
	process!: Process;

	/** The main process that led before it. */
	former?: Process;

	/** The process that takes deliveries, where that is another one. */
	private webhookProcess?: Process;

	/** The warnings and errors in n8n's log of this test, as `warn: …`. */
	log: string[] = [];

	/** What else the log has. */
	infos: string[] = [];

	constructor(
		private readonly triggers: TriggerNode[],
		private readonly options: SimulatorOptions = {},
	) {}

	async begin(): Promise<void> {
		Object.assign(this, readLog());
		this.simulator = await startSimulator({ requestsPerMinute: 1e9, ...this.options });
		this.process = startProcess();
		this.webhookProcess = undefined;
		this.n8n = await FakeN8n.start(this.process.trigger, this.simulator, this.triggers);
	}

	named(name: string): TriggerNode {
		const trigger = this.triggers.find(({ node }) => node.name === `Trigger ${name}`);
		if (!trigger) throw new Error(`There is no trigger ${name}`);
		return trigger;
	}

	/** Publishes the workflows of these triggers, one after another. */
	async publish(...triggers: TriggerNode[]): Promise<void> {
		for (const trigger of triggers) await this.n8n.publish(trigger);
	}

	/** Restarts n8n with only its database; the URLs of triggers in `late` respond, although they are not started yet. */
	async restart(...late: TriggerNode[]): Promise<void> {
		this.restartAsFollower();
		await this.n8n.startTriggers(this.triggers.filter((trigger) => !late.includes(trigger)));
	}

	/** Continues with another process of n8n, which starts no triggers: of several main processes one does that. */
	restartAsFollower(): void {
		this.process = startProcess();
		this.n8n.restartAsFollower(this.process.trigger);
	}

	/** Another main process leads from now on, and starts all triggers: a new one, or one that led before. */
	async lead(process = startProcess()): Promise<void> {
		for (const trigger of this.triggers) await this.n8n.closeTrigger(trigger);
		[this.former, this.process] = [this.process, process];
		this.n8n.restartAsFollower(process.trigger);
		await this.n8n.startTriggers(this.triggers);
	}

	/** Another process takes deliveries from now on; in queue mode one that knows only the database. */
	useWebhookProcess(process = startProcess()): void {
		this.webhookProcess = process;
		this.n8n.surroundings.webhookProcess = this.webhookProcess.trigger;
	}

	/** The service first: a process killed in one test must not reach the service of the next. */
	async end(): Promise<void> {
		await this.simulator.close();
		await this.n8n.close();
	}

	/** The trigger that the service delivers to. */
	get registered() {
		return short(this.simulator.webhookUrl);
	}

	/** The URLs that the service's webhook was set to, oldest first. */
	get puts() {
		const requests = this.simulator.requests.filter(({ method }) => method === 'PUT');
		return requests.map(({ body }) => short(JSON.parse(body ?? '').webhook_url));
	}

	/** The triggers that started executions, in alphabetical order. */
	get started(): string[] {
		return this.n8n.emitted.map(nameOf).sort();
	}

	/** The deliveries to a trigger's own URL, rather than commands. */
	deliveriesTo(trigger: TriggerNode): http.IncomingMessage[] {
		return this.n8n.requests.filter((request) => isFor(trigger)(request) && !isCommand(request));
	}

	/** The waits of the process that takes deliveries, and of the one that runs the triggers. */
	private get processes(): Process[] {
		return [...new Set([this.process, this.webhookProcess ?? this.process])];
	}

	/** Waits with this name that are not over, the soonest first. */
	waitsOf(name: string): BackgroundWait[] {
		return soonestFirst(this.processes.flatMap(({ waits }) => waits)).filter(
			(one) => one.name === name,
		);
	}

	/** Time limits with this name that are not over, the soonest first. */
	limitsOf(name: string): BackgroundWait[] {
		return soonestFirst(this.processes.flatMap(({ deadlines }) => deadlines)).filter(
			(one) => one.name === name,
		);
	}

	/** Ends the waits between reconciliations, and waits until what follows is done. */
	async renew(): Promise<void> {
		this.waitsOf('reconcile').forEach(({ end }) => end());
		// The reconciliations that have waited queue for the lock.
		await wait(0);
		await wait(0);
		await this.n8n.settled();
	}

	/** Lets time pass while messages wait to be forwarded, until none does: what is due earlier happens first. */
	async untilForwarded(): Promise<void> {
		const isIdle = () => this.processes.every(({ isForwardingIdle }) => isForwardingIdle());
		for (let turns = 0; !isIdle(); turns++) {
			if (turns > 20_000) throw new Error('Messages are forwarded without end');
			await wait(turns % 10 === 0 ? 1 : 0);
			const [pause] = this.limitsOf('own request').length > 0 ? [] : this.waitsOf('forward');
			if (!pause) continue;
			const due = [...this.waitsOf('reconcile'), pause].filter(({ at }) => at <= pause.at);
			soonestFirst(due).forEach(({ end }) => end());
			await wait(0);
			await this.n8n.settled();
		}
	}

	/** Waits for this many executions. */
	async untilStarted(count: number): Promise<void> {
		await until(`${count} executions`, () => this.n8n.emitted.length >= count || undefined);
	}
}

/** To be called once in a test file. */
export function useSetup(triggers: TriggerNode[], options?: SimulatorOptions): Setup {
	const setup = new Setup(triggers, options);
	beforeEach(async () => await setup.begin());
	afterEach(async () => {
		jest.restoreAllMocks();
		await setup.end();
		// n8n starts a failed execution when webhook() throws.
		expect(setup.n8n.failures).toEqual([]);
	});
	return setup;
}

/** Two keys of one user. */
export const ONE_KEY = 'one.opens-nothing-but-this-simulator';
export const OTHER_KEY = 'other.opens-nothing-but-this-simulator';
/** The key of the user `stranger`. */
export const FOREIGN_KEY = 'foreign.opens-nothing-but-this-simulator';

/**
 * The same with several keys: by the credentials `usual` and `other` two of one user, by `foreign` one of
 * the user `stranger`.
 */
export function useSetupWithKeys(triggers: TriggerNode[]): Setup {
	const users = { stranger: [FOREIGN_KEY] };
	const setup = useSetup(triggers, { apiKeys: [ONE_KEY, OTHER_KEY], users });
	beforeEach(() => {
		const { url } = setup.simulator;
		setup.n8n.useService({ url, apiKey: OTHER_KEY }, 'other');
		setup.n8n.useService({ url, apiKey: FOREIGN_KEY }, 'foreign');
	});
	return setup;
}
