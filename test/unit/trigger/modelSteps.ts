import fc from 'fast-check';
import { NEW_KEY, nodeOf, isTest, type Model, type Moment, type Real } from './modelState';
import { ELSEWHERE } from './support';

/** The published triggers that n8n knows under its present address. */
function ownPublished({ published }: Model, { n8n }: Real): string[] {
	return [...published].filter(([, at]) => at === n8n.url).map(([name]) => name);
}

/** Whether some were published under another address: they are left alone, and so are tests. */
function hasForeign(model: Model, real: Real): boolean {
	return ownPublished(model, real).length < model.published.size;
}

/** The triggers that may get messages. */
function listening(model: Model, real: Real): string[] {
	return [...ownPublished(model, real), ...[...model.tested].map((name) => `${name} test`)];
}

/** Whether the service delivers to one that forwards to all others. */
function isDelivering(model: Model, real: Real): boolean {
	return !model.isForgotten && listening(model, real).includes(real.registered ?? '');
}

/** Whether the service has what it should have; `hadListeners`: somebody has listened until now. */
function isRight(model: Model, real: Real, hadListeners: boolean): boolean {
	const { registered } = real;
	const published = ownPublished(model, real);
	if (published.length > 0) return published.includes(registered ?? '');
	if (hasForeign(model, real)) return true;
	const all = listening(model, real);
	return all.length > 0 ? all.includes(registered ?? '') : !hadListeners || registered === null;
}

type Command = fc.AsyncCommand<Model, Real>;

/** Something that happens, after which the webhook has to be right, or to become right within minutes. */
abstract class Step implements Command {
	constructor(protected readonly name: string) {}

	/** Whether it can happen now: always, unless a step says otherwise. */
	check(model: Model): boolean {
		return model.messages >= 0;
	}

	abstract act(model: Model, real: Real): Promise<void>;

	/** Whether it may give the webhook to another trigger while a published one has it. */
	protected readonly mayMove: (model: Model, real: Real) => boolean = () => false;

	/** Whether the service is told by it what it should have, whatever it had before. */
	protected readonly tells: (model: Model) => boolean = () => false;

	async run(model: Model, real: Real): Promise<void> {
		const { registered: before, puts } = real;
		const isHeld = ownPublished(model, real).includes(before ?? '') && !model.isForgotten;
		const isKept = isHeld && !model.isUnknown && !this.mayMove(model, real);
		const hadListeners = listening(model, real).length > 0;
		await this.act(model, real);
		const others = real.puts.slice(puts.length).filter((url) => url !== before);
		if (isKept) expect(others).toEqual([]);
		if (this.tells(model) && !model.isDown && !model.isRefusing) {
			await this.expectRight(model, real, hadListeners);
			Object.assign(model, { isSetElsewhere: false, isForgotten: false, isUnknown: false });
		} else if (!model.isSetElsewhere && !model.isForgotten && !model.isDown)
			await this.expectRight(model, real, hadListeners);
		if (others.length > 0 && ownPublished(model, real).includes(real.registered ?? ''))
			Object.assign(model, { isSetElsewhere: false, isForgotten: false });
		model.reached.add(real.registered ?? 'nobody');
		expect(real.n8n.failures).toEqual([]);
	}

	private async expectRight(model: Model, real: Real, hadListeners: boolean): Promise<void> {
		const isDone = () => isRight(model, real, hadListeners);
		if (!isDone()) {
			await real.waitMinutes(isDone);
			model.isRefusing = false;
			model.reached.add('made right');
		}
		const state = { registered: real.registered, listening: listening(model, real) };
		expect({ ...state, isRight: isDone() }).toEqual({ ...state, isRight: true });
	}

	toString(): string {
		return `${this.constructor.name}(${this.name})`;
	}
}

/** The expected error of a publication or a test. */
function expectRefusal(what: 'publish' | 'test', message: string, model: Model, real: Real): void {
	if (message.includes('refused by plan')) {
		expect(model.isRefusing).toBe(true);
		model.isRefusing = false;
	} else if (message.includes('down by plan')) expect(model.isDown).toBe(true);
	else if (message.includes('not the address of this n8n')) {
		expect([what, hasForeign(model, real)]).toEqual(['test', true]);
		model.reached.add('test under another address');
	} else {
		expect(message).toContain('cannot reach its own webhook URL');
		expect([model.isUnreachable, model.published.size > 0]).toEqual([true, true]);
		model.reached.add(`unreachable ${what}`);
	}
}

const failureOf = async (work: Promise<void>) =>
	await work.then(
		() => undefined,
		(error: Error) => error.message,
	);

class Publish extends Step {
	private isPublished = false;

	override check(model: Model): boolean {
		return !model.published.has(this.name);
	}

	protected override readonly tells = () => this.isPublished;

	async act(model: Model, real: Real): Promise<void> {
		const message = await failureOf(real.n8n.publish(nodeOf(this.name)));
		this.isPublished = message === undefined;
		if (message !== undefined) return expectRefusal('publish', message, model, real);
		model.published.set(this.name, real.n8n.url);
		model.starts.delete(this.name);
		if (model.published.size > 1) model.reached.add('shared');
	}
}

class Unpublish extends Step {
	override check(model: Model): boolean {
		return model.published.has(this.name);
	}

	protected override readonly mayMove = (_model: Model, { registered }: Real) =>
		registered === this.name;

	async act(model: Model, { n8n }: Real): Promise<void> {
		await n8n.unpublish(nodeOf(this.name));
		model.published.delete(this.name);
		model.due.delete(this.name);
	}
}

class Listen extends Step {
	override check(model: Model): boolean {
		return !model.tested.has(this.name);
	}

	async act(model: Model, real: Real): Promise<void> {
		const isBeside = ownPublished(model, real).length > 0;
		const { length } = real.puts;
		const message = await failureOf(real.n8n.listen(nodeOf(this.name)));
		if (message !== undefined) return expectRefusal('test', message, model, real);
		model.tested.add(this.name);
		if (!isBeside || model.isDown || model.isUnknown || model.isRefusing) return;
		const others = real.puts.slice(length).filter((url) => url !== real.registered);
		expect(others).toEqual([]);
		model.reached.add('test beside');
	}
}

class Stop extends Step {
	override check(model: Model): boolean {
		return model.tested.has(this.name);
	}

	async act(model: Model, real: Real): Promise<void> {
		await real.n8n.stop(nodeOf(this.name));
		model.tested.delete(this.name);
	}
}

/** Delivers the latest message, and waits for the end of the tests that it has reached. */
async function deliver(model: Model, real: Real) {
	const outcome = await real.send(`message ${model.messages}`, model.isUnreachable);
	for (const name of outcome.started) {
		if (isTest(name)) {
			const tested = name.replace(' test', '');
			await real.n8n.ended(nodeOf(tested));
			model.tested.delete(tested);
			continue;
		}
		const count = (model.starts.get(name) ?? 0) + 1;
		model.starts.set(name, count);
		expect([name, count]).toEqual([name, 1]);
	}
	return outcome;
}

/** A lead writes. */
class Message extends Step {
	async act(model: Model, real: Real): Promise<void> {
		const { registered } = real;
		const [isDelivered, all] = [isDelivering(model, real), listening(model, real)];
		model.messages += 1;
		model.starts.clear();
		model.due = new Set(ownPublished(model, real));
		const { status, started } = await deliver(model, real);
		if (!isDelivered) return;
		expect(status).toBe(200);
		if (model.isUnreachable) return expect(started).toContain(registered);
		expect(started.sort()).toEqual(all.sort());
		model.reached.add(`${all.length} started`);
	}
}

/** The service delivers the latest message again. */
class Redelivery extends Step {
	override check({ messages }: Model): boolean {
		return messages > 0;
	}

	async act(model: Model, real: Real): Promise<void> {
		const isDelivered = isDelivering(model, real);
		const { status, started } = await deliver(model, real);
		const isPublished = ownPublished(model, real).includes(real.registered ?? '');
		if (!isDelivered || !isPublished || model.isUnreachable) return;
		expect(status).toBe(200);
		for (const name of model.due) expect([name, model.starts.get(name)]).toEqual([name, 1]);
		if (started.length > 0) model.reached.add('made up for');
	}
}

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
			await real.n8n.unpublish(nodeOf(this.name));
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
	const moment = fc.record({
		to: fc.constantFrom('service' as const, 'listener' as const),
		isCarriedOut: fc.boolean(),
	});
	return [
		...[...perWorkflow, ...perWorkflow, ...perWorkflow],
		...others.map((Kind) => fc.constant(new Kind(''))),
		fc.tuple(name, moment).map((all) => new Kill(...all)),
	];
}
