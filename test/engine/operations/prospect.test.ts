import { answerWith, refused, run, simulator, succeed, wire } from './support';

const page = (number: number, size: number, type = 'PEOPLE', filters = '{}') =>
	`POST /api/v1/public/prospects/search/ {"search_type":"${type}","page":${number},"page_size":${size},"filters":${filters}}`;
const rows = (from: number, count: number) =>
	Array.from({ length: count }, (_row, index) => ({ id: from + index }));

describe('prospect.search', () => {
	it('gives one item for each person that was found', async () => {
		const json = await succeed('prospect.search', {
			options: { filters: '{"company_name":"Larkfield"}' },
		});

		expect(json.map(({ id }) => id)).toEqual([5001, 5002, 5023]);
		expect(wire()).toEqual([page(1, 50, 'PEOPLE', '{"company_name":"Larkfield"}')]);
	});

	it('finds companies', async () => {
		const json = await succeed('prospect.search', { searchType: 'COMPANY', limit: 2 });

		expect(json.map(({ id }) => id)).toEqual([7001, 7002]);
		expect(wire()).toEqual([page(1, 2, 'COMPANY')]);
	});

	it('asks for one page after another, up to the limit', async () => {
		answerWith({ prospects: rows(1, 100) });
		answerWith({ prospects: rows(101, 100) });
		const json = await succeed('prospect.search', { limit: 150 });

		expect(json.map(({ id }) => id)).toEqual(rows(1, 150).map(({ id }) => id));
		expect(wire()).toEqual([page(1, 100), page(2, 100)]);
	});

	it.each([
		['short', { prospects: rows(101, 7) }, 107],
		['empty', { prospects: [] }, 100],
		['the first once more', { prospects: rows(1, 100) }, 100],
	])('ends with a page that is %s', async (_what, second, total) => {
		answerWith({ prospects: rows(1, 100) });
		answerWith(second);
		const json = await succeed('prospect.search', { returnAll: true });

		expect(json).toHaveLength(total);
		expect(wire()).toEqual([page(1, 100), page(2, 100)]);
	});

	it('ends where the service has no further page', async () => {
		answerWith({ prospects: rows(1, 100) });
		answerWith({ detail: 'Invalid page.' }, 404);

		expect(await succeed('prospect.search', { returnAll: true })).toHaveLength(100);
	});

	it('fails when a page fails, rather than to give a part for the whole', async () => {
		answerWith({ prospects: rows(1, 100) });
		answerWith({ error: 'No access' }, 403);
		const { error, json } = await run('prospect.search', { returnAll: true });

		expect(error?.message).toBe('No access');
		expect(json).toEqual([]);
	});

	it('is repeated when the answer is lost, for it changes nothing', async () => {
		simulator.current.plan({ kind: 'reset' });

		expect(await succeed('prospect.search', { limit: 1 })).toHaveLength(1);
		expect(wire()).toEqual([page(1, 1), page(1, 1)]);
	});

	it('takes filters as an object too', async () => {
		const filters = { job_title: ['VP Sales'], industry: { doesnt: ['Retail'] } };
		const input = [{ json: { filters } }];
		await succeed(
			'prospect.search',
			{ options: { filters: '={{ $json.filters }}' }, limit: 1 },
			{ items: input },
		);

		expect(wire()).toEqual([page(1, 1, 'PEOPLE', JSON.stringify(filters))]);
	});
});

describe('prospect.search in pages', () => {
	it('begins with the page that is asked for', async () => {
		const json = await succeed('prospect.search', { limit: 2, options: { startPage: 3 } });

		expect(wire()).toEqual([page(3, 2)]);
		expect(json.map(({ id }) => id)).toEqual([5005, 5006]);
	});

	it('refuses a limit of 0 before anything is sent', async () => {
		expect(await refused('prospect.search', { limit: 0 })).toMatch(
			/^Limit: expected a whole number of at least 1/,
		);
	});

	it('finds nothing behind the last page', async () => {
		expect(await succeed('prospect.search', { limit: 100, options: { startPage: 9 } })).toEqual([]);
	});
});
