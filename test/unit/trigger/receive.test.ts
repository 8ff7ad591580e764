import type { IDataObject, INodeParameters } from 'n8n-workflow';
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
const several: IDataObject = {};
const withSeveral = triggerNode('several', { options: several as INodeParameters });
const setup = useSetup([
	plain,
	open,
	everyone,
	ofCampaign,
	changing,
	...unreadable,
	narrow,
	firstOnly,
	withSeveral,
]);

beforeEach(() => {
	for (const name of Object.keys(several)) delete several[name];
});

/** An expression that n8n 2 does not evaluate unless it is told to: it throws. */
const DENIED = '={{ $env.SOMETHING }}';

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

describe('a delivery without a secret, where the registered URL has none', () => {
	const OPEN = '={{ false }}';
	const of = (message_id: string) => messageOf({ message_id });

	/** Publishes the trigger without verification; then its options change. */
	async function publishOpen(later: IDataObject): Promise<string> {
		several.verifyDeliveries = OPEN;
		await setup.publish(withSeveral);
		Object.assign(several, later);
		return setup.simulator.webhookUrl ?? '';
	}

	it.each([DENIED, '={{ true }}', '={{ "often" }}'])(
		'is taken although the setting has become %s',
		async (verifyDeliveries) => {
			const url = await publishOpen({ verifyDeliveries });

			expect(url).not.toContain('secret');
			expect(await post(url, of('a'))).toEqual({ status: 200, body: '{"status":"emitted"}' });
			await setup.restart();
			expect(await post(url, of('b'))).toEqual({ status: 200, body: '{"status":"emitted"}' });
			setup.useWebhookProcess();
			expect(await post(url, of('c'))).toEqual({ status: 200, body: '{"status":"emitted"}' });
		},
	);

	/** An execution that started before the latest publication writes its older static data back. */
	it.each([
		['in the process that runs the trigger', '={{ true }}', (): void => undefined],
		['in any other, if the setting is fixed', true, () => setup.useWebhookProcess()],
	])(
		'is refused %s if n8n has stored an earlier registration',
		async (_where, verifyDeliveries, use) => {
			await setup.publish(plain);
			await publishOpen({});
			const earlier = setup.n8n.database.get(withSeveral.workflowId) ?? '';
			await setup.n8n.unpublish(withSeveral);
			Object.assign(several, { verifyDeliveries });
			await setup.publish(withSeveral);
			setup.n8n.database.set(withSeveral.workflowId, earlier);
			use();

			const url = setup.n8n.productionUrl(withSeveral);
			expect(await post(url, of('a'))).toMatchObject({ status: 401 });
		},
	);

	it('is refused where a process that only takes deliveries knows of a secret that n8n has not stored', async () => {
		const url = await publishOpen({});
		const earlier = setup.n8n.database.get(withSeveral.workflowId) ?? '';
		await setup.n8n.unpublish(withSeveral);
		setup.useWebhookProcess();
		Object.assign(several, { verifyDeliveries: '={{ true }}' });
		await setup.publish(withSeveral, plain);
		setup.n8n.database.set(withSeveral.workflowId, earlier);

		expect(await post(url, of('a'))).toMatchObject({ status: 401 });
	});

	it.each([
		['the URL has a secret', '={{ true }}', (registration: IDataObject) => registration],
		[
			'it is registered under another address',
			OPEN,
			(one: IDataObject) => ({ ...one, url: `${String(one.url)}x` }),
		],
		[
			'the registration is of another trigger',
			OPEN,
			(one: IDataObject) => ({ ...one, id: 'of/another' }),
		],
		['an earlier version has stored it in another form', OPEN, ({ url }: IDataObject) => ({ url })],
		['nothing is stored', OPEN, () => undefined],
	])('is refused if the setting cannot be read and %s', async (_what, published, change) => {
		several.verifyDeliveries = published;
		await setup.publish(withSeveral);
		several.verifyDeliveries = DENIED;
		const { workflowId, node } = withSeveral;
		const data = JSON.parse(setup.n8n.database.get(workflowId) ?? '');
		const own = data[`node:${node.name}`];
		own.registration = change(own.registration);
		// A process that knows nothing else of the trigger.
		own.listeners = undefined;
		setup.useWebhookProcess();
		setup.n8n.database.set(workflowId, JSON.stringify(data));

		expect(await post(setup.n8n.productionUrl(withSeveral), of('a'))).toMatchObject({
			status: 401,
		});
	});
});

describe('an option that cannot be read any more', () => {
	const of = (lead: number, message_id: string, message = 'Meet?') =>
		messageOf({ lead: { id: lead, status: 'WON' }, message_id, message });

	it('leaves the others as they are, and the log names it', async () => {
		Object.assign(several, { verifyDeliveries: false, firstMessageOnly: true });
		const deliver = await published(setup, withSeveral);
		several.alsoDeliverTo = [DENIED];

		expect((await deliver(of(1, 'a'))).body).toBe('{"status":"emitted"}');
		expect((await deliver(of(1, 'b'))).body).toBe('{"status":"filtered"}');
		expect(setup.log).toEqual(
			Array.from(
				{ length: 2 },
				() =>
					'warn: Ignored an invalid setting of the trigger: Also Deliver To: access to env vars denied',
			),
		);
	});

	it('has its default, be there one or several', async () => {
		Object.assign(several, { leadStatus: 'LOST', textContains: 'meet', deduplicationWindow: 2 });
		const deliver = await published(setup, withSeveral);
		Object.assign(several, { leadStatus: DENIED, deduplicationWindow: DENIED });

		expect((await deliver(of(1, 'a'))).body).toBe('{"status":"emitted"}');
		expect((await deliver(of(1, 'b', 'No'))).body).toBe('{"status":"filtered"}');
		expect(setup.log.slice(0, 2)).toEqual([
			expect.stringContaining(': Deduplication Window: access to env vars denied'),
			expect.stringContaining(': Lead Status: access to env vars denied'),
		]);
	});

	it('is refused at publication', async () => {
		Object.assign(several, { verifyDeliveries: false, alsoDeliverTo: [DENIED] });

		await expect(setup.publish(withSeveral)).rejects.toThrow('access to env vars denied');
		expect(setup.simulator.requests).toEqual([]);
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
