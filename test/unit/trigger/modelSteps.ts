import type fc from 'fast-check';
import { nodeOf, type Real, type Rules } from './modelRules';

export const isTest = (name: string) => name.endsWith(' test');

/** The published triggers that n8n knows under its present address. */
export function ownPublished({ published }: Rules, { n8n }: Real): string[] {
	return [...published].filter(([, at]) => at === n8n.url).map(([name]) => name);
}

/** Whether some were published under another address: they are left alone, and so are tests. */
export function hasForeign(rules: Rules, real: Real): boolean {
	return ownPublished(rules, real).length < rules.published.size;
}

/** The triggers that may get messages. */
export function listening(rules: Rules, real: Real): string[] {
	return [...ownPublished(rules, real), ...[...rules.tested].map((name) => `${name} test`)];
}

/** The service has what another n8n, an operation or a killed process has left there. */
export function isLeftAlone({ isSetByOperation, isForgotten }: Rules): boolean {
	return isSetByOperation || isForgotten;
}

/** Whether a published trigger has the webhook. */
export function hasPublishedReceiver(rules: Rules, real: Real): boolean {
	return !isLeftAlone(rules) && ownPublished(rules, real).includes(real.receiver ?? '');
}

/** Whether the service has what it should have. */
function isRight(rules: Rules, real: Real, hadListeners: boolean): boolean {
	const { receiver } = real;
	if (isLeftAlone(rules)) return true;
	const published = ownPublished(rules, real);
	if (published.length > 0) return published.includes(receiver ?? '');
	if (hasForeign(rules, real)) return true;
	const all = listening(rules, real);
	return all.length > 0 ? all.includes(receiver ?? '') : !hadListeners || receiver === null;
}

type Command = fc.AsyncCommand<Rules, Real>;

/** A command of the model, after which the webhook has to follow the rules. */
export abstract class Step implements Command {
	constructor(protected readonly name: string) {}

	/** Whether it can run now: always, unless a step says otherwise. */
	check(rules: Rules): boolean {
		return rules.messages >= 0;
	}

	abstract act(rules: Rules, real: Real): Promise<void>;

	/** Whether it may set the webhook where a published trigger has it. */
	protected readonly mayTakeWebhook: (real: Real, rules: Rules) => boolean = () => false;

	async run(rules: Rules, real: Real): Promise<void> {
		const { receiver: before, puts } = real;
		const isKept =
			hasPublishedReceiver(rules, real) && !this.mayTakeWebhook(real, rules) && !rules.isUnknown;
		const isForeign =
			hasForeign(rules, real) && !real.simulator.webhookUrl?.startsWith(real.n8n.url);
		const isCopy = isForeign && listening(rules, real).length === 0;
		// A publication may have been killed once the service had its URL.
		const mayReplace = this.mayTakeWebhook(real, { ...rules, isUnknown: false });
		rules.hadListeners ||= listening(rules, real).length > 0;
		await this.act(rules, real);
		// What is not confirmed may be told again.
		const told = real.puts.slice(puts.length);
		const news = rules.isUnconfirmed ? told.filter((url) => url !== before) : told;
		if (isKept) expect(news).toEqual([]);
		if (isCopy && !mayReplace && listening(rules, real).length === 0) {
			expect(real.receiver).toBe(before);
		}
		await this.expectWebhook(rules, real, puts.length);
		rules.reached.add(real.receiver ?? 'nobody');
		expect(real.n8n.failures).toEqual([]);
	}

	/** A dead URL may outlive one retry only while the service refuses. */
	private async expectWebhook(rules: Rules, real: Real, putsBefore: number): Promise<void> {
		this.recordPuts(rules, real, putsBefore);
		if (rules.isDown) return;
		if (!isRight(rules, real, rules.hadListeners)) {
			const { length } = real.puts;
			await real.renew();
			rules.reached.add('made right');
			this.recordPuts(rules, real, length);
		}
		const state = { receiver: real.receiver, listening: listening(rules, real) };
		expect({ ...state, isRight: isRight(rules, real, rules.hadListeners) }).toEqual({
			...state,
			isRight: true,
		});
		rules.hadListeners = listening(rules, real).length > 0;
	}

	private recordPuts(rules: Rules, real: Real, before: number): void {
		const count = real.puts.length - before;
		const isAccepted = !rules.isDown && count > (rules.isRefusing ? 1 : 0);
		// A PUT has used the refusal up, whoever sent it.
		if (count > 0) rules.isRefusing = false;
		if (!isAccepted) return;
		const { receiver } = real;
		rules.isUnrecorded = rules.isUnreachable && receiver !== this.name;
		rules.isUnknown = false;
		if (ownPublished(rules, real).includes(receiver ?? '')) {
			Object.assign(rules, { isSetByOperation: false, isForgotten: false });
		}
	}

	toString(): string {
		return `${this.constructor.name}(${this.name})`;
	}
}

/** The expected error of an action that needs n8n's own URLs while they are unreachable. */
function expectRefusal(what: 'publish' | 'test', message: string, rules: Rules, real: Real): void {
	if (message.includes('refused by plan')) return void expect(rules.isRefusing).toBe(true);
	if (message.includes('down by plan')) return void expect(rules.isDown).toBe(true);
	if (message.includes('another address')) {
		expect([what, hasForeign(rules, real)]).toEqual(['test', true]);
		return void rules.reached.add('test under another address');
	}
	expect(message).toContain('cannot reach its own webhook URL');
	expect([rules.isUnreachable, rules.published.size > 0]).toEqual([true, true]);
	rules.reached.add(`unreachable ${what}`);
}

/** Whether a trigger may set the webhook because n8n does not know who has it. */
export const mayReplaceUnknown = (_real: Real, { isUnknown }: Rules) => isUnknown;

export class Publish extends Step {
	override check(rules: Rules): boolean {
		return !rules.published.has(this.name);
	}

	protected override readonly mayTakeWebhook = mayReplaceUnknown;

	async act(rules: Rules, real: Real): Promise<void> {
		const message = await real.n8n.publish(nodeOf(this.name)).then(
			() => undefined,
			(error: Error) => error.message,
		);
		if (message !== undefined) return expectRefusal('publish', message, rules, real);
		rules.published.set(this.name, real.n8n.url);
		rules.starts.delete(this.name);
		if (rules.published.size > 1) rules.reached.add('shared');
	}
}

export class Unpublish extends Step {
	override check(rules: Rules): boolean {
		return rules.published.has(this.name);
	}

	protected override readonly mayTakeWebhook = ({ receiver }: Real, { isUnknown }: Rules) =>
		isUnknown || receiver === this.name;

	async act(rules: Rules, { n8n }: Real): Promise<void> {
		await n8n.unpublish(nodeOf(this.name));
		rules.published.delete(this.name);
		rules.due.delete(this.name);
	}
}

export class Listen extends Step {
	override check(rules: Rules): boolean {
		return !rules.tested.has(this.name);
	}

	async act(rules: Rules, real: Real): Promise<void> {
		const hasReceiver = hasPublishedReceiver(rules, real);
		const starting = real.n8n.listen(nodeOf(this.name));
		const isListening = await starting.then(
			() => true,
			(error: Error) => {
				expectRefusal('test', error.message, rules, real);
				return false;
			},
		);
		if (isListening) rules.tested.add(this.name);
		// n8n may not know that the service has the right URL already.
		if (!hasReceiver || rules.isDown) return;
		rules.reached.add('test beside');
		expect(isListening).toBe(!rules.isUnreachable);
	}
}

export class Stop extends Step {
	override check(rules: Rules): boolean {
		return rules.tested.has(this.name);
	}

	async act(rules: Rules, real: Real): Promise<void> {
		await real.n8n.stop(nodeOf(this.name));
		rules.tested.delete(this.name);
	}
}

export const perWorkflow = [Publish, Unpublish, Listen, Stop];
