import type { SimulatorOptions } from '../../../dev/simulator';
import { pagingForms, isPagingForm } from '../../../dev/simulator/paging';
import { until } from '../../../dev/until';
import { call, fieldsOf, part, useReceivers, useSimulator } from './helpers';

const simulator = useSimulator();
const newReceiver = useReceivers();
const campaigns = '/api/v1/public/campaigns/';
const get = async (path: string) => await call(simulator.current, 'GET', path);
const configure = (options: Partial<SimulatorOptions>) => simulator.current.configure(options);

describe('a page of a list', () => {
	it('comes in each form as it is named', async () => {
		const forms: Record<string, string> = {};
		for (const paging of Object.keys(pagingForms).filter(isPagingForm)) {
			configure({ pageSize: 3, paging });
			const { json, headers } = await get(`${campaigns}?workspace=1`);
			const body = JSON.stringify(json).replace(/\[\{.*\}\]/, '[…]');
			const whole = `${body} ${headers.get('link') ?? ''}`;
			forms[paging] = whole.replaceAll(simulator.current.url, '');
		}

		expect(forms).toMatchSnapshot();
	});

	it.each([
		['total', 'page=2'],
		['offset', 'offset=3'],
		['nextCursor', `cursor=${Buffer.from('page:2').toString('base64url')}`],
		['page_info', `after=${Buffer.from('page:2').toString('base64url')}`],
	] as const)('in the form %s is asked for by %s, and by nothing else', async (paging, query) => {
		configure({ pageSize: 3, paging });
		const second = { campaigns: [{ id: 104 }] };

		expect((await get(`${campaigns}?${query}`)).json).toMatchObject(second);
		expect((await get(`${campaigns}?other=2`)).json).not.toMatchObject(second);
		expect((await get(`${campaigns}?page=3`)).status).toBe(404);
	});

	it('may stand in an envelope or be bare, with few fields, and a search tell no pages', async () => {
		configure({ listShape: 'data', pageSize: 3, sparseElements: true });
		configure({ searchPaging: 'silent', missingElements: 10 });
		const { json: found } = await call(
			simulator.current,
			'POST',
			'/api/v1/public/prospects/search/',
		);
		const page = part((await get(campaigns)).json, 'data');
		configure({ listShape: 'array' });
		const { json, headers } = await get(campaigns);

		expect(fieldsOf(part(found, 'data'))).toBe('prospects success');
		expect(page.count).toBe(14);
		expect(fieldsOf(part(page, 'campaigns', 0))).toBe('id name status');
		expect(json).toMatchObject([{ id: 101 }, {}, {}]);
		expect(headers.get('link')).toContain('?page=2>; rel="next"');
	});
});

describe('an answer', () => {
	it.each([
		['bare', { id: 103 }],
		['data', { data: { id: 103 } }],
		['list', [{ id: 103 }]],
		['emptyList', []],
		['null', null],
		['empty', undefined],
	] as const)('to a change may come in the form %s', async (answerForm, expected) => {
		configure({ answerForm });
		const { status, json } = await call(simulator.current, 'PATCH', `${campaigns}103/`, {});

		expect({ status, json: [json] }).toMatchObject({ status: 200, json: [expected] });
	});

	it('that is a list or a refusal stays as it is', async () => {
		configure({ answerForm: 'bare' });

		expect(part((await get(campaigns)).json).campaigns).toHaveLength(4);
		expect((await get(`${campaigns}9/`)).json).toMatchObject({ success: false });
	});
});

it('delivers what the own account sent only when so configured', async () => {
	const { url, received } = await newReceiver();
	simulator.current.state.webhookUrl = url;
	const path = '/api/v1/public/chats/5001/send-message/';
	await call(simulator.current, 'POST', path, { message: 'Hi' });
	configure({ deliverOwnMessages: true });
	await call(simulator.current, 'POST', path, { message: 'Hi again' });
	const { body } = await until('a delivery', () => received[0]);

	expect(JSON.parse(body)).toMatchObject({
		event: 'incoming_message',
		message: { message: 'Hi again', sent_by_lead: false, campaign: { id: 101 } },
	});
});
