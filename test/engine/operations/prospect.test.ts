import { answerWith, simulator, succeed, wire } from './support';

const page = (number: number, size: number) =>
	`POST /api/v1/public/prospects/search/ {"search_type":"PEOPLE","page":${number},"page_size":${size},"filters":{}}`;
const rows = (from: number, count: number) =>
	Array.from({ length: count }, (_row, index) => ({ id: from + index }));

describe('prospect.search', () => {
	it('finds companies', async () => {
		const json = await succeed('prospect.search', { searchType: 'COMPANY', limit: 2 });

		expect(json.map(({ id }) => id)).toEqual([7001, 7002]);
	});

	it('asks for one page after another, up to the limit', async () => {
		answerWith({ prospects: rows(1, 100) });
		answerWith({ prospects: rows(101, 100) });
		const json = await succeed('prospect.search', { limit: 150 });

		expect(json.map(({ id }) => id)).toEqual(rows(1, 150).map(({ id }) => id));
		expect(wire()).toEqual([page(1, 100), page(2, 100)]);
	});

	it.each([
		['short', { prospects: rows(101, 7) }, 107, 200],
		['empty', { prospects: [] }, 100, 200],
		['the first once more', { prospects: rows(1, 100) }, 100, 200],
		['not there', { detail: 'Invalid page.' }, 100, 404],
	])('ends with a page that is %s', async (_what, second, total, status) => {
		answerWith({ prospects: rows(1, 100) });
		answerWith(second, status);

		expect(await succeed('prospect.search', { returnAll: true })).toHaveLength(total);
		expect(wire()).toEqual([page(1, 100), page(2, 100)]);
	});

	it('is repeated when the answer is lost, for it changes nothing', async () => {
		simulator.current.plan({ kind: 'reset' });

		expect(await succeed('prospect.search', { limit: 1 })).toHaveLength(1);
		expect(wire()).toEqual([page(1, 1), page(1, 1)]);
	});

	it('finds nothing behind the last page', async () => {
		expect(await succeed('prospect.search', { limit: 100, options: { startPage: 9 } })).toEqual([]);
	});
});
