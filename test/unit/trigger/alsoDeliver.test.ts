import { until } from '../../../dev/until';
import { triggerNode } from './triggerNode';
import { CRM, deliver, useOtherSystem } from './alsoDelivering';
import { message, post } from './deliveries';
import { useSetup } from './support';

const urls: string[] = [];
const options: { alsoDeliverTo: string | string[] } = { alsoDeliverTo: urls };
const first = triggerNode('first', { options });
const setup = useSetup([first]);

const other = useOtherSystem(urls);

describe('a message', () => {
	beforeEach(async () => await setup.publish(first));
	afterEach(() => (options.alsoDeliverTo = urls));

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

	it.each([['\n'], [', ']])(
		'goes to each of several in one text with %j between',
		async (between) => {
			options.alsoDeliverTo = [other.crm.url('/one'), other.crm.url('/two')].join(between);
			await deliver(setup, message('a'));

			const got = (await other.crm.untilReceived(2)).map(({ url }) => url);
			expect(got.sort()).toEqual(['/one', '/two']);
		},
	);

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

		await setup.ending('retries', other.crm.untilReceived(2));
		expect(other.crm.received.map(({ url }) => url)).toEqual([CRM, CRM]);
		expect(setup.log).toEqual([]);
	});

	it('is logged by its host alone, once when it lasts and once when it is given up', async () => {
		other.crm.answers = Array.from({ length: 100 }, () => 500);
		await deliver(setup, message('a'));
		await setup.ending(
			'retries',
			until('the end', () => setup.log[1]),
		);

		expect(setup.log).toEqual([
			expect.stringMatching(`^warn: ${other.crm.host} takes no messages: .*500`),
			expect.stringMatching(
				`^warn: ${other.crm.host} has taken no messages for ten minutes, and misses 1`,
			),
		]);
		expect(setup.log.join()).not.toContain('secret');
	});

	it('does not keep another one from the message', async () => {
		urls.push(other.crm.url('/other'));
		other.crm.answers = ['hang'];
		await deliver(setup, message('a'));

		expect(await other.crm.untilReceived(2)).toHaveLength(2);
	});
});
