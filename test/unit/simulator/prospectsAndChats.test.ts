import { call, part, timestampPattern, useSimulator } from './helpers';

const simulator = useSimulator();

describe('POST prospects/search', () => {
	const path = '/api/v1/public/prospects/search/';

	it('finds everyone, 25 a page, when called without any body', async () => {
		const { status, json } = await call(simulator.current, 'POST', path);

		expect(status).toBe(200);
		expect(json).toMatchObject({ success: true, total: 24, page: 1, page_size: 25 });
		expect(part(json).prospects).toHaveLength(24);
	});

	it('pages without losing or repeating anyone', async () => {
		const ids: unknown[] = [];
		for (let page = 1; page <= 4; page += 1) {
			const { json } = await call(simulator.current, 'POST', path, { page, page_size: 10 });
			const { prospects, total } = part(json);
			expect(total).toBe(24);
			if (Array.isArray(prospects)) ids.push(...prospects.map((row) => part(row).id));
		}

		expect(ids).toEqual(simulator.current.state.leads.map(({ id }) => id));
	});

	it.each([
		[{ job_title: 'chief' }, 6],
		[{ current_title: { must: ['chief'], doesnt: ['executive', 'digital'] } }, 4],
		[{ company_size: '11-50' }, 4],
		[{ company_size: '1-10' }, 0],
		[{ prospect_location: ['Norway', 'Ireland'] }, 4],
		[{ job_title: 'Head of', industry: 'Shipbuilding' }, 1],
		[{ keyword_of_tomorrow: 'x' }, 24],
	])('filters by %j', async (filters, total) => {
		const { json } = await call(simulator.current, 'POST', path, { filters });

		expect(json).toMatchObject({ total });
	});

	it('finds companies', async () => {
		const body = { search_type: 'COMPANY', filters: { location: 'United States' } };
		const { json } = await call(simulator.current, 'POST', path, body);

		expect(json).toMatchObject({ total: 4, companies: { 0: { name: 'Quillstone Software' } } });
	});
});

describe('GET chats', () => {
	it('shows each conversation with its lead, campaign and messages', async () => {
		const { status, json } = await call(simulator.current, 'GET', '/api/v1/public/chats');

		expect(status).toBe(200);
		expect(part(json).chats).toHaveLength(4);
		expect(part(json, 'chats', 0)).toMatchObject({
			prospect_id: 5001,
			lead: { id: 8001, first_name: 'Marit' },
			campaign: { id: 101, status: 'ACTIVE' },
			messages: [{ sent_by_lead: false }, { sent_by_lead: true }],
		});
	});
});

describe('POST send-message', () => {
	const path = (prospectId: number) => `/api/v1/public/chats/${prospectId}/send-message/`;

	it('puts the message into the chat and delivers nothing', async () => {
		simulator.current.state.webhookUrl = 'http://127.0.0.1:9/';
		const body = { message: '<b>See you</b> then', subject_line: 'Thursday' };
		const { json } = await call(simulator.current, 'POST', path(5001), body);

		expect(json).toMatchObject({
			success: true,
			message: {
				message: '<b>See you</b> then',
				sent_by_lead: false,
				sent_at: expect.stringMatching(timestampPattern),
			},
		});
		const [chat] = simulator.current.state.chats;
		expect(chat?.messages.at(-1)?.message).toBe('<b>See you</b> then');
		expect(simulator.current.deliveries).toEqual([]);
	});

	it('finds nobody under the ID of the lead, which is not the prospect ID', async () => {
		const chats = await call(simulator.current, 'GET', '/api/v1/public/chats');
		const leadId = Number(part(chats.json, 'chats', 0, 'lead').id);
		const { status } = await call(simulator.current, 'POST', path(leadId), { message: 'x' });

		expect(leadId).not.toBe(5001);
		expect(status).toBe(404);
	});

	it('strips markup where the channel is LinkedIn', async () => {
		const body = { message: '<b>See you</b> then' };
		const { json } = await call(simulator.current, 'POST', path(5003), body);

		expect(json).toMatchObject({ message: { message: 'See you then' } });
	});
});
