import { until } from '../../../dev/until';
import { exampleDelivery } from '../../../dev/exampleDelivery';
import { triggerNode } from './triggerNode';
import { readLog } from './log';
import { OtherSystem } from './otherSystem';
import { useSetup } from './support';

const CRM = '/hook/of-a-secret?token=secret';

const urls: string[] = [];
const first = triggerNode('first', { options: { alsoDeliverTo: urls } });
const setup = useSetup([first]);

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

/** What the other system got by the time at which it has got one message more. */
async function receivedInAll(): Promise<Array<string | undefined>> {
	await deliver(message('one more'));
	const isThere = () => crm.received.some(({ text }) => text.includes('one more')) || undefined;
	await until('the last delivery', isThere, { everyMs: 1 });
	return crm.received.map(({ url, text }) => `${JSON.parse(text).message.message_id} ${url}`);
}

/** Ends the wait after so many failed attempts; the first wait of a process is that before a renewal. */
async function endWait(attempts: number): Promise<number> {
	const latest = await until('a wait', () => setup.process.waits[attempts], { everyMs: 1 });
	latest.end();
	return latest.ms;
}

describe('a message', () => {
	beforeEach(async () => await setup.n8n.publish(first));

	it('goes to the other system as it was delivered', async () => {
		const text = ` ${JSON.stringify(message('a'))}\n`;
		await fetch(setup.simulator.webhookUrl ?? '', {
			method: 'POST',
			headers: { 'content-type': 'application/json; charset=utf-8' },
			body: text,
		});

		expect(await crm.untilReceived(1)).toMatchObject([{ url: CRM, text }]);
		expect(crm.received[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
		expect(JSON.stringify(crm.received[0]?.headers)).not.toMatch(/x-api-key|x-public-outreach/);
	});

	it('goes there once, however often it is delivered', async () => {
		await Promise.all(Array.from({ length: 5 }, async () => await deliver(message('a'))));
		await deliver(message('a'));
		await deliver(message('b'));

		const got = (await crm.untilReceived(2)).map(({ text }) => JSON.parse(text).message.message_id);
		expect(got).toEqual(['a', 'b']);
	});

	it('goes to each of several systems, and to one that is named twice once', async () => {
		urls.push(crm.url('/other'), crm.url('/other'));
		await deliver(message('a'));

		await crm.untilReceived(2);
		expect((await receivedInAll()).filter((got) => got?.startsWith('a')).sort()).toEqual([
			`a ${CRM}`,
			'a /other',
		]);
	});

	it('does not wait for it, and starts the workflow whatever becomes of it', async () => {
		crm.answers = ['hang'];

		expect(await deliver(message('a'))).toBe(200);
		expect(setup.started).toEqual(['first']);
	});

	it('goes nowhere when it is another event, or has no secret', async () => {
		await deliver({ event: 'another' });
		await fetch(setup.n8n.productionUrl(first), { method: 'POST', body: '{}' });
		await deliver(message('a'));

		expect(await crm.untilReceived(1)).toHaveLength(1);
	});
});

describe('another system that fails', () => {
	beforeEach(async () => await setup.n8n.publish(first));

	it.each<[string, number | 'reset']>([
		['with an error', 503],
		['by closing the connection', 'reset'],
		['by redirecting', 302],
	])('%s gets the message again', async (_how, answer) => {
		crm.answers = [answer];
		await deliver(message('a'));
		await crm.untilReceived(1);

		expect(await endWait(1)).toBe(1_000);
		expect((await crm.untilReceived(2)).map(({ url }) => url)).toEqual([CRM, CRM]);
		expect(log).toEqual([]);
	});

	it('to the end is logged by its host alone, after four attempts', async () => {
		crm.answers = [500, 500, 500, 500];
		await deliver(message('a'));
		const waited: number[] = [];
		for (let attempt = 1; attempt < 4; attempt++) waited.push(await endWait(attempt));
		await crm.untilReceived(4);
		await until('the log', () => log[0], { everyMs: 1 });

		expect(waited).toEqual([1_000, 5_000, 25_000]);
		expect(crm.received).toHaveLength(4);
		expect(log).toEqual([expect.stringContaining(crm.host)]);
		expect(log.join()).not.toContain('secret');
		expect(log[0]).toMatch(/^warn: /);
	});

	it('does not keep another one from the message', async () => {
		urls.push(crm.url('/other'));
		crm.answers = ['hang'];
		await deliver(message('a'));

		expect(await crm.untilReceived(2)).toHaveLength(2);
	});
});
