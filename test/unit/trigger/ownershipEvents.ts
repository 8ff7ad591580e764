import { nodeOf, type Real, type Rules } from './ownershipRules';
import {
	endTest,
	isTest,
	leaveBehind,
	listening,
	mayReplaceUnknown,
	receiverOf,
	Step,
} from './ownershipSteps';
import { setWebhook } from './setWebhook';
import { ELSEWHERE } from './support';

/** A lead writes. */
class Message extends Step {
	protected async act(rules: Rules, real: Real): Promise<void> {
		const receiver = receiverOf(rules, real);
		const all = listening(rules);
		rules.messages += 1;
		rules.starts.clear();
		rules.due = new Set(rules.published);
		await deliver(rules, real);
		const { status, started } = rules.latest;
		if (receiver === undefined) return void expect(started).toEqual([]);
		if (!rules.isUnreachable) {
			expect([status, started.sort()]).toEqual([200, all.sort()]);
			rules.reached.add(`${all.length} started`);
			return;
		}
		expect(started).toEqual([receiver]);
		const isComplete = [...rules.published].every((name) => name === receiver);
		if (!isComplete) expect(status).toBe(503);
	}
}

/** The service delivers the latest message again. */
class Redelivery extends Step {
	override check({ messages }: Rules): boolean {
		return messages > 0;
	}

	protected async act(rules: Rules, real: Real): Promise<void> {
		const { receiver } = real;
		await deliver(rules, real);
		const isComplete = rules.latest.status === 200 && rules.published.has(receiver ?? '');
		if (!isComplete) return;
		for (const name of rules.due) expect([name, rules.starts.get(name)]).toEqual([name, 1]);
		if (rules.latest.started.length > 0) rules.reached.add('made up for');
	}
}

/** Delivers the latest message, and waits for the end of the tests that received it. */
async function deliver(rules: Rules, real: Real): Promise<void> {
	const receiver = receiverOf(rules, real);
	const tests = receiver === undefined ? [] : listening(rules).filter(isTest);
	const starting = tests.filter((name) => !rules.isUnreachable || name === receiver);
	rules.latest = await real.send(`message ${rules.messages}`, tests, starting);
	for (const name of rules.latest.started) {
		if (!isTest(name)) {
			const count = (rules.starts.get(name) ?? 0) + 1;
			rules.starts.set(name, count);
			expect([name, count]).toEqual([name, 1]);
		}
	}
	for (const name of rules.latest.started.filter(isTest)) {
		const tested = name.replace(' test', '');
		const ended = async () => await real.n8n.ended(nodeOf(tested));
		await endTest(tested, rules, real, ended);
	}
}

/** n8n is killed and starts again. */
class Restart extends Step {
	protected async act(rules: Rules, real: Real): Promise<void> {
		if (rules.tested.size > 0) rules.reached.add('killed during a test');
		if (isTest(real.receiver ?? '')) leaveBehind(rules, real);
		if (rules.isSetByOperation) rules.isForgotten = true;
		if (rules.isUnrecorded) rules.isUnknown = true;
		rules.tested.clear();
		rules.starts.clear();
		rules.due.clear();
		await real.restart();
	}
}

/** A minute passes. */
class Minute extends Step {
	protected override readonly mayTakeWebhook = mayReplaceUnknown;

	protected async act(_rules: Rules, real: Real): Promise<void> {
		await real.renew();
	}
}

class Refusal extends Step {
	override check({ isRefusing }: Rules): boolean {
		return !isRefusing;
	}

	protected async act(rules: Rules, { simulator }: Real): Promise<void> {
		simulator.plan({ method: 'PUT', status: 403, body: { error: 'refused by plan' } });
		rules.isRefusing = true;
	}
}

class Unreachable extends Step {
	protected async act(rules: Rules, { n8n }: Real): Promise<void> {
		rules.isUnreachable = !rules.isUnreachable;
		n8n.unreachable = rules.isUnreachable;
	}
}

class Operation extends Step {
	override check({ isRefusing }: Rules): boolean {
		return !isRefusing;
	}

	protected override readonly mayTakeWebhook = () => true;

	protected async act(rules: Rules, real: Real): Promise<void> {
		await setWebhook(real, this.name === 'set' ? 'set' : 'disable', ELSEWHERE);
		expect(real.receiver).toBe(this.name === 'set' ? ELSEWHERE : null);
		Object.assign(rules, { isSetByOperation: true, isForgotten: false, isStale: false });
		rules.reached.add(`operation ${this.name}`);
	}
}

export const perOperation = [Operation];
export const environmentEvents = [
	Message,
	Message,
	Redelivery,
	Restart,
	Minute,
	Refusal,
	Unreachable,
];
