import { exampleDelivery } from '../../../dev/exampleDelivery';
import { triggerNode, type TriggerNode } from './triggerNode';
import { messageOf, post, published } from './deliveries';
import { useSetup } from './support';

const plain = triggerNode('plain');
const open = triggerNode('open', { options: { verifyDeliveries: false } });
const everyone = triggerNode('everyone', { messagesFrom: 'everyone' });
const ofCampaign = triggerNode('campaign', { campaignIds: '1042, 7' });
const filter = { textContains: 'nowhere' };
const changing = triggerNode('changing', { options: filter });
const unreadable = [
	triggerNode('one', { campaignIds: '={{ $nothing.at.all }}' }),
	triggerNode('two', { options: { leadStatus: '={{ ({ of: 1 }) }}' } }),
	triggerNode('three', { options: { firstMessageOnly: '={{ "often" }}' } }),
	triggerNode('four', { options: { textContains: '={{ [] }}' } }),
];
const narrow = triggerNode('narrow', {
	options: { leadStatus: 'in_review, WON', textContains: 'Meet' },
});
const firstOnly = triggerNode('first', { options: { firstMessageOnly: true } });
const setup = useSetup([
	plain,
	open,
	everyone,
	ofCampaign,
	changing,
	...unreadable,
	narrow,
	firstOnly,
]);

it.each(unreadable)('a filter of a wrong type is refused at publication: %#', async (trigger) => {
	await expect(setup.n8n.publish(trigger)).rejects.toThrow(/: expected .*, got /);
	expect(setup.simulator.requests).toEqual([]);
});

describe('a delivery without the secret', () => {
	it.each(['', '?secret=', `?secret=${'z'.repeat(84)}`, '?secret=a&secret=b', '?secret[]=x'])(
		'is refused with 401 and starts nothing: "%s"',
		async (query) => {
			await setup.publish(plain);
			const url = `${setup.n8n.productionUrl(plain)}${query}`;
			const { status, body } = await post(url, exampleDelivery);
			const { searchParams } = new URL(setup.simulator.webhookUrl ?? '');

			expect(status).toBe(401);
			expect(setup.n8n.emitted).toEqual([]);
			expect(body).not.toContain(searchParams.get('secret'));
		},
	);

	it('is taken where deliveries are not verified', async () => {
		await setup.publish(open);
		const { status } = await post(setup.n8n.productionUrl(open), exampleDelivery);

		expect(status).toBe(200);
		expect(setup.n8n.emitted).toHaveLength(1);
	});
});

describe('a delivery with a secret that n8n has not stored', () => {
	/** An execution that started before the latest registration writes its older static data back. */
	it('is taken when it is of a later registration', async () => {
		await setup.publish(plain);
		const earlier = setup.n8n.database.get(plain.workflowId) ?? '';
		await setup.n8n.unpublish(plain);
		const deliver = await published(setup, plain);
		setup.n8n.database.set(plain.workflowId, earlier);

		expect(await deliver(exampleDelivery)).toMatchObject({ status: 200 });
	});

	it('is taken where n8n has stored nothing of the registration', async () => {
		const deliver = await published(setup, plain);
		setup.n8n.database.set(plain.workflowId, '{}');

		expect(await deliver(exampleDelivery)).toMatchObject({ status: 200 });
	});

	/** A workflow that was copied over n8n's public API brings its static data along. */
	it('is taken where what is stored is of another n8n', async () => {
		const deliver = await published(setup, plain);
		const { url } = setup.n8n;
		setup.n8n.moveTo('http://elsewhere.example.com');
		await setup.n8n.unpublish(plain);
		await setup.publish(plain);
		setup.n8n.moveTo(url);

		expect(await deliver(exampleDelivery)).toMatchObject({ status: 200 });
	});

	it('is refused when it is of an earlier registration', async () => {
		await setup.publish(plain);
		const { search } = new URL(setup.simulator.webhookUrl ?? '');
		await setup.n8n.unpublish(plain);
		await setup.publish(plain);
		const url = `${setup.n8n.productionUrl(plain)}${search}`;

		expect(await post(url, exampleDelivery)).toMatchObject({ status: 401 });
	});
});

describe('a verified delivery', () => {
	it('says in its response what became of it', async () => {
		const deliver = await published(setup, plain);
		const sent = messageOf({ sent_by_lead: false });

		expect((await deliver(exampleDelivery)).body).toBe('{"status":"emitted"}');
		expect((await deliver(exampleDelivery)).body).toBe('{"status":"duplicate"}');
		expect((await deliver({ event: 'another' })).body).toBe('{"status":"ignored"}');
		expect((await deliver(sent)).body).toBe('{"status":"filtered"}');
		expect(setup.log).toEqual([]);
		expect(setup.n8n.emitted).toHaveLength(1);
	});

	it('is refused with 400 when it is no JSON object', async () => {
		const deliver = await published(setup, plain);
		const form = await deliver('a=1', 'application/x-www-form-urlencoded');

		for (const body of ['[]', '"text"', '5', 'null', '']) {
			expect(await deliver(body)).toMatchObject({ status: 400 });
		}
		expect(form.status).toBe(400);
		expect(setup.n8n.emitted).toEqual([]);
	});

	const about = (message: unknown, status: unknown) => ({ message, lead: { id: 1, status } });

	it.each([
		['a lead', plain, [{}], 1],
		['everyone', everyone, [{}], 3],
		['the chosen campaigns', ofCampaign, [1042, '7', 8].map((id) => ({ campaign: { id } })), 2],
		[
			'a status of the lead and a part of the text',
			narrow,
			[
				about('Let us meet', 'IN_REVIEW'),
				about('Let us meet', 'LOST'),
				about('No', 'WON'),
				about(null, null),
			],
			1,
		],
	])('starts the workflow for %s, and others for theirs', async (_what, trigger, all, count) => {
		const deliver = await published(setup, trigger);
		await setup.publish(open);
		for (const [index, fields] of all.entries()) {
			await deliver(messageOf({ message_id: `lead ${index}`, ...fields }));
		}
		await deliver(messageOf({ message_id: 'own', sent_by_lead: false }));
		await deliver(messageOf({ message_id: 'unknown', sent_by_lead: null }));

		const startedOf = ({ workflowId }: TriggerNode) =>
			setup.n8n.emitted.filter((one) => one.workflowId === workflowId).length;
		expect([startedOf(trigger), startedOf(open)]).toEqual([count, all.length]);
	});

	it('starts the workflow for all where a filter cannot be read, which the log says', async () => {
		const deliver = await published(setup, changing);
		filter.textContains = '={{ ({ of: 1 }) }}';
		expect((await deliver(exampleDelivery)).body).toBe('{"status":"emitted"}');
		filter.textContains = 'nowhere';

		expect(setup.log).toEqual([
			'warn: Ignored an invalid setting of the trigger: Text Contains: expected a text, got {"of":1}',
		]);
		expect((await deliver(messageOf({ message_id: 'b' }))).body).toBe('{"status":"filtered"}');
	});

	it('starts the workflow for no lead who is known to have written, where only first messages are to', async () => {
		const deliver = await published(setup, firstOnly);
		const of = (lead: unknown, message_id: string) => messageOf({ lead: { id: lead }, message_id });

		expect((await deliver(of(1, 'a'))).body).toBe('{"status":"emitted"}');
		expect((await deliver(of(1, 'b'))).body).toBe('{"status":"filtered"}');
		expect((await deliver(of(2, 'c'))).body).toBe('{"status":"emitted"}');
		expect((await deliver(messageOf({ lead: null, message_id: 'd' }))).body).toBe(
			'{"status":"emitted"}',
		);
	});

	it('is the first of its lead only where n8n has taken it over', async () => {
		const deliver = await published(setup, firstOnly);
		const of = (message_id: string) => messageOf({ lead: { id: 1 }, message_id });
		setup.n8n.statusOfEmitted = 500;
		await deliver(of('a'));
		setup.n8n.statusOfEmitted = 200;

		expect((await deliver(of('b'))).body).toBe('{"status":"emitted"}');
		expect((await deliver(of('a'))).body).toBe('{"status":"filtered"}');
	});

	it('is ignored when it has no message, which is logged', async () => {
		const deliver = await published(setup, plain);
		const response = await deliver({ event: 'incoming_message', message: 'Hello' });

		expect(response).toEqual({ status: 200, body: '{"status":"ignored"}' });
		expect(setup.log).toEqual([
			expect.stringMatching(/^warn: .*incoming_message without a message/),
		]);
	});

	it('is taken whatever its content type is, where it is JSON', async () => {
		const deliver = await published(setup, plain);
		const types = ['text/plain', 'application/octet-stream', 'application/vnd.outreach+json'];
		for (const [index, type] of types.entries()) {
			const { body } = await deliver(messageOf({ message_id: `m${index}` }), type);
			expect([type, body]).toEqual([type, '{"status":"emitted"}']);
		}
	});
});
