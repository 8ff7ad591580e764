import { listen } from '../../../dev/n8n/ports';
import { net } from '../../../dev/platform';
import { call, fieldsOf, part, useReceivers, timestampPattern, useSimulator } from './helpers';
import type { Receiver } from './helpers';

const simulator = useSimulator();
const slot = '/api/v1/user/webhook/';
const newReceiver = useReceivers();
const holder: { receiver?: Receiver } = {};
const receiver = (): Receiver => {
	if (!holder.receiver) throw new TypeError('No receiver');
	return holder.receiver;
};
const register = async (webhook_url: unknown) =>
	await call(simulator.current, 'PUT', slot, { webhook_url });

beforeEach(async () => {
	holder.receiver = await newReceiver();
});

describe('PUT webhook', () => {
	it('fills the one slot and replaces what was there', async () => {
		await register('https://first.example/hook');
		const { status, json } = await register(receiver().url);

		expect({ status, json }).toEqual({
			status: 200,
			json: { success: true, message: 'Webhook URL updated successfully' },
		});
		expect(simulator.current.webhookUrl).toBe(receiver().url);
	});

	it.each([[null], ['']])('%j disables it', async (value) => {
		await register(receiver().url);
		const { status } = await register(value);

		expect(status).toBe(200);
		expect(simulator.current.webhookUrl).toBeNull();
		expect(await simulator.current.sendMessage()).toBeUndefined();
		expect(receiver().received).toEqual([]);
	});
});

describe('a message of a lead', () => {
	it("is delivered with exactly the reference's fields", async () => {
		await register(receiver().url);
		await simulator.current.sendMessage({ message: 'Hello', lead_id: 8003 });

		const body: unknown = JSON.parse(receiver().received[0]?.body ?? '');
		expect(body).toEqual({
			event: 'incoming_message',
			message: {
				id: expect.any(Number),
				message_id: expect.any(String),
				message: 'Hello',
				sent_by_lead: true,
				sent_at: expect.stringMatching(timestampPattern),
				created_at: expect.stringMatching(timestampPattern),
				updated_at: expect.stringMatching(timestampPattern),
				campaign: { id: 101, name: 'Benelux Logistics: Spring Outreach', status: 'ACTIVE' },
				lead: expect.any(Object),
			},
		});
		expect(fieldsOf(part(body, 'message', 'lead'))).toBe(
			'company custom_fields email first_name headline id industry job_title last_name ' +
				'linkedin_profile_url linkedin_public_id location phone_number profile_picture_url ' +
				'status',
		);
		expect(fieldsOf(part(body, 'message', 'lead', 'company'))).toBe(
			'amount_of_employees id industry linkedin_url location logo_url name revenue website_url',
		);
	});

	it('is posted as JSON without a signature header, and the answer is logged', async () => {
		await register(receiver().url);
		const delivery = await simulator.current.sendMessage();

		const { headers, body } = receiver().received[0] ?? {};
		expect(headers?.['content-type']).toBe('application/json');
		expect(Object.keys(headers ?? {}).join(' ')).not.toMatch(/sign|hmac|api-key/);
		expect(delivery).toMatchObject({ url: receiver().url, body, status: 200, answer: 'taken' });
		expect(simulator.current.deliveries).toEqual([delivery]);
	});

	it('carries what is given about it and has an identifier of its own', async () => {
		await register(receiver().url);
		const given = { message_id: 'msg_1', sent_by_lead: false, campaign_id: 103, lead_id: 8024 };
		await simulator.current.sendMessage({ ...given, lead: { email: null } });
		await simulator.current.sendMessage();
		await simulator.current.sendMessage();

		const [first, second, third] = receiver().received.map(({ body }) =>
			part(JSON.parse(body), 'message'),
		);
		expect(first).toMatchObject({
			message_id: 'msg_1',
			sent_by_lead: false,
			campaign: { id: 103 },
			lead: { id: 8024, email: null },
		});
		expect(second?.message_id).not.toBe(third?.message_id);
	});

	it('is found in the chats afterwards, also when nothing is delivered', async () => {
		await simulator.current.sendMessage({ message: 'First words', prospect_id: 5024 });
		await simulator.current.sendMessage({ message: 'Second', lead_id: 8024 });

		const { json } = await call(simulator.current, 'GET', '/api/v1/public/chats');
		expect(part(json, 'chats', 4)).toMatchObject({
			prospect_id: 5024,
			last_message: 'Second',
			messages: [{ message: 'First words' }, { message: 'Second' }],
		});
	});

	it('is not delivered again when the receiver fails', async () => {
		await register(receiver().url);
		receiver().status = 500;
		const delivery = await simulator.current.sendMessage();

		expect(delivery?.status).toBe(500);
		expect(receiver().received).toHaveLength(1);
	});

	it('is given up when the receiver does not answer in time', async () => {
		// Whoever is connected, and never answers.
		const silent = net.createServer();
		await register(await listen(silent));
		simulator.current.configure({ deliveryTimeoutMs: 50 });
		const delivery = await simulator.current.sendMessage();
		silent.close();

		expect(delivery).toMatchObject({ status: 0, answer: expect.stringContaining('timeout') });
	});

	it('is logged with the reason when nobody listens', async () => {
		await register(receiver().url);
		await receiver().close();
		const delivery = await simulator.current.sendMessage();

		expect(delivery).toMatchObject({ status: 0, answer: expect.stringContaining('ECONNREFUSED') });
	});

	it('is refused for a lead or campaign that does not exist', async () => {
		await expect(simulator.current.sendMessage({ lead_id: 9 })).rejects.toThrow('Lead not found');
		await expect(simulator.current.sendMessage({ campaign_id: 9 })).rejects.toThrow('Campaign');
	});
});

describe('deliver', () => {
	it('sends any body, also text that is no JSON', async () => {
		await register(receiver().url);
		await simulator.current.deliver({ event: 'other' });
		await simulator.current.deliver('{"cut', { rawText: true });
		await simulator.current.deliver('text');

		expect(receiver().received.map(({ body }) => body)).toEqual([
			'{"event":"other"}',
			'{"cut',
			'"text"',
		]);
	});
});
