import { until } from '../../../dev/until';
import { triggerNode } from './triggerNode';
import { CRM, deliver, useOtherSystem } from './alsoDelivering';
import { message, post } from './deliveries';
import { useSetup } from './support';

const urls: string[] = [];
const first = triggerNode('first', { options: { alsoDeliverTo: urls } });
const setup = useSetup([first]);

const other = useOtherSystem(urls);

/** Ends the wait after so many failed attempts; the first wait of a process is that before a renewal. */
async function endWait(attempts: number): Promise<number> {
	const latest = await until('a wait', () => setup.process.waits[attempts]);
	latest.end();
	return latest.ms;
}

describe('a message', () => {
	beforeEach(async () => await setup.publish(first));

	it('goes to the other system as it was delivered', async () => {
		const text = ` ${JSON.stringify(message('a'))}\n`;
		await post(setup.simulator.webhookUrl ?? '', text, 'application/json; charset=utf-8');

		expect(await other.crm.untilReceived(1)).toMatchObject([{ url: CRM, text }]);
		expect(other.crm.received[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
		expect(JSON.stringify(other.crm.received[0]?.headers)).not.toMatch(
			/x-api-key|x-public-outreach/,
		);
	});

	it('goes there once, however often it is delivered', async () => {
		await Promise.all(Array.from({ length: 5 }, async () => await deliver(setup, message('a'))));
		await deliver(setup, message('a'));
		await deliver(setup, message('b'));

		const got = (await other.crm.untilReceived(2)).map(
			({ text }) => JSON.parse(text).message.message_id,
		);
		expect(got).toEqual(['a', 'b']);
	});

	it('goes to each of several systems, and to one that is named twice once', async () => {
		urls.push(other.crm.url('/other'), other.crm.url('/other'));
		await deliver(setup, message('a'));

		await other.crm.untilReceived(2);
		expect((await other.receivedInAll(setup)).filter((got) => got?.startsWith('a')).sort()).toEqual(
			[`a ${CRM}`, 'a /other'],
		);
	});

	it('does not wait for it, and starts the workflow whatever becomes of it', async () => {
		other.crm.answers = ['hang'];

		expect(await deliver(setup, message('a'))).toBe(200);
		expect(setup.started).toEqual(['first']);
	});

	it('goes nowhere when it is another event, or has no secret', async () => {
		await deliver(setup, { event: 'another' });
		await fetch(setup.n8n.productionUrl(first), { method: 'POST', body: '{}' });
		await deliver(setup, message('a'));

		expect(await other.crm.untilReceived(1)).toHaveLength(1);
	});
});

describe('another system that fails', () => {
	beforeEach(async () => await setup.publish(first));

	it.each<[string, number | 'reset']>([
		['with an error', 503],
		['by closing the connection', 'reset'],
		['by redirecting', 302],
	])('%s gets the message again', async (_how, answer) => {
		other.crm.answers = [answer];
		await deliver(setup, message('a'));
		await other.crm.untilReceived(1);

		expect(await endWait(1)).toBe(1_000);
		expect((await other.crm.untilReceived(2)).map(({ url }) => url)).toEqual([CRM, CRM]);
		expect(setup.log).toEqual([]);
	});

	it('to the end is logged by its host alone, after four attempts', async () => {
		other.crm.answers = [500, 500, 500, 500];
		await deliver(setup, message('a'));
		const waited: number[] = [];
		for (let attempt = 1; attempt < 4; attempt++) waited.push(await endWait(attempt));
		await other.crm.untilReceived(4);
		await until('the log', () => setup.log[0]);

		expect(waited).toEqual([1_000, 5_000, 25_000]);
		expect(other.crm.received).toHaveLength(4);
		expect(setup.log).toEqual([expect.stringContaining(other.crm.host)]);
		expect(setup.log.join()).not.toContain('secret');
		expect(setup.log[0]).toMatch(/^warn: /);
	});

	it('does not keep another one from the message', async () => {
		urls.push(other.crm.url('/other'));
		other.crm.answers = ['hang'];
		await deliver(setup, message('a'));

		expect(await other.crm.untilReceived(2)).toHaveLength(2);
	});
});
