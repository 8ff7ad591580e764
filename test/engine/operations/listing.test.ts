import type { INodeParameters } from 'n8n-workflow';
import { operationsWith } from '../../unit/operations/properties';
import { cases } from './cases';
import { items, succeed, wire } from './support';

const lists = operationsWith('returnAll');

const withQuery = (name: string, queryParameters: string): INodeParameters => ({
	...cases[name]?.fields,
	options: { queryParameters },
});

describe('the query parameters of every list', () => {
	it('were looked at', () => expect(lists.length).toBeGreaterThanOrEqual(5));

	it.each(lists)(
		'go into the address of %s, lists as several values, objects as JSON',
		async (name) => {
			await succeed(name, withQuery(name, '{"status":["A","b&c"],"page_size":20,"new":{"y":1}}'));

			const [method, path, ...body] = String(cases[name]?.wire).split(' ');
			const address = `${path}?status=A&status=b%26c&page_size=20&new=%7B%22y%22%3A1%7D`;
			expect(wire()).toEqual([[method, address, ...body].join(' ')]);
		},
	);

	it('are those of the item', async () => {
		const fields = withQuery('chat.getAll', '={{ { campaign: $json.campaign } }}');
		await succeed('chat.getAll', fields, { items: items({ campaign: 1 }, { campaign: 2 }) });

		expect(wire().sort()).toEqual([
			'GET /api/v1/public/chats?campaign=1',
			'GET /api/v1/public/chats?campaign=2',
		]);
	});
});
