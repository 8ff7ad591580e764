/** What is kept of deliveries after their response: not n8n's contexts, each of which holds a workflow. */
import { HookContext } from 'n8n-core';
import { watchLife } from '../../support/memory';
import { isFor, message, post } from './deliveries';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);
let alive: () => Promise<number>;

const contexts: object = Object.getPrototypeOf(HookContext.prototype);
const usual = Object.getOwnPropertyDescriptor(contexts, 'logger') ?? {};
const silent = { error() {}, warn() {}, info() {}, debug() {} };
afterEach(() => void Object.defineProperty(contexts, 'logger', usual));

beforeEach(async () => {
	// Jest's mock of the log would keep each context that writes to it.
	jest.restoreAllMocks();
	Object.defineProperty(contexts, 'logger', { get: () => silent, configurable: true });
	const { trigger } = setup.process;
	if (!trigger.webhook) throw new Error('There is no webhook method');
	const watch = watchLife(trigger.webhook);
	trigger.webhook = watch.watched;
	({ alive } = watch);
});

async function deliver(count: number): Promise<void> {
	for (let number = 0; number < count; number++) {
		const { status } = await post(setup.simulator.webhookUrl ?? '', message(`m${number}`));
		expect(status).toBe(200);
	}
	await setup.untilStarted(count);
}

it('of 500 messages that wait for a workflow, the contexts of a few are kept', async () => {
	await setup.publish(first, second);
	setup.n8n.respondInstead(isFor(second), (response) => void response.writeHead(500).end());
	await deliver(500);

	expect(await alive()).toBeLessThan(5);
});

it('of 300 messages that wait for tests, the contexts of a few are kept', async () => {
	await setup.publish(first);
	await setup.n8n.listen(third);
	setup.n8n.respondInstead(isFor(third), () => undefined);
	await deliver(300);

	expect(await alive()).toBeLessThan(5);
});

it('of 50 messages that have started a workflow, the contexts of a few are kept', async () => {
	await setup.publish(first);
	await deliver(50);

	expect(await alive()).toBeLessThan(5);
});
