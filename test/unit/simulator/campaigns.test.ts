import { z } from 'zod';

import { call, fieldsOf, part, useSimulator } from './helpers';

const simulator = useSimulator();
const campaigns = '/api/v1/public/campaigns/';

const campaignFields =
	'created_at email_max_messages id language linkedin_max_connections ' +
	'linkedin_max_messages name sending_window status timezone updated_at';

describe('GET campaigns', () => {
	it("lists every campaign with exactly the reference's fields", async () => {
		const { status, json } = await call(simulator.current, 'GET', campaigns);

		expect(status).toBe(200);
		const rows = simulator.current.state.campaigns.map(({ id }) => expect.objectContaining({ id }));
		expect(json).toEqual({ campaigns: rows });
		const [first] = z.array(z.unknown()).parse(part(json).campaigns);
		expect(fieldsOf(part(first))).toBe(campaignFields);
		expect(Object.keys(part(first, 'sending_window'))).toHaveLength(7);
	});

	it('shows one campaign with its steps', async () => {
		const { json } = await call(simulator.current, 'GET', `${campaigns}101/`);

		expect(json).toMatchObject({
			campaign: { id: 101, status: 'ACTIVE', steps: [{ id: 10101 }, { id: 10102 }, { id: 10103 }] },
		});
	});

	it('shows how many messages went out and came back in the analytics', async () => {
		const { json } = await call(simulator.current, 'GET', `${campaigns}102/analytics/`);

		expect(json).toMatchObject({
			success: true,
			analytics: { amount_of_prospects: 3, amount_of_emails_sent: 3, amount_of_replies: 2 },
		});
	});
});

describe('POST campaigns', () => {
	it('creates a draft that is listed from then on', async () => {
		const created = await call(simulator.current, 'POST', campaigns, { name: 'Autumn Fair' });

		expect(created.status).toBe(201);
		expect(created.json).toMatchObject({ campaign: { name: 'Autumn Fair', status: 'DRAFT' } });
		const { json } = await call(simulator.current, 'GET', campaigns);
		expect(json).toMatchObject({ campaigns: { 4: { name: 'Autumn Fair' } } });
	});

	it('appends a number to a name that is taken', async () => {
		const name = 'Trial Follow-up Q2';
		await call(simulator.current, 'POST', campaigns, { name });
		const { json } = await call(simulator.current, 'POST', campaigns, { name });

		expect(json).toMatchObject({ campaign: { name: `${name} (2)` } });
	});
});

describe('PATCH campaigns', () => {
	const path = `${campaigns}103/`;

	it('changes only what is sent and refreshes updated_at', async () => {
		const before = { ...simulator.current.state.campaigns[2] };
		const body = { name: 'Pilot', email_max_messages: 7 };
		const { status, json } = await call(simulator.current, 'PATCH', path, body);

		expect(status).toBe(200);
		expect(json).toMatchObject({
			success: true,
			campaign: { ...body, timezone: before.timezone, created_at: before.created_at },
		});
		expect(String(part(json, 'campaign').updated_at) > String(before.updated_at)).toBe(true);
		expect(fieldsOf(part(json, 'campaign'))).toBe(campaignFields);
	});

	it('takes a whole sending window', async () => {
		const day = { enabled: true, start: '10:00', end: '23:59' };
		const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
		const sending_window = Object.fromEntries(week.map((name) => [name, day]));
		const { json } = await call(simulator.current, 'PATCH', path, { sending_window });

		expect(json).toMatchObject({ campaign: { sending_window } });
	});

	it('leaves fields aside that cannot be set', async () => {
		const body = { status: 'ACTIVE', id: 1, color: 'red' };
		const { status, json } = await call(simulator.current, 'PATCH', path, body);

		expect(status).toBe(200);
		expect(json).toMatchObject({ campaign: { id: 103, status: 'DRAFT' } });
		expect(json).not.toHaveProperty('campaign.color');
	});
});
