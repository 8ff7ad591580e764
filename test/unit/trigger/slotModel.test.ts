import fc from 'fast-check';
import { startSimulator, type Simulator } from '../../../dev/simulator';
import { triggerOfFreshProcess } from './freshProcess';
import { triggerNode, type TriggerNode } from './miniContexts';
import { MiniN8n } from './miniN8n';

/**
 * The rules of the service's one slot as a state machine, next to the real trigger: any order of
 * publishing, unpublishing, testing, stopping, deliveries, refusals and restarts must leave the slot
 * as the rules say. Two workflows share the key.
 */
interface Rules {
	/** What the slot holds: `production:first`, `test:second`, or nothing. */
	slot: string | null;
	/** Workflows that are published. */
	published: Set<string>;
	/** Workflows that are being tested. */
	tested: Set<string>;
	/** The published ones, in the order in which they took the slot. */
	order: string[];
	/** Who holds the slot as far as the present process can know. */
	known: string | undefined;
	/** The service refuses the next request. */
	refusing: boolean;
	/** n8n cannot reach its own URLs. */
	unreachable: boolean;
}

interface Real {
	n8n: MiniN8n;
	simulator: Simulator;
}

const nodes = new Map(['first', 'second'].map((name) => [name, triggerNode(name)]));

function nodeOf(name: string): TriggerNode {
	const node = nodes.get(name);
	if (!node) throw new Error(`There is no workflow ${name}`);
	return node;
}

/** Whether the service takes the next request; a refusal is used up by it. */
function accepted(rules: Rules): boolean {
	const { refusing } = rules;
	rules.refusing = false;
	return !refusing;
}

/** The slot after a test: with the other workflow that had it, else with the tested one when it is published. */
function giveBack(rules: Rules, name: string): void {
	rules.tested.delete(name);
	const { known, unreachable, published } = rules;
	const remembered =
		unreachable || (known !== undefined && published.has(known)) ? known : undefined;
	const other = remembered === name ? undefined : remembered;
	const asked = !other && !unreachable && published.has(name) ? name : undefined;
	const successor = asked ?? remembered;
	if (!accepted(rules)) return;
	rules.slot = successor === undefined ? null : `production:${successor}`;
	if (asked !== undefined) take(rules, asked);
}

function take(rules: Rules, name: string): void {
	rules.known = name;
	rules.order = [...rules.order.filter((other) => other !== name), name];
}

type Command = fc.AsyncCommand<Rules, Real>;

/** Checks after every step that the slot is what the rules say, and that its URL carries a secret. */
abstract class Step implements Command {
	constructor(protected readonly name: string) {}

	abstract check(rules: Rules): boolean;

	protected abstract act(rules: Rules, real: Real): Promise<void>;

	async run(rules: Rules, real: Real): Promise<void> {
		await this.act(rules, real);
		const url = real.simulator.webhookUrl;
		const [, endpoint, webhookId] = url === null ? [] : new URL(url).pathname.split('/');
		const kind = endpoint === 'webhook-test' ? 'test' : 'production';
		const held = url === null ? null : `${kind}:${webhookId?.replace('webhook-', '')}`;
		expect(held).toBe(rules.slot);
		if (url !== null) expect(new URL(url).searchParams.get('secret')?.length).toBeGreaterThan(15);
	}

	toString(): string {
		return `${this.constructor.name}(${this.name})`;
	}
}

class Publish extends Step {
	check(rules: Rules): boolean {
		return !rules.published.has(this.name);
	}

	protected async act(rules: Rules, { n8n }: Real): Promise<void> {
		const { known, unreachable, published } = rules;
		const isOther = known !== undefined && known !== this.name;
		const isTold = isOther && (unreachable || published.has(known));
		const publishing = n8n.publish(nodeOf(this.name));
		if (isTold) {
			await expect(publishing).rejects.toThrow(`"${known}"`);
		} else if (!accepted(rules)) {
			await expect(publishing).rejects.toThrow('refused by plan');
		} else {
			await publishing;
			rules.published.add(this.name);
			rules.slot = `production:${this.name}`;
			take(rules, this.name);
		}
	}
}

class Unpublish extends Step {
	check(rules: Rules): boolean {
		return rules.published.has(this.name);
	}

	protected async act(rules: Rules, { n8n }: Real): Promise<void> {
		const isLost = rules.known !== undefined && rules.known !== this.name;
		await n8n.unpublish(nodeOf(this.name));
		rules.published.delete(this.name);
		rules.order = rules.order.filter((name) => name !== this.name);
		if (isLost) return;
		// n8n tries the removal again.
		rules.refusing = false;
		rules.slot = null;
		rules.known = undefined;
	}
}

class Listen extends Step {
	check(rules: Rules): boolean {
		return !rules.tested.has(this.name);
	}

	protected async act(rules: Rules, { n8n }: Real): Promise<void> {
		const listening = n8n.listen(nodeOf(this.name));
		if (!accepted(rules)) {
			await expect(listening).rejects.toThrow('refused by plan');
			return;
		}
		await listening;
		rules.tested.add(this.name);
		rules.slot = `test:${this.name}`;
	}
}

class Stop extends Step {
	check(rules: Rules): boolean {
		return rules.tested.has(this.name);
	}

	protected async act(rules: Rules, { n8n }: Real): Promise<void> {
		await n8n.stop(nodeOf(this.name));
		giveBack(rules, this.name);
	}
}

/** A lead writes: the slot's URL must take it, and a test ends with it. */
class Message extends Step {
	check(): boolean {
		return true;
	}

	protected async act(rules: Rules, { n8n, simulator }: Real): Promise<void> {
		const [kind, name = ''] = rules.slot?.split(':') ?? [];
		const before = n8n.emitted.length;
		const delivery = await simulator.sendMessage();
		if (kind === undefined) expect(delivery).toBeUndefined();
		const isHeard = kind === 'test' ? rules.tested.has(name) : rules.published.has(name);
		expect(n8n.emitted.length - before).toBe(isHeard ? 1 : 0);
		if (isHeard && kind === 'production') rules.known = name;
		if (!isHeard || kind !== 'test') return;
		await n8n.ended(nodeOf(name));
		giveBack(rules, name);
	}
}

class Restart extends Step {
	check(): boolean {
		return true;
	}

	protected async act(rules: Rules, { n8n }: Real): Promise<void> {
		await n8n.restart(triggerOfFreshProcess());
		rules.tested.clear();
		rules.known = rules.order.at(-1);
	}
}

/** Only this lets two workflows be published at once. */
class RestartAsFollower extends Restart {
	protected override async act(rules: Rules, { n8n }: Real): Promise<void> {
		n8n.restartAsFollower(triggerOfFreshProcess());
		rules.tested.clear();
		rules.known = undefined;
	}
}

class Refuse extends Step {
	check(rules: Rules): boolean {
		return !rules.refusing;
	}

	protected async act(rules: Rules, { simulator }: Real): Promise<void> {
		simulator.plan({ method: 'PUT', status: 403, body: { error: 'refused by plan' } });
		rules.refusing = true;
	}
}

class Unreachable extends Step {
	check(): boolean {
		return true;
	}

	protected async act(rules: Rules, { n8n }: Real): Promise<void> {
		rules.unreachable = !rules.unreachable;
		n8n.unreachable = rules.unreachable;
	}
}

const names = fc.constantFrom(...nodes.keys());
const steps = [Publish, Unpublish, Listen, Stop].map((Kind) => names.map((name) => new Kind(name)));
const happenings = [Message, Restart, RestartAsFollower, Refuse, Unreachable].map((Kind) =>
	fc.constant(new Kind('')),
);
/** Most of what happens is what users do: long stretches without it would show nothing. */
const everything: Array<fc.Arbitrary<Command>> = [...steps, ...steps, ...steps, ...happenings];

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator({ requestsPerMinute: 1e9 });
	// No two things happen in the same millisecond, as with people.
	const now = Date.now.bind(Date);
	let last = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => (last = Math.max(last + 1, now())));
});
afterAll(async () => {
	jest.restoreAllMocks();
	await simulator.close();
});

it('leaves the slot as the rules say, in any order of what can happen', async () => {
	const reached = new Set<string>();
	const orders = fc.commands(everything, {
		maxCommands: 40,
		// Long orders: what needs a restart in its middle is not found by short ones.
		size: 'max',
	});
	const property = fc.asyncProperty(orders, async (commands) => {
		simulator.reset();
		const n8n = await MiniN8n.start(triggerOfFreshProcess(), simulator, [...nodes.values()]);
		const model: Rules = {
			slot: null,
			published: new Set(),
			tested: new Set(),
			order: [],
			known: undefined,
			refusing: false,
			unreachable: false,
		};
		try {
			await fc.asyncModelRun(() => ({ model, real: { n8n, simulator } }), commands);
		} finally {
			await n8n.close();
		}
		reached.add(model.slot ?? 'nothing');
	});

	await fc.assert(property, { numRuns: 100 });

	// A run that never gets anywhere would prove nothing.
	expect([...reached].sort()).toEqual([
		'nothing',
		'production:first',
		'production:second',
		'test:first',
		'test:second',
	]);
}, 120_000);
