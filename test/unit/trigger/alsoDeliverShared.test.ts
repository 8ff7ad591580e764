import { CRM, deliver, useOtherSystem } from './alsoDelivering';
import { message } from './deliveries';
import { second, useSetup } from './support';
import { triggerNode } from './triggerNode';

const urls: string[] = [];
const first = triggerNode('first', { options: { alsoDeliverTo: urls } });
const strict = triggerNode('strict', {
	campaignIds: [7],
	options: { alsoDeliverTo: urls },
});
const wrong = ['crm.example.com/hook', 'ftp://crm.example.com/', 'http://'].map((url, index) => ({
	url,
	node: triggerNode(`wrong ${index}`, { options: { alsoDeliverTo: [url] } }),
}));
const emptyRow = triggerNode('emptyRow', { options: { alsoDeliverTo: '={{ [[], ""] }}' } });
const setup = useSetup([first, second, strict, emptyRow, ...wrong.map(({ node }) => node)]);

const other = useOtherSystem(urls);

describe('beside other triggers', () => {
	it.each([
		['receiver', [first, second]],
		['other', [second, first]],
	])('a message goes to the other system once, be it set in the %s', async (_which, triggers) => {
		await setup.publish(...triggers);
		await deliver(setup, message('a'));
		await deliver(setup, message('a'));

		expect(setup.started).toEqual(['first', 'second']);
		expect(await other.receivedInAll(setup)).toEqual([`a ${CRM}`, `one more ${CRM}`]);
	});

	it('it goes there even where the filters of the workflow drop it', async () => {
		await setup.publish(strict);
		await deliver(setup, message('a'));

		expect(await other.crm.untilReceived(1)).toHaveLength(1);
		expect(setup.started).toEqual([]);
	});

	it('a test of the published workflow does not send it again', async () => {
		await setup.publish(first);
		await setup.n8n.listen(first);
		await deliver(setup, message('a'));
		await setup.n8n.ended(first);

		expect(await other.receivedInAll(setup)).toEqual([`a ${CRM}`, `one more ${CRM}`]);
	});

	it('a test that has the webhook sends it, for nobody else would', async () => {
		await setup.n8n.listen(first);
		await deliver(setup, message('a'));
		await setup.n8n.ended(first);

		expect(await other.crm.untilReceived(1)).toHaveLength(1);
	});
});

describe('a URL that cannot be used', () => {
	it.each(wrong)('is refused at publication, before any request: $url', async ({ url, node }) => {
		await expect(setup.n8n.publish(node)).rejects.toThrow(
			`Also Deliver To: expected full URLs, such as https://crm.example.com/hook, got "${url}"`,
		);
		expect(setup.simulator.requests).toEqual([]);
	});

	it('is no row that was added and left empty', async () => {
		await setup.publish(emptyRow);

		expect(await deliver(setup, message('a'))).toBe(200);
		expect(setup.log).toEqual([]);
	});

	it('keeps no message from the workflow when it appears later', async () => {
		await setup.publish(first);
		urls.splice(0, 1, 'crm');

		expect(await deliver(setup, message('a'))).toBe(200);
		expect(setup.started).toEqual(['first']);
		expect(setup.log).toEqual([expect.stringMatching(/^warn: .*no effect.*Also Deliver To/)]);
	});
});
