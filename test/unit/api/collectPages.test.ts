import type { ListOptions } from '../../../nodes/shared/api/client';
import { collectPages } from '../../../nodes/shared/api/responses/collectPages';
import type { Verdict } from '../../../nodes/shared/api/errors/problem';

const first = { url: new URL('https://api.example.com/api/v1/public/campaigns/') };
const ok = (body: unknown): Verdict => ({ ok: true, status: 200, headers: {}, body });
const refused = (httpCode: string): Verdict => ({
	ok: false,
	problem: { message: 'No', advice: [], httpCode },
});
const rows = (from: number, count: number) =>
	Array.from({ length: count }, (_row, index) => ({ id: from + index }));

/** Reads a list from a function that returns the page of a number; also returns how many were requested. */
async function read(page: (number: number) => Verdict, options: ListOptions = {}) {
	let asked = 0;
	const collected = await collectPages(first, options, async () => page(++asked));
	return { asked, collected };
}
const collect = async (...pages: Verdict[]) =>
	(await read((number) => pages[number - 1] ?? refused('404'))).collected;
/** A page after which only a total tells that others follow. */
const twoOfFive = ok({ leads: rows(1, 2), total: 5 });

it('a list of any length is read to its end', async () => {
	const pages = 2_000;
	const { asked, collected } = await read((number) =>
		ok({ leads: rows(number * 25, 25), has_more: number < pages }),
	);

	expect(asked).toBe(pages);
	expect(collected).toMatchObject({ ok: true, hints: [], elements: { length: 50_000 } });
});

it('an endless list ends at the limit', async () => {
	const endless = (number: number) => ok({ leads: rows(number * 25, 25), has_more: true });
	const { asked, collected } = await read(endless, { limit: 30 });

	expect(asked).toBe(2);
	expect(collected).toMatchObject({ ok: true, elements: { length: 30 }, hints: [] });
});

it('equal elements within a page are kept, whether they have an ID or not', async () => {
	const page = ok([{ id: 1 }, { id: 1 }, { day: 1 }, { day: 1 }]);

	expect(await collect(page)).toMatchObject({ elements: { length: 4 } });
});

it('elements without an ID that a later page repeats are dropped, with a hint', async () => {
	const [one, two] = [
		{ results: [{ day: 1 }, { day: 2 }], next: '?page=2' },
		{ results: [{ day: 2 }, { day: 3 }] },
	];

	expect(await collect(ok(one), ok(two))).toMatchObject({
		elements: [{ day: 1 }, { day: 2 }, { day: 3 }],
		hints: ['Elements without an ID that are equal to others on earlier pages were left out: 1'],
	});
});

it('a named page that is equal to the one before is no silent loss', async () => {
	const page = (next: string | null) => ok({ results: [{ value: 0 }], next });
	const four = [page('?page=2'), page('?page=3'), page('?page=4'), page(null)];

	expect(await collect(...four)).toMatchObject({
		elements: [{ value: 0 }],
		hints: [expect.stringMatching(/earlier pages were left out: 3$/)],
	});
});

it('an empty page does not end a list of which the next page is named', async () => {
	const [one, two, three] = [
		ok({ results: rows(1, 2), next_cursor: 'a' }),
		ok({ results: [], next_cursor: 'b' }),
		ok({ results: rows(3, 2), next_cursor: null }),
	];

	expect(await collect(one, two, three)).toEqual({ ok: true, elements: rows(1, 4), hints: [] });
});

it('an empty first page does not end it either', async () => {
	const [one, two] = [ok({ results: [], next: '?page=2' }), ok({ results: rows(1, 1) })];

	expect(await collect(one, two)).toEqual({ ok: true, elements: rows(1, 1), hints: [] });
});

it('a repeated page does not end a list of which the next page is named', async () => {
	const [one, two, three] = [
		ok({ results: rows(1, 2), next: '?page=2' }),
		ok({ results: rows(1, 2), next: '?page=3' }),
		ok({ results: rows(3, 2), next: null }),
	];

	expect(await collect(one, two, three)).toEqual({ ok: true, elements: rows(1, 4), hints: [] });
});

it('ever more pages without anything new end, with a hint', async () => {
	const { asked, collected } = await read((number) =>
		ok({ results: number === 1 ? rows(1, 2) : [], next: `?page=${number + 1}` }),
	);

	expect(asked).toBeLessThan(50);
	expect(collected).toMatchObject({
		elements: rows(1, 2),
		hints: ['The service says that the list goes on after 2 elements, but gave no further ones'],
	});
});

it('a full page that may be followed by another ends without a hint where it is not', async () => {
	const full = ok({ leads: rows(1, 2), page: 1, page_size: 2 });

	for (const end of [refused('404'), full, ok({ leads: [] }), ok({ note: 'no more' })]) {
		expect(await collect(full, end)).toEqual({ ok: true, elements: rows(1, 2), hints: [] });
	}
});

it('an ID that is a number differs from one that is a text', async () => {
	const [one, two] = [{ results: [{ id: 1 }], next: '?page=2' }, { results: [{ id: '1' }] }];

	expect(await collect(ok(one), ok(two))).toMatchObject({ elements: [{ id: 1 }, { id: '1' }] });
});

it.each<[string, Verdict]>([
	['is no list', ok({ note: 'maintenance' })],
	['is refused with 400', refused('400')],
	['is refused with 404', refused('404')],
	['is refused with 422', refused('422')],
])(
	'a page whose number was only incremented ends the list, with a hint: %s',
	async (_how, page) => {
		expect(await collect(twoOfFive, page)).toEqual({
			ok: true,
			elements: rows(1, 2),
			hints: ['The service reports 5 elements, but only 2 could be read'],
		});
	},
);

it.each(['401', '403', '429', '500'])('a failure on a later page is no end: %s', async (code) => {
	expect(await collect(twoOfFive, refused(code))).toMatchObject({
		ok: false,
		problem: { httpCode: code, advice: [expect.stringMatching(/page 2 .*; 2 elements had been/)] },
	});
});

it.each([
	['a cursor whose parameter the service does not know', { next_cursor: 'c' }],
	['more pages', { has_more: true }],
])(
	'a page that the service has not given an address for may be refused: %s',
	async (_what, says) => {
		expect(await collect(ok({ leads: rows(1, 2), ...says }))).toMatchObject({
			elements: rows(1, 2),
			hints: [expect.stringContaining('goes on after 2 elements')],
		});
	},
);

it('a page that the service has given an address for must be there', async () => {
	expect(await collect(ok({ leads: rows(1, 2), next: '?page=2' }))).toMatchObject({
		ok: false,
		problem: { httpCode: '404', advice: [expect.stringContaining('2 elements had been read')] },
	});
});

it('a search is read from its page on, and as far as its size tells', async () => {
	const url = first.url;
	const pages = [ok({ leads: rows(3, 2) }), ok({ leads: rows(5, 1) })];
	const bodies: unknown[] = [];
	const collected = await collectPages(
		{ url, body: { page: 2, page_size: 2 } },
		{},
		async ({ body }) => {
			bodies.push(body);
			return pages.shift() ?? refused('404');
		},
	);

	expect(collected).toEqual({ ok: true, elements: rows(3, 3), hints: [] });
	expect(bodies).toEqual([
		{ page: 2, page_size: 2 },
		{ page: 3, page_size: 2 },
	]);
});

it('a failure on the first page is returned unchanged', async () => {
	expect(await collect(refused('500'))).toEqual(refused('500'));
});
