import { until } from '../../../dev/until';
import { isFor, message, post } from './deliveries';
import { startProcess, type Process } from './freshProcess';
import { OtherSystem } from './otherSystem';
import { useSetup } from './support';
import { triggerNode } from './triggerNode';

/** What each workflow has under Also Deliver To. */
const ofFirst: string[] = [];
const ofSecond: string[] = [];
const first = triggerNode('first', { options: { alsoDeliverTo: ofFirst } });
const second = triggerNode('second', { options: { alsoDeliverTo: ofSecond } });
const setup = useSetup([first, second]);
let crm: OtherSystem;
let processes: Process[];

/** Queue mode: each of two processes takes the deliveries of one workflow alone, by their paths. */
beforeEach(async () => {
	crm = await OtherSystem.start();
	const [one, other] = [startProcess(), startProcess()];
	processes = [one, other];
	setup.useWebhookProcess(one);
	setup.n8n.intercept = (request) => {
		setup.n8n.surroundings.webhookProcess = (isFor(second)(request) ? other : one).trigger;
		return false;
	};
});
afterEach(async () => await crm.close());

const MARK = 'x-public-outreach-forwarded';

function name(urls: string[], ...paths: string[]): void {
	urls.splice(0, Infinity, ...paths.map((path) => crm.url(path)));
}

/** Waits until no process forwards anything; returns the paths at which messages have arrived, in alphabetical order. */
async function arrivedAt(): Promise<string> {
	const isIdle = () => processes.every(({ isForwardingIdle }) => isForwardingIdle());
	await until('all copies', () => isIdle() || undefined);
	return crm.received
		.map(({ url }) => url)
		.sort()
		.join(' ');
}

it('a system that two workflows name gets a message once, whichever processes take their deliveries', async () => {
	name(ofFirst, '/shared?token=secret', '/of-first');
	name(ofSecond, '/shared?token=secret', '/of-second');
	await setup.publish(first, second);
	await setup.simulator.sendMessage();

	expect(await arrivedAt()).toBe('/of-first /of-second /shared?token=secret');
	expect(setup.started).toEqual(['first', 'second']);
});

it('what one workflow tells the other of its systems is 2 KB at most, and no part of their URLs', async () => {
	name(ofFirst, ...Array.from({ length: 150 }, (_, number) => `/${number}`));
	name(ofSecond);
	await setup.publish(first, second);
	await setup.simulator.sendMessage();
	await arrivedAt();

	const [forwarded] = setup.deliveriesTo(second);
	expect(forwarded?.headers[MARK]).toMatch(/^1( [\w-]{16}){100}$/);
});

it.each([
	['an earlier version', '1'],
	['a later one, in a way of its own', '2; systems="all"'],
	['a workflow with other systems', '1 0123456789abcdef'],
])('a message that %s has forwarded goes to the systems of the workflow', async (_who, mark) => {
	name(ofSecond, '/of-second');
	await setup.publish(second);
	const url = setup.simulator.webhookUrl ?? '';
	await post(url, message('a'), 'application/json', { [MARK]: mark });

	expect(await arrivedAt()).toBe('/of-second');
});
