import type fc from 'fast-check';
import { nodeOf, type Real, type Rules } from './ownershipRules';

export const isTest = (name: string) => name.endsWith(' test');

/** The triggers whose URLs are active. */
export function listening({ published, tested }: Rules): string[] {
	return [...published, ...[...tested].map((name) => `${name} test`)];
}

/** The trigger whose URL the service has; none where it is that of a finished test. */
export function receiverOf(rules: Rules, { receiver, simulator }: Real): string | undefined {
	const isOver = rules.isStale && simulator.webhookUrl === rules.staleUrl;
	return isOver ? undefined : listening(rules).find((name) => name === receiver);
}

/** The service may keep the URL of a finished test. */
export function leaveBehind(rules: Rules, { simulator }: Real): void {
	Object.assign(rules, { isStale: true, staleUrl: simulator.webhookUrl ?? undefined });
}

/** Whether the service is known to deliver to a listening trigger. */
function isSettled(rules: Rules): boolean {
	return !rules.isSetByOperation && !rules.isStale && !rules.isForgotten;
}

/** Whether a published trigger has the webhook. */
export function hasPublishedReceiver(rules: Rules, { receiver }: Real): boolean {
	return isSettled(rules) && rules.published.has(receiver ?? '');
}

type Command = fc.AsyncCommand<Rules, Real>;

/** A command of the model, after which the webhook has to follow the rules. */
export abstract class Step implements Command {
	constructor(protected readonly name: string) {}

	/** Whether it can run now: always, unless a step says otherwise. */
	check(rules: Rules): boolean {
		return rules.messages >= 0;
	}

	protected abstract act(rules: Rules, real: Real): Promise<void>;

	/** Whether it may set the webhook where a published trigger has it. */
	protected readonly mayTakeWebhook: (real: Real, rules: Rules) => boolean = () => false;

	async run(rules: Rules, real: Real): Promise<void> {
		const { receiver: before, puts } = real;
		const isKept = hasPublishedReceiver(rules, real) && !this.mayTakeWebhook(real, rules);
		const hasListened = listening(rules).length > 0;
		await this.act(rules, real);
		const { receiver } = real;
		this.recordPuts(rules, real, real.puts.length - puts.length);
		if (isKept) expect(real.puts).toEqual(puts);
		// A new receiver has replaced what was left behind.
		if (receiver !== before && rules.published.has(receiver ?? '')) {
			Object.assign(rules, { isSetByOperation: false, isForgotten: false, isStale: false });
		}
		this.expectWebhook(rules, real, hasListened);
		rules.reached.add(receiver ?? 'nobody');
		expect(real.n8n.failures).toEqual([]);
	}

	private recordPuts(rules: Rules, { receiver }: Real, count: number): void {
		const isAccepted = count > (rules.isRefusing ? 1 : 0);
		// A PUT has used the refusal up, whoever sent it.
		if (count > 0) rules.isRefusing = false;
		if (!isAccepted) return;
		rules.isUnrecorded = rules.isUnreachable && receiver !== this.name;
		rules.isUnknown = false;
	}

	private expectWebhook(rules: Rules, { receiver }: Real, hasListened: boolean): void {
		if (rules.isSetByOperation || rules.isForgotten) return;
		const all = listening(rules);
		if (all.length === 0) {
			if (hasListened && !rules.isStale) expect(receiver).toBeNull();
			return;
		}
		if (rules.isStale) return;
		expect(all).toContain(receiver);
		if (rules.published.size > 0) expect([...rules.published]).toContain(receiver);
	}

	toString(): string {
		return `${this.constructor.name}(${this.name})`;
	}
}

/** The expected error of an action that needs n8n's own URLs while they are unreachable. */
function expectUnreachable(what: 'publish' | 'test', message: string, rules: Rules): void {
	expect(message).toContain('cannot reach its own webhook URL');
	expect([rules.isUnreachable, rules.published.size > 0]).toEqual([true, true]);
	rules.reached.add(`unreachable ${what}`);
}

/** Whether a trigger may set the webhook because n8n does not know who has it. */
export const mayReplaceUnknown = (_real: Real, { isUnknown, isUnreachable }: Rules) =>
	isUnknown && !isUnreachable;

class Publish extends Step {
	override check(rules: Rules): boolean {
		return !rules.published.has(this.name);
	}

	protected override readonly mayTakeWebhook = mayReplaceUnknown;

	protected async act(rules: Rules, { n8n }: Real): Promise<void> {
		const { isRefusing } = rules;
		const message = await n8n.publish(nodeOf(this.name)).then(
			() => undefined,
			(error: Error) => error.message,
		);
		if (message === undefined) {
			rules.published.add(this.name);
			rules.starts.delete(this.name);
			if (rules.published.size > 1) rules.reached.add('shared');
			return;
		}
		if (message.includes('refused by plan')) expect(isRefusing).toBe(true);
		else expectUnreachable('publish', message, rules);
	}
}

class Unpublish extends Step {
	override check(rules: Rules): boolean {
		return rules.published.has(this.name);
	}

	protected override readonly mayTakeWebhook = ({ receiver }: Real, { isUnknown }: Rules) =>
		isUnknown || receiver === this.name;

	/** n8n tries again what the service refuses. */
	protected async act(rules: Rules, { n8n }: Real): Promise<void> {
		await n8n.unpublish(nodeOf(this.name));
		rules.published.delete(this.name);
		rules.due.delete(this.name);
	}
}

class Listen extends Step {
	override check(rules: Rules): boolean {
		return !rules.tested.has(this.name);
	}

	protected async act(rules: Rules, real: Real): Promise<void> {
		const hasReceiver = hasPublishedReceiver(rules, real);
		const starting = real.n8n.listen(nodeOf(this.name));
		const isListening = await starting.then(
			() => true,
			(error: Error) => {
				if (error.message.includes('plan')) expect(rules.isRefusing).toBe(true);
				else expectUnreachable('test', error.message, rules);
				return false;
			},
		);
		if (isListening) rules.tested.add(this.name);
		if (!hasReceiver) return;
		rules.reached.add('test beside');
		expect(isListening).toBe(!rules.isUnreachable);
	}
}

/** Ends a test, however it is ended. */
export async function endTest(name: string, rules: Rules, real: Real, end: () => Promise<void>) {
	const wasReceiver = receiverOf(rules, real) === `${name} test`;
	await end();
	rules.tested.delete(name);
	// There is no retry for a test.
	if (wasReceiver && real.receiver === `${name} test`) {
		expect(rules.isRefusing).toBe(true);
		leaveBehind(rules, real);
	}
}

class Stop extends Step {
	override check(rules: Rules): boolean {
		return rules.tested.has(this.name);
	}

	protected async act(rules: Rules, real: Real): Promise<void> {
		await endTest(this.name, rules, real, async () => await real.n8n.stop(nodeOf(this.name)));
	}
}

export const perWorkflow = [Publish, Unpublish, Listen, Stop];
