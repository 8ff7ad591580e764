import { until } from '../../../dev/until';
import { exampleDelivery } from '../../../dev/exampleDelivery';
import { readLog } from './log';
import { OtherSystem } from './otherSystem';
import { useSetup } from './support';
import { triggerNode, type TriggerNode } from './triggerNode';

const CRM = '/hook/of-a-secret?token=secret';

const urls: string[] = [];
const first = triggerNode('first', { options: { alsoDeliverTo: urls } });
const second = triggerNode('second');
const strict = triggerNode('strict', {
	options: { alsoDeliverTo: urls, campaignIds: [7] },
});
const wrong = triggerNode('wrong', { options: { alsoDeliverTo: ['crm.example.com/hook'] } });
const setup = useSetup([first, second, strict, wrong]);

let crm: OtherSystem;
let log: string[];

beforeEach(async () => {
	log = readLog();
	crm = await OtherSystem.start();
	urls.splice(0, urls.length, crm.url(CRM));
});
afterEach(async () => {
	jest.restoreAllMocks();
	await crm.close();
});

const message = (message_id: string) => ({
	event: 'incoming_message',
	message: { ...exampleDelivery.message, message_id },
});

async function deliver(body: unknown): Promise<number> {
	const delivery = await setup.simulator.deliver(body, { rawText: typeof body === 'string' });
	return delivery?.status ?? 0;
}

/** All that the other system has received once one further message has arrived. */
async function receivedInAll(): Promise<Array<string | undefined>> {
	await deliver(message('one more'));
	const isThere = () => crm.received.some(({ text }) => text.includes('one more')) || undefined;
	await until('the last delivery', isThere, { everyMs: 1 });
	return crm.received.map(({ url, text }) => `${JSON.parse(text).message.message_id} ${url}`);
}

describe('beside other triggers', () => {
	async function published(...triggers: TriggerNode[]): Promise<void> {
		for (const trigger of triggers) await setup.n8n.publish(trigger);
	}

	it.each([
		['receiver', [first, second]],
		['other', [second, first]],
	])('a message goes to the other system once, be it set in the %s', async (_which, triggers) => {
		await published(...triggers);
		await deliver(message('a'));
		await deliver(message('a'));

		expect(setup.started).toEqual(['first', 'second']);
		expect(await receivedInAll()).toEqual([`a ${CRM}`, `one more ${CRM}`]);
	});

	it('it goes there even where the filters of the workflow drop it', async () => {
		await published(strict);
		await deliver(message('a'));

		expect(await crm.untilReceived(1)).toHaveLength(1);
		expect(setup.started).toEqual([]);
	});

	it('a test of the published workflow does not send it again', async () => {
		await published(first);
		await setup.n8n.listen(first);
		await deliver(message('a'));
		await setup.n8n.ended(first);

		expect(await receivedInAll()).toEqual([`a ${CRM}`, `one more ${CRM}`]);
	});

	it('a test that has the webhook sends it, for nobody else would', async () => {
		await setup.n8n.listen(first);
		await deliver(message('a'));
		await setup.n8n.ended(first);

		expect(await crm.untilReceived(1)).toHaveLength(1);
	});
});

describe('a URL that cannot be used', () => {
	it('is refused at publication, before any request', async () => {
		await expect(setup.n8n.publish(wrong)).rejects.toThrow(
			'Also Deliver To: expected full URLs, such as https://crm.example.com/hook, got "crm.example.com/hook"',
		);
		expect(setup.simulator.requests).toEqual([]);
	});

	it('keeps no message from the workflow when it appears later', async () => {
		await setup.n8n.publish(first);
		urls.splice(0, 1, 'crm');

		expect(await deliver(message('a'))).toBe(200);
		expect(setup.started).toEqual(['first']);
		expect(log).toEqual([expect.stringMatching(/^warn: .*no effect.*Also Deliver To/)]);
	});
});
