import { until } from '../../../dev/until';
import { triggerNode } from './triggerNode';
import { message, post } from './deliveries';
import { OtherSystem } from './otherSystem';
import { second, useSetup } from './support';

/** The path of the URL in Also Deliver To. */
const CRM = '/hook/of-a-secret?token=secret';

const urls: string[] = [];
const options: { alsoDeliverTo: string | string[] } = { alsoDeliverTo: urls };
const first = triggerNode('first', { options });
const strict = triggerNode('strict', { campaignIds: [7], options });
const wrong = ['crm.example.com/hook', 'ftp://crm.example.com/', 'http://'].map((url, index) => ({
	url,
	node: triggerNode(`wrong ${index}`, { options: { alsoDeliverTo: [url] } }),
}));
const emptyRow = triggerNode('emptyRow', { options: { alsoDeliverTo: '={{ [[], ""] }}' } });
const setup = useSetup([first, second, strict, emptyRow, ...wrong.map(({ node }) => node)]);
let crm: OtherSystem;

beforeEach(async () => {
	crm = await OtherSystem.start();
	urls.splice(0, urls.length, crm.url(CRM));
});
afterEach(async () => {
	options.alsoDeliverTo = urls;
	await crm.close();
});

/** Has the service deliver, and returns the status of the response. */
async function deliver(body: object) {
	const delivery = await setup.simulator.deliver(body);
	if (crm.responses.length === 0) await setup.untilForwarded();
	return delivery?.status;
}

/** What the other system has received once one further message has arrived: message ID and path. */
async function receivedInAll(): Promise<string[]> {
	await deliver(message('one more'));
	const isThere = () => crm.received.some(({ text }) => text.includes('one more'));
	await until('the last delivery', () => isThere() || undefined);
	return crm.received.map(({ url, text }) => `${JSON.parse(text).message.message_id} ${url}`);
}

describe('a message', () => {
	beforeEach(async () => await setup.publish(first));

	it('goes to the other system as it was delivered', async () => {
		const text = ` ${JSON.stringify(message('a'))}\n`;
		await post(setup.simulator.webhookUrl ?? '', text, 'application/json; charset=utf-8');
		const [received] = await crm.untilReceived(1);

		expect(received).toMatchObject({ url: CRM, text });
		expect(received?.headers['content-type']).toBe('application/json; charset=utf-8');
		expect(JSON.stringify(received?.headers)).not.toMatch(/x-api-key|x-public-outreach/);
	});

	it('goes to each of several systems in one text, and to one that is named twice once', async () => {
		const [one, other] = [crm.url('/one'), crm.url('/other')];
		options.alsoDeliverTo = `${one}\n${other}, ${one}`;
		await deliver(message('a'));

		const got = (await receivedInAll()).filter((what) => what.startsWith('a'));
		expect(got.sort()).toEqual(['a /one', 'a /other']);
	});

	it.each([', ', ',', ';', ' ', '\n', ' ;\n'])(
		'goes to each of several systems in one row, with %j between their URLs',
		async (separator) => {
			const [one, other, third] = ['/one?ids=1,2', '/other', '/third'].map((path) => crm.url(path));
			urls.splice(0, 1, `${one}${separator}${other}${separator}`, `${third}`);
			await setup.publish(strict);
			await deliver(message('a'));

			expect(crm.received.map(({ url }) => url).sort()).toEqual([
				'/one?ids=1,2',
				'/other',
				'/third',
			]);
			expect(setup.log).toEqual([]);
		},
	);

	it('goes nowhere when it is another event, or has no secret', async () => {
		await deliver({ event: 'another' });
		await post(setup.n8n.productionUrl(first), message('without'));

		expect(await receivedInAll()).toEqual([`one more ${CRM}`]);
	});

	it('that a system does not take is logged by its host alone, once when that lasts and once when it is given up', async () => {
		crm.responses = Array.from({ length: 100 }, () => 500);
		await deliver(message('a'));
		await setup.untilForwarded();

		expect(setup.log).toEqual([
			expect.stringMatching(`^warn: Messages for ${crm.host} wait: .*500`),
			expect.stringMatching(`^warn: Dropped a message for ${crm.host} after ten minutes: .*500`),
		]);
		expect(setup.log.join()).not.toContain('secret');
	});
});

describe('beside other triggers', () => {
	it('a message goes to the other system once, also from one that is not registered', async () => {
		await setup.publish(second, first);
		await deliver(message('a'));
		await deliver(message('a'));

		expect(setup.started).toEqual(['first', 'second']);
		expect(await receivedInAll()).toEqual([`a ${CRM}`, `one more ${CRM}`]);
	});

	it('it goes there even where the filters of the workflow drop it', async () => {
		await setup.publish(strict);
		await deliver(message('a'));

		expect(await crm.untilReceived(1)).toHaveLength(1);
		expect(setup.started).toEqual([]);
	});

	it('a test that has the webhook sends it, for nobody else would, and one beside the published workflow does not', async () => {
		await setup.n8n.listen(first);
		await deliver(message('a'));
		await setup.n8n.ended(first);
		await setup.publish(first);
		await setup.n8n.listen(first);
		await deliver(message('b'));
		await setup.n8n.ended(first);

		expect(await receivedInAll()).toEqual([`a ${CRM}`, `b ${CRM}`, `one more ${CRM}`]);
	});
});

describe('a URL that cannot be used', () => {
	it('is refused at publication, before any request', async () => {
		for (const { url, node } of wrong) {
			await expect(setup.n8n.publish(node)).rejects.toThrow(
				`Also Deliver To: expected full URLs, such as https://crm.example.com/hook, got "${url}"`,
			);
		}
		expect(setup.simulator.requests).toEqual([]);
	});

	it('is no row that was added and left empty', async () => {
		await setup.publish(emptyRow);

		expect(await deliver(message('a'))).toBe(200);
		expect(setup.log).toEqual([]);
	});

	it.each([
		['gives nothing any more', '={{ undefined }}', 'expected full URLs, .*, got nothing'],
		['gives something else', '={{ 5 }}', 'expected full URLs, .*, got 5'],
		['cannot be evaluated any more', '={{ $env.CRM_URL }}', 'access to env vars denied'],
		['has become a text', 'crm', 'expected full URLs, .*, got "crm"'],
	])('keeps no message from the others when its row %s', async (_what, row, problem) => {
		await setup.publish(first);
		urls.splice(0, 1, crm.url('/one'), row, crm.url('/other'));
		await deliver(message('a'));

		expect(crm.received.map(({ url }) => url).sort()).toEqual(['/one', '/other']);
		const warning = `^warn: Ignored an invalid setting of the trigger: Also Deliver To: ${problem}$`;
		expect(setup.log).toEqual([expect.stringMatching(warning)]);
	});

	it('keeps no message from the others in one text', async () => {
		await setup.publish(first);
		options.alsoDeliverTo = `={{ "${crm.url('/one')}, " + undefined }}`;
		await deliver(message('a'));

		expect(crm.received.map(({ url }) => url)).toEqual(['/one']);
		expect(setup.log).toEqual([expect.stringMatching('Also Deliver To: .*, got "undefined"$')]);
	});

	it('keeps no message from the workflow when it appears later', async () => {
		await setup.publish(first);
		urls.splice(0, 1, 'crm');

		expect(await deliver(message('a'))).toBe(200);
		expect(setup.started).toEqual(['first']);
		expect(setup.log).toEqual([
			expect.stringMatching(/^warn: Ignored an invalid setting .*Also Deliver To/),
		]);
	});
});
