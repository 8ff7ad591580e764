import { searchPages } from '../../../nodes/shared/operations/searchPages';

const refuse = (message: string): never => {
	throw new RangeError(message);
};

/** Answers every page with elements that no other page has. */
function endless(pageSize: number) {
	const asked: number[] = [];
	const fetchPage = async (page: number) => {
		asked.push(page);
		return Array.from({ length: pageSize }, (_element, index) => ({ id: page * 1_000 + index }));
	};
	return { asked, fetchPage };
}

describe('a search without end', () => {
	it('is given up after a thousand pages, with words that say what to do', async () => {
		const { asked, fetchPage } = endless(2);

		await expect(searchPages({ pageSize: 2, refuse }, fetchPage)).rejects.toThrow(
			'The search did not end after 1000 pages. Turn off Return All and set a limit',
		);
		expect(asked).toEqual(Array.from({ length: 1_000 }, (_page, index) => index + 1));
	});

	it('ends at the limit', async () => {
		const { asked, fetchPage } = endless(2);

		expect(await searchPages({ pageSize: 2, limit: 5, refuse }, fetchPage)).toHaveLength(5);
		expect(asked).toEqual([1, 2, 3]);
	});
});

describe('a service that knows no pages', () => {
	it('is asked twice, and its elements are given once', async () => {
		let calls = 0;
		const everything = async () => {
			calls += 1;
			return { results: [{ id: 1 }, { id: 2 }, { id: 3 }] };
		};

		expect(await searchPages({ pageSize: 2, refuse }, everything)).toHaveLength(3);
		expect(calls).toBe(2);
	});
});
