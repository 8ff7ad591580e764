import { until } from '../../../dev/until';
import { call, useReceivers, useSimulator } from './helpers';

const simulator = useSimulator();
const newReceiver = useReceivers();
const lists = '/api/v1/public/lead-lists/';

describe('enrichment', () => {
	const path = `${lists}303/enrichment/`;

	it('takes three credits for each lead when called without any body', async () => {
		const { status, json } = await call(simulator.current, 'POST', path);

		expect(status).toBe(200);
		expect(json).toEqual({
			success: true,
			mode: 'async',
			enrichment_type: 'FIND_EMAIL',
			enriched_count: 7,
			credits_deducted: 21,
			remaining_credits: 2479,
			webhook_url: null,
			message: expect.any(String),
		});
	});

	it('calls the webhook afterwards, where that is wanted', async () => {
		const { url, received } = await newReceiver();
		simulator.current.configure({ enrichmentCallMs: 1 });
		const body = { prospect_limit: 2, webhook_url: url };
		await call(simulator.current, 'POST', path, body);
		const { body: called } = await until('the call', () => received[0]);

		expect(JSON.parse(called)).toMatchObject({ credits_deducted: 6 });
	});

	it('reports each lead in sync mode, and fills in what was missing', async () => {
		const body = { mode: 'sync', enrichment_type: 'FIND_PHONE', prospect_limit: 2 };
		const { json } = await call(simulator.current, 'POST', `${lists}302/enrichment/`, {
			...body,
			sort_direction: 'desc',
			filters: { company_name: 'Vantmoor' },
		});

		expect(json).toMatchObject({
			total_count: 2,
			success_count: 2,
			credits_deducted: 60,
			results: [{ id: 5018, first_name: 'Matthis', success: true }, { id: 5017 }],
		});
		const lead = simulator.current.state.leads.find(({ id }) => id === 5018);
		expect(lead?.phone_number).toBe('+1 202-555-0118');
	});

	it('charges nothing when credits are missing', async () => {
		simulator.current.state.credits = 20;
		const { status, json } = await call(simulator.current, 'POST', path, {});

		expect({ status, json }).toEqual({
			status: 402,
			json: { success: false, error: 'Insufficient credits' },
		});
		expect(simulator.current.state.credits).toBe(20);
	});
});
