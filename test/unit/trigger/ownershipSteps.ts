import type fc from 'fast-check';
import { nodeOf, type Real, type Rules } from './ownershipRules';

export const isTest = (name: string) => name.endsWith(' test');

/** The triggers whose URLs are active. */
export function listening({ published, tested }: Rules): string[] {
	return [...published, ...[...tested].map((name) => `${name} test`)];
}

/** The trigger whose URL the service has; none where it is that of a finished test. */
export function receiverOf(rules: Rules, { slot, simulator }: Real): string | undefined {
	const isOver = rules.isStale && simulator.webhookUrl === rules.staleUrl;
	return isOver ? undefined : listening(rules).find((name) => name === slot);
}

/** The service may keep the URL of a finished test. */
export function leaveBehind(rules: Rules, { simulator }: Real): void {
	Object.assign(rules, { isStale: true, staleUrl: simulator.webhookUrl ?? undefined });
}

/** Whether the service is known to deliver to a listening trigger. */
function isSettled(rules: Rules): boolean {
	return !rules.isSetByOperation && !rules.isStale && !rules.isForgotten;
}

/** Whether a test has to leave the webhook alone: somebody published has it. */
export function hasPublishedReceiver(rules: Rules, { slot }: Real): boolean {
	return isSettled(rules) && slot !== null && rules.published.has(slot);
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

	async run(rules: Rules, real: Real): Promise<void> {
		const before = { slot: real.slot, listened: listening(rules).length > 0, puts: real.puts };
		await this.act(rules, real);
		// A PUT has used the refusal up, whoever sent it.
		const { slot, puts } = real;
		if (puts > before.puts) rules.isRefusing = false;
		// A new receiver has replaced what was left behind.
		if (slot !== before.slot && rules.published.has(slot ?? '')) {
			Object.assign(rules, { isSetByOperation: false, isForgotten: false, isStale: false });
		}
		this.expectWebhook(rules, real, before.listened);
		rules.reached.add(slot ?? 'nobody');
		expect(real.n8n.failures).toEqual([]);
	}

	private expectWebhook(rules: Rules, { slot }: Real, hasListened: boolean): void {
		if (rules.isSetByOperation || rules.isForgotten) return;
		const all = listening(rules);
		if (all.length === 0) {
			if (hasListened && !rules.isStale) expect(slot).toBeNull();
			return;
		}
		if (rules.isStale) return;
		expect(all).toContain(slot);
		if (rules.published.size > 0) expect([...rules.published]).toContain(slot);
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

class Publish extends Step {
	override check(rules: Rules): boolean {
		return !rules.published.has(this.name);
	}

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
		const { puts } = real;
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
		expect([isListening, real.puts]).toEqual([!rules.isUnreachable, puts]);
	}
}

/** Ends a test, however it is ended. */
export async function endTest(name: string, rules: Rules, real: Real, end: () => Promise<void>) {
	const { puts } = real;
	const hasReceiver = hasPublishedReceiver(rules, real);
	const wasReceiver = real.slot === `${name} test`;
	await end();
	rules.tested.delete(name);
	if (hasReceiver) expect(real.puts).toBe(puts);
	// There is no retry for a test.
	if (wasReceiver && real.slot === `${name} test`) {
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
