import { freePort, listen } from '../../../dev/n8n/ports';
import { net } from '../../../dev/platform';
import { call, fieldsOf, part, useReceivers, useSimulator } from './helpers';

const simulator = useSimulator();
const newReceiver = useReceivers();
const register = async (webhook_url: unknown) =>
	await call(simulator.current, 'PUT', '/api/v1/user/webhook/', { webhook_url });
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

describe('a message of a lead', () => {
	it("is posted as JSON with exactly the reference's fields, and logged", async () => {
		const receiver = await newReceiver();
		await register(receiver.url);
		const delivery = await simulator.current.sendMessage({
			...{ message: 'Hello', message_id: 'msg_1', lead_id: 8003, campaign_id: 103 },
			lead: { email: null },
		});

		const { headers = {}, body = '' } = receiver.received[0] ?? {};
		expect(headers['content-type']).toBe('application/json');
		expect(Object.keys(headers).join(' ')).not.toMatch(/sign|hmac|api-key/);
		expect(delivery).toMatchObject({ url: receiver.url, body, status: 200, response: 'taken' });
		expect(simulator.current.deliveries).toEqual([delivery]);
		expect(JSON.parse(body)).toEqual({
			event: 'incoming_message',
			message: {
				id: expect.any(Number),
				message_id: 'msg_1',
				message: 'Hello',
				sent_by_lead: true,
				sent_at: timestamp,
				created_at: timestamp,
				updated_at: timestamp,
				campaign: { id: 103, name: 'Healthcare Partnerships Pilot', status: 'DRAFT' },
				lead: expect.objectContaining({ id: 8003, email: null }),
			},
		});
		const lead = part(JSON.parse(body), 'message', 'lead');
		expect(fieldsOf(lead)).toBe(
			'company custom_fields email first_name headline id industry job_title last_name ' +
				'linkedin_profile_url linkedin_public_id location phone_number profile_picture_url ' +
				'status',
		);
		expect(fieldsOf(part(lead, 'company'))).toBe(
			'amount_of_employees id industry linkedin_url location logo_url name revenue website_url',
		);
	});

	it('is found in the chats afterwards, also where "" has disabled the webhook', async () => {
		await register('http://127.0.0.1:9/');
		await register('');
		const delivery = await simulator.current.sendMessage({ message: 'First', prospect_id: 5024 });
		await simulator.current.sendMessage({ message: 'Second', lead_id: 8024 });

		expect(delivery).toBeUndefined();
		const { json } = await call(simulator.current, 'GET', '/api/v1/public/chats');
		expect(part(json, 'chats', 4)).toMatchObject({
			prospect_id: 5024,
			last_message: 'Second',
			messages: [{ message: 'First' }, { message: 'Second' }],
		});
	});

	it('is delivered once, whatever becomes of it, and that is logged', async () => {
		const receiver = await newReceiver();
		receiver.status = 500;
		for (const url of [receiver.url, `http://127.0.0.1:${await freePort()}/`]) {
			await register(url);
			await simulator.current.sendMessage();
		}
		// A receiver that takes connections, and never responds.
		const silent = net.createServer();
		await register(await listen(silent));
		simulator.current.configure({ deliveryTimeoutMs: 50 });
		await simulator.current.sendMessage();
		silent.close();

		expect(receiver.received).toHaveLength(1);
		expect(simulator.current.deliveries).toMatchObject([
			{ status: 500 },
			{ status: 0, response: expect.stringContaining('ECONNREFUSED') },
			{ status: 0, response: expect.stringContaining('timeout') },
		]);
	});
});
