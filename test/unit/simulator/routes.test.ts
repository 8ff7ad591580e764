/** What the engine tests would not notice: fields too many or too few, and what the node does not ask for. */
import { until } from '../../../dev/until';
import { call, fieldsOf, part, useReceivers, useSimulator } from './helpers';

const simulator = useSimulator();
const newReceiver = useReceivers();
const send = async (method: string, path: string, body?: unknown) =>
	await call(simulator.current, method, `/api/v1/public/${path}`, body);

const campaign =
	'created_at email_max_messages id language linkedin_max_connections ' +
	'linkedin_max_messages name sending_window status timezone updated_at';
const step =
	'add_unsubscribe created_at delay_in_hours id message_template message_template_b ' +
	'step_type subject_line subject_line_b updated_at';
const list = 'created_at description id name status total_prospects updated_at';
const steps103 = 'campaigns/103/steps/';

it.each([
	['GET campaigns/', undefined, 'campaigns', campaign],
	['POST campaigns/', { name: 'Fair' }, 'campaign', campaign],
	['PATCH campaigns/103/', { color: 'red' }, 'campaign success', campaign],
	['GET campaigns/101/steps/', undefined, 'steps', step],
	['GET campaigns/101/steps/10101/', undefined, 'step success', step],
	[`PATCH ${steps103}10301/`, { child_condition_id: 7 }, 'step success', step],
	[`DELETE ${steps103}10301/`, undefined, 'campaign message success', campaign],
	['GET lead-lists/', undefined, 'lead_lists', list],
	['POST lead-lists/', { name: 'Fair' }, 'lead_list success', list],
])('the response to %s has the fields of the reference', async (request, body, whole, fields) => {
	const [method = '', path = ''] = request.split(' ');
	const { json } = await send(method, path, body);
	const name = whole.split(' ').find((field) => /^(campaign|step|lead_list)/.test(field)) ?? '';
	const found = part(json, name);

	expect(fieldsOf(part(json))).toBe(whole);
	expect(fieldsOf(part(found[0] ?? found))).toBe(fields);
});

const circle = '10303<10301>10302 10301<10302>10303 10302<10303>10301';
const turned = { 10302: { parent_step_id: null }, 10303: { child_step_id: 10301 } };
it.each([
	[{ 10302: null }, '-<10301>10303 10301<10303>-'],
	[turned, '-<10302>10303 10302<10303>10301 10303<10301>-'],
	[{ 10302: { parent_condition_id: 77 } }, '-<10301>- 77<10302>10303 10302<10303>-'],
	[{ 10301: { parent_step_id: 10303 } }, circle],
])('steps are in the order of their links after %j', async (changes, expected) => {
	for (const [id, body] of Object.entries(changes)) {
		await send(body ? 'PATCH' : 'DELETE', `${steps103}${id}/`, body);
	}

	const steps = simulator.current.state.campaigns[2]?.steps.map((one) => {
		const parent = one.parent_step_id ?? one.parent_condition_id ?? '-';
		return `${parent}<${one.id}>${one.child_step_id ?? '-'}`;
	});
	expect(steps?.join(' ')).toBe(expected);
});

const chiefs = { job_title: { must: ['VP', 'Director'], doesnt: 'Account' } };
const few = { prospects_per_company: 2, amount: 2, sort_direction: 'desc', filters: chiefs };
it.each([
	// 5008 and 5009, 5019 and 5020 are colleagues; 5014 and 5015 are in campaign 103 already.
	[303, { campaign: 103 }, [5008, 5016, 5019]],
	[303, { campaign: 104, ...few }, [5019, 5009]],
	[301, { campaign: 104, prospect_ids: [5001] }, []],
	[301, { campaign: 104, prospect_ids: [5001], allow_duplicates: true }, [5001]],
	// An active campaign is no reason for a warning.
	[303, { campaign: 101, activate: true, amount: 1 }, [5008]],
])('list %i: add-to-campaign by %j adds %j', async (id, body, ids) => {
	const { json } = await send('POST', `lead-lists/${id}/add-to-campaign/`, body);

	const added = Object.values(part(json, 'prospects')).map((row) => part(row).id);
	expect(added).toEqual(ids);
	expect(json).not.toHaveProperty('warning');
});

it('enrichment is refused where credits are too few; else it fills in, and calls the webhook', async () => {
	const { url, received } = await newReceiver();
	simulator.current.configure({ enrichmentCallMs: 1 });
	const order = { sort_direction: 'desc', filters: { company_name: 'Vantmoor' } };
	const body = { enrichment_type: 'FIND_PHONE', prospect_limit: 1, ...order, webhook_url: url };
	const enrich = async () => await send('POST', 'lead-lists/302/enrichment/', body);
	simulator.current.state.credits = 29;
	expect((await enrich()).status).toBe(402);
	simulator.current.state.credits += 1;
	await enrich();
	const call = await until('the call', () => received[0]);

	expect(JSON.parse(call.body)).toMatchObject({ credits_deducted: 30, remaining_credits: 0 });
	const lead = simulator.current.state.leads.find(({ id }) => id === 5018);
	expect(lead?.phone_number).toBe('+1 202-555-0118');
});

it.each([
	[undefined, 60],
	[{ filters: { job_title: 'operations' } }, 38],
	[{ filters: { current_title: { must: ['chief'], doesnt: ['executive', 'digital'] } } }, 4],
	[{ filters: { company_size: '11-50' } }, 11],
	[{ filters: { company_size: '1-10' } }, 0],
	[{ filters: { prospect_location: ['Norway', 'Ireland'] } }, 11],
	[{ filters: { job_title: 'Head of', industry: 'Shipbuilding' } }, 1],
	[{ filters: { keyword_of_tomorrow: 'x' } }, 60],
	[{ filters: { seniority: 'VP', department: ['Sales'], years_experience: { min: 5 } } }, 3],
	[{ search_type: 'COMPANY', filters: { location: 'United States' } }, 4],
])('a search by %j finds %i, 25 a page', async (body, total) => {
	const { json } = await send('POST', 'prospects/search/', body);

	expect(json).toMatchObject({ success: true, total, page: 1, page_size: 25 });
});
