import type { INodeType } from 'n8n-workflow';
import { timers } from '../../../dev/platform';
import type * as ClockModule from '../../../nodes/shared/clock';
import type * as ForwardModule from '../../../nodes/PublicOutreachTrigger/forward';
import type * as TriggerModule from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import type { state } from '../../../nodes/PublicOutreachTrigger/registry';
import type { isForwardingIdle } from '../../../nodes/PublicOutreachTrigger/forward';

const LIBRARIES = ['n8n-workflow', 'zod'];
const CLOCK = '../../../nodes/shared/clock';
const TRIGGER = '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
const FORWARD = '../../../nodes/PublicOutreachTrigger/forward';
/** The place of the state that outlives an update of the package. */
const SLOT = Symbol.for('n8n-nodes-public-outreach trigger 1');

/** A wait in the background, such as between two reconciliations. */
export interface BackgroundWait {
	/** The name in the code: `reconcile`, `forward`, `own request` and so on. */
	name: string;
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
	/** Waits in the background, oldest first; they end only when a test ends them. */
	waits: BackgroundWait[];
	/** Deadlines, oldest first; they expire only when a test ends them. */
	deadlines: BackgroundWait[];
	/** Whether n8n may yet start what is published: who waits for that goes on when a test says so. */
	isStarting: boolean;
	/** What outlives an update. */
	state: typeof state;
	/** Whether it forwards nothing at the moment. */
	isForwardingIdle: typeof isForwardingIdle;
}

let leapt = 0;

/** Lets time pass in all processes; the waits that it would end go on. */
export function pass(ms: number): void {
	leapt += ms;
}

type Running = Pick<Process, 'waits' | 'deadlines' | 'isStarting'>;

/** The package's clock without delays: requests take real time, the waits between them none. */
function instantClock(running: Running): typeof ClockModule {
	const actual = jest.requireActual<typeof ClockModule>(CLOCK);
	const { systemClock, unlessAborted } = actual;
	const now = () => systemClock.now() + leapt;
	const add = (all: BackgroundWait[], ms: number, end: () => void, name = 'unnamed') => {
		const added: BackgroundWait = {
			name,
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
		systemClock: {
			...systemClock,
			now,
			date: () => systemClock.date() + Math.round(leapt),
			sleep: async (ms, signal) => await unlessAborted(leap(ms), signal),
			after: (ms, act, name) => add(running.deadlines, ms, act, name),
		},
		async pause(_clock, ms, name) {
			if (name === 'start' && !running.isStarting) return await leap(ms);
			await new Promise<void>((resolve) => void add(running.waits, ms, resolve, name));
		},
	};
}

/** @param before the state of the same process, whose code is loaded anew */
function load(running: Running, before?: Process['state']) {
	// The libraries have no state, and are not reloaded.
	for (const library of LIBRARIES) {
		const loaded: unknown = jest.requireActual(library);
		jest.doMock(library, () => loaded);
	}
	const clock = instantClock(running);
	jest.doMock(CLOCK, () => clock);
	Reflect.set(performance, SLOT, before);
	const found: Array<Pick<Process, 'trigger' | 'isForwardingIdle'>> = [];
	jest.isolateModules(() => {
		const { PublicOutreachTrigger } = jest.requireActual<typeof TriggerModule>(TRIGGER);
		const forwarding = jest.requireActual<typeof ForwardModule>(FORWARD);
		const { isForwardingIdle: isIdle } = forwarding;
		found.push({ trigger: new PublicOutreachTrigger(), isForwardingIdle: isIdle });
	});
	const [loaded] = found;
	if (loaded === undefined) throw new Error('The trigger could not be loaded');
	const own: Process['state'] = Reflect.get(performance, SLOT);
	return { ...loaded, state: own };
}

/** Each process by its trigger. */
const processes = new WeakMap<INodeType, Process>();

/** Waits until a process has finished its changes of webhooks, such as at the end of a test, which n8n does not await. */
export async function settled(nodeType: INodeType): Promise<void> {
	const queues = processes.get(nodeType)?.state.queues;
	while (queues && queues.size > 0) {
		await Promise.all(queues.values());
		await new Promise<void>((resolve) => void timers.setImmediate(resolve));
	}
}

export function startProcess(): Process {
	const running = { waits: [], deadlines: [], isStarting: false };
	const started: Process = Object.assign(running, load(running));
	processes.set(started.trigger, started);
	return started;
}

/** n8n loads the package anew, for an update: what it calls from now on is new, and what it has started goes on. */
export function updatePackage(running: Process): void {
	const { isForwardingIdle: isOldIdle } = running;
	const { trigger, isForwardingIdle: isNewIdle } = load(running, running.state);
	running.isForwardingIdle = () => isOldIdle() && isNewIdle();
	Object.assign(Object.setPrototypeOf(running.trigger, Object.getPrototypeOf(trigger)), trigger);
}
