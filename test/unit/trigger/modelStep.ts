import type fc from 'fast-check';
import type { Model, Real } from './modelState';

/** The published triggers that n8n knows under its present address. */
export function ownPublished({ published }: Model, { n8n }: Real): string[] {
	return [...published].filter(([, at]) => at === n8n.url).map(([name]) => name);
}

/** Whether some were published under another address: they are left alone, and so are tests. */
export function hasForeign(model: Model, real: Real): boolean {
	return ownPublished(model, real).length < model.published.size;
}

/** The triggers that may get messages. */
export function listening(model: Model, real: Real): string[] {
	return [...ownPublished(model, real), ...[...model.tested].map((name) => `${name} test`)];
}

/** Whether the service delivers to one that forwards to all others. */
export function isDelivering(model: Model, real: Real): boolean {
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

export type Command = fc.AsyncCommand<Model, Real>;

/** Something that happens, after which the webhook has to be right, or to become right within minutes. */
export abstract class Step implements Command {
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
