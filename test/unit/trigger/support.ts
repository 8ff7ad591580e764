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

/** The pauses of the outbox after failures in a row, in milliseconds. */
export const RETRY_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** How long n8n may take to store an execution whose sender has gone away, in milliseconds. */
export const GONE_MS = 50_000;
/** How long the service waits for all listeners, in milliseconds. */
export const ANSWER_WITHIN_MS = 25_000;
/** How long a listener may take to respond, in milliseconds. */
const SENT_WITHIN_MS = 60_000;

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

/** Captures n8n's log from now on, as `warn: …`, until Jest's mocks are restored. */
function readLog(): string[] {
	const lines: string[] = [];
	const write = (level: string) => (text: string) => lines.push(`${level}: ${text}`);
	const levels = ['error', 'warn', 'info', 'debug'];
	const logger = Object.fromEntries(levels.map((level) => [level, write(level)]));
	const contexts: { logger: unknown } = Object.getPrototypeOf(HookContext.prototype);
	jest.spyOn(contexts, 'logger', 'get').mockReturnValue(logger);
	return lines;
}

interface SetupOptions extends SimulatorOptions {
	/** Whether processes run the operations of the action node as well. */
	hasOperations?: boolean;
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

	/** n8n's log of this test, as `warn: …`. */
	log: string[] = [];

	constructor(
		private readonly triggers: TriggerNode[],
		private readonly options: SetupOptions = {},
	) {}

	async begin(): Promise<void> {
		this.log = readLog();
		this.simulator = await startSimulator({ requestsPerMinute: 1e9, ...this.options });
		this.process = startProcess(this.options.hasOperations);
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

	/** Restarts n8n with only its database; the URLs of triggers in `late` answer, and they are not started yet. */
	async restart(...late: TriggerNode[]): Promise<void> {
		this.restartAsFollower();
		await this.n8n.startTriggers(this.triggers.filter((trigger) => !late.includes(trigger)));
	}

	/** Continues with another process of n8n, which starts no triggers: of several main processes one does that. */
	restartAsFollower(): void {
		this.process = startProcess(this.options.hasOperations);
		this.n8n.restartAsFollower(this.process.trigger);
	}

	/** Another main process leads from now on, and starts all triggers: a new one, or one that led before. */
	async lead(process = startProcess(this.options.hasOperations)): Promise<void> {
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
		return this.n8n.emitted.map(nameOf).sort();
	}

	/** The deliveries to a trigger's own URL, rather than commands. */
	deliveriesTo(trigger: TriggerNode): http.IncomingMessage[] {
		return this.n8n.requests.filter((request) => isFor(trigger)(request) && !isCommand(request));
	}

	/** Ends the waits in the background, and waits until what follows is done. */
	async renew(): Promise<void> {
		this.process.waits.forEach(({ end }) => end());
		// The loops that have waited queue for the lock.
		await wait(0);
		await this.n8n.settled();
	}

	/** The pauses of the outbox. */
	get retries(): BackgroundWait[] {
		const { waits } = this.webhookProcess ?? this.process;
		return waits.filter(({ ms }) => RETRY_PAUSES_MS.includes(ms));
	}

	/** The limits of responses that wait for other listeners. */
	get limits(): BackgroundWait[] {
		const { deadlines } = this.webhookProcess ?? this.process;
		return deadlines.filter(({ ms }) => ms === ANSWER_WITHIN_MS);
	}

	/** Ends these waits as they come, until something is done. */
	async ending<Result>(
		waits: 'retries' | 'limits',
		work: Promise<Result> | Result | undefined,
	): Promise<Result | undefined> {
		let isDone = false;
		const working = Promise.resolve(work).finally(() => (isDone = true));
		const endAll = () => {
			this[waits].forEach(({ end }) => end());
			return isDone || undefined;
		};
		await until(`the end of the ${waits}`, endAll, { everyMs: 1 });
		return await working;
	}

	/** Lets time pass while an outbox rests and sends nothing, until something is done: what is due earlier first. */
	async resting<Result>(work: Promise<Result>): Promise<Result> {
		let isDone = false;
		const working = work.finally(() => (isDone = true));
		while (!isDone) {
			const { deadlines } = this.webhookProcess ?? this.process;
			const isSending = deadlines.some(({ ms, isOver }) => ms === SENT_WITHIN_MS && !isOver);
			const [rest] = isSending ? [] : soonestFirst(this.retries);
			const waits = new Set([...this.process.waits, ...this.retries, ...this.limits]);
			for (const { at, end } of soonestFirst([...waits])) if (rest && at <= rest.at) end();
			await wait(1);
			if (rest) await this.n8n.settled();
		}
		return await working;
	}

	/** Waits for this many executions. */
	async untilStarted(count: number): Promise<void> {
		await until(`${count} executions`, () => this.n8n.emitted.length >= count || undefined);
	}
}

/** To be called once in a test file. */
export function useSetup(triggers: TriggerNode[], options?: SetupOptions): Setup {
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
/** That of the user `stranger`. */
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
