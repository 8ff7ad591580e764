import type { SimulatorOptions } from '../../../dev/simulator';
import { pagingForms, isPagingForm } from '../../../dev/simulator/paging';
import { until } from '../../../dev/until';
import { call, part, useReceivers, useSimulator } from './helpers';

const simulator = useSimulator();
const newReceiver = useReceivers();
const campaigns = '/api/v1/public/campaigns/';
const search = '/api/v1/public/prospects/search/';
const get = async (path: string) => await call(simulator.current, 'GET', path);
const configure = (options: Partial<SimulatorOptions>) => simulator.current.configure(options);

describe('a page of a list', () => {
	it.each(Object.keys(pagingForms).filter(isPagingForm))('in the form %s', async (paging) => {
		configure({ pageSize: 3, paging });
		const { json, headers } = await get(`${campaigns}?workspace=1`);
		const body = JSON.stringify(json).replaceAll(simulator.current.url, '');

		const rest = body.replace(/\[\{.*\}\]/, '[…]');
		expect(
			`${rest} ${headers.get('link')?.replace(simulator.current.url, '') ?? ''}`,
		).toMatchSnapshot();
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
	});

	it('may stand in an envelope, with elements that have few fields', async () => {
		configure({ listShape: 'data', pageSize: 3, sparseElements: true });

		expect((await get(campaigns)).json).toMatchObject({
			success: true,
			data: {
				count: 4,
				campaigns: [{ id: 101, name: expect.any(String), status: 'ACTIVE' }, {}, {}],
			},
		});
		const first = part((await get(campaigns)).json, 'data', 'campaigns', 0);
		expect(Object.keys(first)).toEqual(['id', 'name', 'status']);
	});

	it('may claim more elements than there are', async () => {
		configure({ pageSize: 3, missingElements: 10 });
		expect((await get(campaigns)).json).toMatchObject({ count: 14 });
	});
});

describe('a search', () => {
	it('may give smaller pages than it is asked for', async () => {
		configure({ clampedPageSize: 10 });
		const body = { page_size: 500, page: 3 };
		const { json } = await call(simulator.current, 'POST', search, body);

		expect(json).toMatchObject({ total: 24, page: 3, page_size: 10, prospects: { length: 4 } });
	});

	it('may say nothing of its pages', async () => {
		configure({ searchPaging: 'silent' });
		const { json } = await call(simulator.current, 'POST', search, { page_size: 10 });

		expect(Object.keys(part(json))).toEqual(['success', 'prospects']);
	});
});

describe('an answer', () => {
	it.each([
		['bare', { id: 103, name: 'x' }],
		['data', { data: { id: 103, name: 'x' } }],
		['list', [{ id: 103, name: 'x' }]],
	] as const)('to a change may come in the form %s', async (answerForm, expected) => {
		configure({ answerForm });
		const { status, json } = await call(simulator.current, 'PATCH', `${campaigns}103/`, {
			name: 'x',
		});

		expect(status).toBe(200);
		expect(json).toMatchObject(expected);
	});

	it.each([
		['empty', ''],
		['null', 'null'],
		['emptyList', '[]'],
		['text', 'ok'],
	] as const)('to a change may be %s', async (answerForm, text) => {
		configure({ answerForm });
		const reply = await call(simulator.current, 'PUT', '/api/v1/user/webhook/', {
			webhook_url: null,
		});

		expect(reply).toMatchObject({ status: 200, text });
	});

	it('that is a list or a refusal stays as it is', async () => {
		configure({ answerForm: 'bare' });

		expect(part((await get(campaigns)).json).campaigns).toHaveLength(4);
		expect((await get(`${campaigns}9/`)).json).toMatchObject({ success: false });
	});
});

it('delivers what the own account sent, when so configured', async () => {
	const { url, received } = await newReceiver();
	simulator.current.state.webhookUrl = url;
	configure({ deliverOwnMessages: true });
	const path = '/api/v1/public/chats/5001/send-message/';
	await call(simulator.current, 'POST', path, { message: 'Hi' });
	const delivery = await until('a delivery', () => received[0]);

	expect(JSON.parse(delivery.body)).toMatchObject({
		event: 'incoming_message',
		message: { message: 'Hi', sent_by_lead: false, campaign: { id: 101 } },
	});
});
