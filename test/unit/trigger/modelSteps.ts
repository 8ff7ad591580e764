/** What else can happen to n8n and the service. */
import fc from 'fast-check';
import { NEW_KEY, nodeOf, type Model, type Moment, type Real } from './modelState';
import { hasForeign, ownPublished, Step, type Command } from './modelStep';
import {
	Listen,
	Message,
	NewVersions,
	Publish,
	Redelivery,
	Stop,
	Unpublish,
} from './modelWorkflows';
import { ELSEWHERE } from './support';

/** What a new process of n8n does not know. */
function forget(model: Model, real: Real): void {
	// Nothing is known any more of what was left to do where no published trigger is left.
	const isLeftBehind = ownPublished(model, real).length === 0 && real.registered !== null;
	if (isLeftBehind) model.isForgotten = true;
	model.isUnknown = true;
	model.tested.clear();
	model.starts.clear();
	model.due.clear();
}

/** n8n is killed and starts again. */
class Restart extends Step {
	protected override readonly tells = (model: Model) =>
		this.hasPublished && model.published.size > 0;

	private hasPublished = false;

	async act(model: Model, real: Real): Promise<void> {
		if (model.tested.size > 0) model.reached.add('killed during a test');
		forget(model, real);
		await this.start(model, real);
		this.hasPublished = ownPublished(model, real).length > 0;
		if (this.hasPublished && !model.isDown) await real.waitMinutes(() => false, 1);
	}

	protected async start(_model: Model, real: Real): Promise<void> {
		await real.restart();
	}
}

/** n8n starts some triggers late, and something happens before. */
class SlowStart extends Restart {
	constructor(
		private readonly late: string[],
		private readonly during: Step[],
	) {
		super(`${late.join()}: ${during.join()}`);
	}

	protected override readonly mayMove = () => true;

	protected override async start(model: Model, real: Real): Promise<void> {
		const late = this.late.map(nodeOf);
		await real.restart(...late);
		for (const step of this.during) if (step.check(model)) await step.act(model, real);
		await real.n8n.startTriggers(late);
		if (this.late.some((name) => model.published.has(name))) model.reached.add('slow start');
	}
}

/** n8n has another address when it is started again, as a copy of it has. */
class Move extends Restart {
	protected override readonly mayMove = () => true;

	protected override async start(model: Model, real: Real): Promise<void> {
		const { registered } = real;
		real.move();
		await real.restart();
		// What was done under the other address, an n8n that is back under this one does not know.
		if (!ownPublished(model, real).includes(registered ?? '')) model.isForgotten = true;
		if (hasForeign(model, real)) model.reached.add('another address');
	}
}

/** A minute passes. */
class Minute extends Step {
	async act(_model: Model, real: Real): Promise<void> {
		await real.renew();
	}
}

class Refusal extends Step {
	override check({ isRefusing, isDown }: Model): boolean {
		return !isRefusing && !isDown;
	}

	async act(model: Model, real: Real): Promise<void> {
		const error = 'refused by plan';
		const isPolite = model.messages % 2 === 1;
		const response = isPolite
			? { status: 200, body: { success: false, error } }
			: { status: 403, body: { error } };
		real.refuse({ method: 'PUT', ...response });
		model.isRefusing = true;
	}
}

class Outage extends Step {
	async act(model: Model, real: Real): Promise<void> {
		model.isDown = !model.isDown;
		model.isRefusing = false;
		const body = { error: 'down by plan' };
		if (model.isDown) real.refuse({ method: 'PUT', status: 503, body, times: 1e9 });
		else real.refuse();
		model.reached.add(model.isDown ? 'down' : 'up again');
	}
}

class Unreachable extends Step {
	async act(model: Model, real: Real): Promise<void> {
		model.isUnreachable = !model.isUnreachable;
		real.n8n.unreachable = model.isUnreachable;
		// What the registered one could not be sent, it is sent within minutes.
		if (!model.isUnreachable) await real.waitMinutes(() => false, 5);
	}
}

/** The key in the credential of two workflows is replaced by another one of the same user. */
class NewKey extends Step {
	async act(model: Model, { n8n, simulator }: Real): Promise<void> {
		n8n.useService({ url: simulator.url, apiKey: NEW_KEY });
		model.reached.add('another key');
	}
}

/** Webhook: Set or Disable, or another system. */
class SetElsewhere extends Step {
	async act(model: Model, real: Real): Promise<void> {
		real.simulator.state.webhookUrl = model.messages % 2 === 0 ? ELSEWHERE : null;
		model.isSetElsewhere = true;
		model.reached.add('set elsewhere');
	}
}

/** n8n is killed while it publishes or unpublishes, and takes it up again when it is started. */
class Kill extends Step {
	constructor(
		name: string,
		private readonly moment: Moment,
	) {
		super(name);
	}

	override check({ isRefusing }: Model): boolean {
		return !isRefusing;
	}

	protected override readonly mayMove = () => true;

	async act(model: Model, real: Real): Promise<void> {
		const Kind = model.published.has(this.name) ? Unpublish : Publish;
		const step = new Kind(this.name);
		const wasPublished = new Map(model.published);
		const isKilled = await real.killDuring(async () => await step.act(model, real), this.moment);
		if (!isKilled) return;
		model.reached.add(`killed at the ${this.moment.to}`);
		model.published = wasPublished;
		forget(model, real);
		const { workflowId } = nodeOf(this.name);
		if (wasPublished.has(this.name)) {
			real.n8n.published.add(workflowId);
			await real.unpublish(nodeOf(this.name));
			model.published.delete(this.name);
			await real.n8n.startTriggers();
		} else {
			real.n8n.published.delete(workflowId);
			await real.n8n.startTriggers();
			await step.act(model, real);
		}
		if (!model.isDown) await real.waitMinutes(() => false, 4);
	}

	override toString(): string {
		return `Kill(${this.name}, ${JSON.stringify(this.moment)})`;
	}
}

/** All that can happen, weighted towards what users do: long runs without that would test nothing. */
export function anyStep(names: string[]): Array<fc.Arbitrary<Command>> {
	const name = fc.constantFrom(...names);
	const perWorkflow = [Publish, Unpublish, Listen, Stop].map((Kind) =>
		name.map((one) => new Kind(one)),
	);
	const kinds = [Message, Message, Redelivery, Restart, Minute, Refusal, Outage];
	const others = [...kinds, Unreachable, Move, NewKey, SetElsewhere];
	const some = fc.subarray(names, { minLength: 1 });
	const several = fc.subarray(names, { minLength: 2 });
	const during = [Publish, Unpublish, Message].map((Kind) => name.map((one) => new Kind(one)));
	// One change alone: who is published now does not know of those that n8n starts later.
	const allDuring = fc
		.tuple(fc.boolean(), fc.oneof(...during))
		.map(([isMinute, step]) => [...(isMinute ? [new Minute('')] : []), step]);
	const moment = fc.record({
		to: fc.constantFrom('service' as const, 'listener' as const),
		isCarriedOut: fc.boolean(),
	});
	return [
		...[...perWorkflow, ...perWorkflow, ...perWorkflow],
		// Most promises are about several that are published.
		...[name, name, name].map((any) => any.map((one) => new Publish(one))),
		...others.map((Kind) => fc.constant(new Kind(''))),
		fc.tuple(name, moment).map((all) => new Kill(...all)),
		fc.tuple(some, allDuring).map((all) => new SlowStart(...all)),
		...[several, several, several].map((any) => any.map((all) => new NewVersions(all))),
	];
}
