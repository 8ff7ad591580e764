/** What users do with workflows, and what leads do. */
import { isTest, nodeOf, type Model, type Real } from './modelState';
import { hasForeign, isDelivering, listening, ownPublished, Step } from './modelStep';

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

export class Publish extends Step {
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

export class Unpublish extends Step {
	override check(model: Model): boolean {
		return model.published.has(this.name);
	}

	protected override readonly mayMove = (_model: Model, { registered }: Real) =>
		registered === this.name;

	async act(model: Model, real: Real): Promise<void> {
		await real.unpublish(nodeOf(this.name));
		model.published.delete(this.name);
		model.due.delete(this.name);
	}
}

export class Listen extends Step {
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

export class Stop extends Step {
	override check(model: Model): boolean {
		return model.tested.has(this.name);
	}

	async act(model: Model, real: Real): Promise<void> {
		await real.n8n.stop(nodeOf(this.name));
		model.tested.delete(this.name);
	}
}

/**
 * Delivers the latest message, and waits for the end of the tests that it has reached.
 *
 * @param meanwhile happens once it is delivered, and before time passes
 */
async function deliver(model: Model, real: Real, meanwhile = async () => {}) {
	const outcome = await real.send(`message ${model.messages}`, model.isUnreachable, meanwhile);
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
export class Message extends Step {
	async act(model: Model, real: Real): Promise<void> {
		await this.send(model, real);
	}

	/** @param leaving are published again only after the message has come: they get it as well */
	protected async send(model: Model, real: Real, leaving: string[] = []): Promise<void> {
		const { registered } = real;
		const isDelivered = isDelivering(model, real);
		const all = [...listening(model, real), ...leaving];
		model.messages += 1;
		model.starts.clear();
		const { status, started } = await deliver(model, real, async () => {
			for (const name of leaving) await new Publish(name).act(model, real);
		});
		model.due = new Set(ownPublished(model, real));
		if (!isDelivered) return;
		expect(status).toBe(200);
		if (model.isUnreachable) return expect(started).toContain(registered);
		expect(started.sort()).toEqual(all.sort());
		model.reached.add(`${all.length} started`);
	}
}

/** A lead writes while new versions of workflows are being published: all have left, and not all are back. */
export class NewVersions extends Message {
	constructor(private readonly names: string[]) {
		super(names.join());
	}

	override check({ published, isDown, isRefusing, isUnreachable }: Model): boolean {
		const isCalm = !isDown && !isRefusing && !isUnreachable;
		return isCalm && this.names.some((name) => published.has(name));
	}

	protected override readonly mayMove = () => true;

	override async act(model: Model, real: Real): Promise<void> {
		const own = ownPublished(model, real);
		const names = this.names.filter((name) => own.includes(name));
		for (const name of names) await new Unpublish(name).act(model, real);
		const [first, ...others] = names;
		// Somebody has to have the webhook for anything to come.
		const isEmpty = first !== undefined && ownPublished(model, real).length === 0;
		if (isEmpty) await new Publish(first).act(model, real);
		await this.send(model, real, isEmpty ? others : names);
		if (names.length > 1) model.reached.add('new versions');
	}
}

/** The service delivers the latest message again. */
export class Redelivery extends Step {
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
