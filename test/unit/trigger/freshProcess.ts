import type { INodeType } from 'n8n-workflow';
import { timers } from '../../../dev/platform';
import type * as ClockModule from '../../../nodes/shared/api/clock';
import type * as TriggerModule from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import type * as WebhooksModule from '../../../nodes/shared/webhook/webhooks';
import type * as ActionModule from '../../../nodes/PublicOutreach/PublicOutreach.node';

const LIBRARIES = ['n8n-workflow', 'zod'];
const WEBHOOKS = '../../../nodes/shared/webhook/webhooks';
const CLOCK = '../../../nodes/shared/api/clock';
const PROCESS_SINGLETON = '../../../nodes/shared/webhook/processSingleton';
const TRIGGER = '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
const ACTION = '../../../nodes/PublicOutreach/PublicOutreach.node';

/** A wait in the background, such as between two renewals. */
export interface BackgroundWait {
	ms: number;
	/** When it is over. */
	at: number;
	/** Lets that much time pass. */
	end: () => void;
	isOver: boolean;
}

/** A newly started process of n8n, without the module state of an earlier one. */
export interface Process {
	trigger: INodeType;
	/** The action node, where its operations run as well. */
	action?: INodeType;
	/** Waits in the background, oldest first; they end only when a test ends them. */
	waits: BackgroundWait[];
	/** Deadlines, oldest first; they expire only when a test ends them. */
	deadlines: BackgroundWait[];
	/** How long it has been running, in milliseconds; at first long past its startup. */
	uptime: number;
	/** What outlives an update, if anything. */
	kept: unknown[];
}

let leapt = 0;

/** Lets time pass in all processes; the waits that it would end go on. */
export function pass(ms: number): void {
	leapt += ms;
}

/** The package's clock without delays: requests take real time, the waits between them none. */
function instantClock({ waits, deadlines, uptime }: Running): typeof ClockModule {
	const actual = jest.requireActual<typeof ClockModule>(CLOCK);
	const { systemClock, unlessAborted } = actual;
	const now = () => systemClock.now() + leapt;
	const add = (all: BackgroundWait[], ms: number, end: () => void) => {
		const added: BackgroundWait = {
			ms,
			at: now() + ms,
			end: () => {
				if (!added.isOver) leapt += Math.max(0, added.at - now());
				added.isOver = true;
				end();
			},
			isOver: false,
		};
		all.push(added);
		return () => void (added.isOver = true);
	};
	const leap = async (ms: number) => {
		const end = now() + ms;
		await new Promise<void>((resolve) => void timers.setImmediate(resolve));
		leapt += Math.max(0, end - now());
	};
	return {
		...actual,
		uptime,
		systemClock: {
			...systemClock,
			now,
			date: () => systemClock.date() + leapt,
			sleep: async (ms, signal) => await unlessAborted(leap(ms), signal),
			after: (ms, act) => add(deadlines, ms, act),
		},
		pause: async (_clock, ms) => await new Promise<void>((resolve) => void add(waits, ms, resolve)),
	};
}

interface Running extends Pick<Process, 'waits' | 'deadlines' | 'kept'> {
	uptime: () => number;
}

function load<Loaded>(running: Running, read: () => Loaded): Loaded {
	// The libraries have no state, and are not reloaded.
	for (const library of LIBRARIES) {
		const loaded: unknown = jest.requireActual(library);
		jest.doMock(library, () => loaded);
	}
	const clock = instantClock(running);
	jest.doMock(CLOCK, () => clock);
	const { kept } = running;
	jest.doMock(PROCESS_SINGLETON, () => ({
		processSingleton: (_: string, fresh: unknown) => (kept[0] ??= fresh),
	}));
	const found: Loaded[] = [];
	jest.isolateModules(() => found.push(read()));
	const [loaded] = found;
	if (loaded === undefined) throw new Error('The nodes could not be loaded');
	return loaded;
}

const locks = new WeakMap<INodeType, typeof WebhooksModule.webhooks.lock>();

/** Waits until a process has finished its changes to a service, such as at the end of a test, which n8n does not await. */
export async function settled(nodeType: INodeType, serviceUrl: string): Promise<void> {
	await locks.get(nodeType)?.run(new URL(serviceUrl).origin, async () => {});
}

function trigger(): INodeType {
	const { PublicOutreachTrigger } = jest.requireActual<typeof TriggerModule>(TRIGGER);
	const { webhooks } = jest.requireActual<typeof WebhooksModule>(WEBHOOKS);
	const created = new PublicOutreachTrigger();
	locks.set(created, webhooks.lock);
	return created;
}

function action(): INodeType {
	const { PublicOutreach } = jest.requireActual<typeof ActionModule>(ACTION);
	return new PublicOutreach();
}

export function startProcess(hasOperations = false): Process {
	const own = { waits: [], deadlines: [], kept: [] };
	const nodes = () => ({ trigger: trigger(), ...(hasOperations && { action: action() }) });
	const started: Process = {
		...load({ ...own, uptime: () => started.uptime }, nodes),
		...own,
		uptime: Infinity,
	};
	return started;
}

/** n8n loads the package anew, for an update: what it calls from now on is new, and what it has started goes on. */
export function updatePackage(running: Process): void {
	const updated = load({ ...running, uptime: () => running.uptime }, trigger);
	Object.assign(Object.setPrototypeOf(running.trigger, Object.getPrototypeOf(updated)), updated);
}
