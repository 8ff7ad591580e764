import fc from 'fast-check';
import { NEW_KEY, nodeOf, type Moment, type Outcome, type Real, type Rules } from './modelRules';
import {
	hasForeign,
	isTest,
	listening,
	mayReplaceUnknown,
	ownPublished,
	Publish,
	Step,
	Unpublish,
} from './modelSteps';
import { setWebhook } from './setWebhook';
import { ELSEWHERE } from './support';

/** Whether the service has the URL of a listener, which passes messages on to all others. */
function isDelivering(rules: Rules, real: Real): boolean {
	const isStale = real.simulator.webhookUrl === rules.staleUrl;
	return !isStale && listening(rules, real).includes(real.receiver ?? '');
}

/** A lead writes. */
class Message extends Step {
	async act(rules: Rules, real: Real): Promise<void> {
		const isDelivered = isDelivering(rules, real);
		const all = listening(rules, real);
		rules.messages += 1;
		rules.starts.clear();
		rules.due = new Set(ownPublished(rules, real));
		const { status, started } = await deliver(rules, real, isDelivered);
		if (!isDelivered) return;
		if (!rules.isUnreachable) {
			expect([status, started.sort()]).toEqual([200, all.sort()]);
			rules.reached.add(`${all.length} started`);
			return;
		}
		expect(started).toContain(real.receiverBefore);
		const isComplete = ownPublished(rules, real).every((name) => name === real.receiverBefore);
		if (!isComplete) expect(status).toBe(503);
	}
}

/** The service delivers the latest message again. */
class Redelivery extends Step {
	override check({ messages }: Rules): boolean {
		return messages > 0;
	}

	async act(rules: Rules, real: Real): Promise<void> {
		const { receiver } = real;
		const { status, started } = await deliver(rules, real, isDelivering(rules, real));
		const isComplete = status === 200 && rules.published.has(receiver ?? '');
		if (!isComplete || !ownPublished(rules, real).includes(receiver ?? '')) return;
		for (const name of rules.due) expect([name, rules.starts.get(name)]).toEqual([name, 1]);
		if (started.length > 0) rules.reached.add('made up for');
	}
}

/** Delivers the latest message, and waits for the end of the tests that received it. */
async function deliver(rules: Rules, real: Real, isDelivered: boolean): Promise<Outcome> {
	const { receiver } = real;
	real.receiverBefore = receiver;
	const tests = isDelivered ? listening(rules, real).filter(isTest) : [];
	const starting = tests.filter((name) => !rules.isUnreachable || name === receiver);
	const outcome = await real.send(`message ${rules.messages}`, tests, starting);
	for (const name of outcome.started.filter((started) => !isTest(started))) {
		const count = (rules.starts.get(name) ?? 0) + 1;
		rules.starts.set(name, count);
		expect([name, count]).toEqual([name, 1]);
	}
	for (const name of outcome.started.filter(isTest)) {
		const tested = name.replace(' test', '');
		await real.n8n.ended(nodeOf(tested));
		rules.tested.delete(tested);
	}
	return outcome;
}

/** n8n is killed and starts again. */
class Restart extends Step {
	async act(rules: Rules, real: Real): Promise<void> {
		if (rules.tested.size > 0) rules.reached.add('killed during a test');
		forget(rules, real);
		await real.restart();
	}
}

/** What a new process of n8n does not know. */
function forget(rules: Rules, real: Real): void {
	// What was left to do for the service is not known any more where no published trigger is left.
	const isLeftBehind = ownPublished(rules, real).length === 0 && real.receiver !== null;
	if (rules.isSetByOperation || isLeftBehind) rules.isForgotten = true;
	// So has the service the URL of a test, which it was given after an operation, whatever is published.
	if (isLeftBehind || isTest(real.receiver ?? '')) {
		rules.staleUrl = real.simulator.webhookUrl ?? undefined;
	}
	rules.isSetByOperation = false;
	if (rules.isUnrecorded) rules.isUnknown = true;
	rules.tested.clear();
	rules.starts.clear();
	rules.due.clear();
	real.counted = real.n8n.emitted.length;
}

/** n8n has another address when it is started again, as a copy of it has. */
class Move extends Step {
	async act(rules: Rules, real: Real): Promise<void> {
		forget(rules, real);
		real.move();
		await real.restart();
		// What was done under the other address, an n8n that is back under this one does not know.
		if (!ownPublished(rules, real).includes(real.receiver ?? '')) rules.isForgotten = true;
		if (hasForeign(rules, real)) rules.reached.add('another address');
	}
}

/** A minute passes. */
class Minute extends Step {
	protected override readonly mayTakeWebhook = mayReplaceUnknown;

	async act(rules: Rules, real: Real): Promise<void> {
		await real.renew();
		if (!rules.isUnreachable && !rules.isDown) rules.isUnconfirmed = false;
	}
}

class Refusal extends Step {
	override check({ isRefusing, isDown }: Rules): boolean {
		return !isRefusing && !isDown;
	}

	async act(rules: Rules, real: Real): Promise<void> {
		real.refuse({ method: 'PUT', status: 403, body: { error: 'refused by plan' } });
		rules.isRefusing = true;
	}
}

class Outage extends Step {
	async act(rules: Rules, real: Real): Promise<void> {
		rules.isDown = !rules.isDown;
		// What n8n could not tell the service, it tells it again.
		rules.isUnknown = true;
		rules.isRefusing = false;
		const body = { error: 'down by plan' };
		if (rules.isDown) real.refuse({ method: 'PUT', status: 503, body, times: 1e9 });
		else real.refuse();
		rules.reached.add(rules.isDown ? 'down' : 'up again');
	}
}

class Unreachable extends Step {
	async act(rules: Rules, { n8n }: Real): Promise<void> {
		rules.isUnreachable = !rules.isUnreachable;
		n8n.unreachable = rules.isUnreachable;
	}
}

/** The key in the credential of two workflows is replaced by another one of the same user. */
class NewKey extends Step {
	async act(rules: Rules, { n8n, simulator }: Real): Promise<void> {
		n8n.useService({ url: simulator.url, apiKey: NEW_KEY });
		rules.reached.add('another key');
	}
}

class Operation extends Step {
	override check({ isRefusing, isDown }: Rules): boolean {
		return !isRefusing && !isDown;
	}

	protected override readonly mayTakeWebhook = () => true;

	async act(rules: Rules, real: Real): Promise<void> {
		await setWebhook(real, this.name === 'set' ? 'set' : 'disable', ELSEWHERE);
		expect(real.receiver).toBe(this.name === 'set' ? ELSEWHERE : null);
		Object.assign(rules, { isSetByOperation: true, isForgotten: false });
		rules.reached.add(`operation ${this.name}`);
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

	override check({ isRefusing }: Rules): boolean {
		return !isRefusing;
	}

	protected override readonly mayTakeWebhook = () => true;

	async act(rules: Rules, real: Real): Promise<void> {
		const Kind = rules.published.has(this.name) ? Unpublish : Publish;
		const step = new Kind(this.name);
		const wasPublished = new Map(rules.published);
		const isKilled = await real.killDuring(async () => await step.act(rules, real), this.moment);
		if (!isKilled) return;
		rules.reached.add(`killed at the ${this.moment.to}`);
		Object.assign(rules, { isUnknown: true, isUnconfirmed: true });
		rules.published = wasPublished;
		forget(rules, real);
		const { workflowId } = nodeOf(this.name);
		if (wasPublished.has(this.name)) {
			// Nothing says then that it was the one to disable the webhook.
			if (rules.isUnrecorded) rules.isForgotten = true;
			real.n8n.published.add(workflowId);
			await real.n8n.unpublish(nodeOf(this.name));
			rules.published.delete(this.name);
			await real.n8n.startTriggers();
		} else {
			real.n8n.published.delete(workflowId);
			await real.n8n.startTriggers();
			await step.act(rules, real);
		}
	}

	override toString(): string {
		return `Kill(${this.name}, ${JSON.stringify(this.moment)})`;
	}
}

export const anyKill = (name: fc.Arbitrary<string>) =>
	fc
		.record({
			name,
			to: fc.constantFrom('service' as const, 'receiver' as const),
			isCarriedOut: fc.boolean(),
		})
		.map((kill) => new Kill(kill.name, kill));
export const perOperation = [Operation];
export const environmentEvents = [
	Message,
	Message,
	Redelivery,
	Restart,
	Minute,
	Refusal,
	Outage,
	Unreachable,
	Move,
	NewKey,
];
