import type { ListOptions } from '../../../nodes/shared/api/client';
import { classify } from '../../../nodes/shared/api/errors/classify';
import { collectPages } from '../../../nodes/shared/api/responses/collectPages';
import type { Verdict } from '../../../nodes/shared/api/errors/problem';
import { response, asked } from './problems';

const first = { url: new URL('https://api.example.com/api/v1/public/campaigns/') };
const ok = (body: unknown): Verdict => ({ ok: true, status: 200, headers: {}, body });
const refused = (httpCode: string): Verdict => ({
	ok: false,
	problem: { message: 'No', advice: [], httpCode },
});
const rows = (from: number, count: number) =>
	Array.from({ length: count }, (_row, index) => ({ id: from + index }));

/** Reads a list from a function that returns the page of a number; also returns how many were requested. */
async function read(page: (number: number) => Verdict, options: ListOptions = {}, query = '') {
	let asked = 0;
	const request = { url: new URL(query, first.url) };
	const collected = await collectPages(request, options, async () => page(++asked));
	return { asked, collected };
}
const collect = async (...pages: Verdict[]) =>
	(await read((number) => pages[number - 1] ?? refused('404'))).collected;
/** Pages of which each names the next, but for the last. */
const named = (...pages: object[][]) =>
	pages.map((results, at) => ok({ results, next: pages[at + 1] ? `?page=${at + 2}` : null }));
/** A page after which only a total tells that others follow. */
const twoOfFive = ok({ leads: rows(1, 2), total: 5 });
const denied = classify(response(200, { success: false, error: 'No' }), asked());

it('a list of any length is read to its end', async () => {
	const pages = 2_000;
	const page = (number: number) => ok({ leads: rows(number * 25, 25), has_more: number < pages });

	const collected = { ok: true, hints: [], elements: { length: 50_000 } };
	expect(await read(page)).toMatchObject({ asked: pages, collected });
});

it.each([30, 50])('an endless list ends at the limit, without a hint: %d', async (limit) => {
	const page = (at: number) => ok({ leads: rows(at * 25, 25), has_more: true, total: 9_999 });

	const collected = { ok: true, elements: { length: limit }, hints: [] };
	expect(await read(page, { limit })).toMatchObject({ asked: 2, collected });
});

it('elements that take the places of others are told, when the service has counted them all', async () => {
	const collected = await collect(
		ok({ results: rows(1, 5), count: 10, next: '?page=2' }),
		ok({ results: rows(4, 5), count: 10, next: null }),
	);

	const hints = [expect.stringMatching(/reports 10 .* only 8 could/)];
	expect(collected).toMatchObject({ elements: { length: 8 }, hints });
});

it('equal elements within a page are kept, whether they have an ID or not', async () => {
	const page = ok([{ id: 1 }, { id: 1 }, { day: 1 }, { day: 1 }]);

	expect(await collect(page)).toMatchObject({ elements: { length: 4 } });
});

it.each([
	['an empty page', rows(1, 2), [], rows(3, 2)],
	['an empty first page', [], rows(1, 4), []],
	['a repeated page', rows(1, 2), rows(1, 2), rows(3, 2)],
	['a page of which a part has moved to it', rows(1, 2), rows(2, 2), rows(3, 2)],
])('%s does not end a list of which the next page is named', async (_what, ...pages) => {
	expect(await collect(...named(...pages))).toEqual({ ok: true, elements: rows(1, 4), hints: [] });
});

it.each([
	['a part of the page', [{ day: 1 }, { day: 2 }], [[{ day: 2 }, { day: 3 }]], 1],
	['whole pages', [{ day: 1 }], [[{ day: 1 }], [{ day: 1 }], [{ day: 3 }, { day: 2 }]], 2],
])(
	'what comes again without an ID is dropped, with a hint: %s',
	async (_what, page, others, left) => {
		const words = 'Elements without an ID that are equal to others on earlier pages were left out';
		const collected = await collect(...named(page, ...others));

		const elements = expect.arrayContaining([{ day: 1 }, { day: 2 }, { day: 3 }]);
		expect(collected).toMatchObject({ elements, hints: [`${words}: ${left}`] });
		expect(collected).toMatchObject({ elements: { length: 3 } });
	},
);

it('a list that names a page again ends there', async () => {
	const page = (number: number) => ok({ results: rows(number, 1), next: '?page=2' });
	const { asked, collected } = await read((number) => (number < 9 ? page(number) : refused('500')));

	expect({ asked, collected }).toMatchObject({ asked: 2, collected: { elements: rows(1, 2) } });
});

it('ever more pages without anything new end, with a hint', async () => {
	const { asked, collected } = await read((number) =>
		ok({ results: number === 1 ? rows(1, 2) : [], next: `?page=${number + 1}` }),
	);

	expect(asked).toBeLessThan(50);
	expect(collected).toMatchObject({
		elements: rows(1, 2),
		hints: ['The service says that the list continues after 2 elements, but sent no more'],
	});
});

it('a full page that may be followed by another ends without a hint where it is not', async () => {
	const collected = { ok: true, elements: rows(1, 2), hints: [] };
	for (const says of [{ page: 1, page_size: 2 }, { page_size: 2 }]) {
		const full = ok({ leads: rows(1, 2), ...says });
		for (const end of [refused('404'), denied, full, ok({ leads: [] }), ok({ note: 'no more' })]) {
			expect(await read((number) => (number === 1 ? full : end))).toEqual({ asked: 2, collected });
		}
	}
});

it('an ID that is a number differs from one that is a text', async () => {
	const elements = [{ id: 1 }, { id: '1' }];

	expect(await collect(...named(...elements.map((one) => [one])))).toMatchObject({ elements });
});

it.each<[string, Verdict]>([
	['is no list', ok({ note: 'maintenance' })],
	['repeats the one before', twoOfFive],
	...['400', '404', '422'].map((code): [string, Verdict] => [`is refused: ${code}`, refused(code)]),
])('a page that was only counted on to ends the list, with a hint: %s', async (_how, page) => {
	expect(await collect(twoOfFive, page, page)).toEqual({
		ok: true,
		elements: rows(1, 2),
		hints: ['The service reports 5 elements, but only 2 could be read'],
		gap: 'The service reports 5 elements, but only 2 could be read',
	});
});

it('a page that was counted on, and is rejected in words, is told in both', async () => {
	const body = { error: 'Available on request' };
	const page = classify(response(422, body), asked());
	const reports = 'The service reports 5 elements, but only 2 could be read';
	const hints = [reports, 'The next page was rejected: Available on request'];
	expect(await collect(twoOfFive, page)).toMatchObject({ ok: true, hints, gap: reports });
});

it.each<[string, Verdict, string | undefined]>([
	['is whole', ok({ leads: rows(1, 2), total: 2 }), undefined],
	['is no list', ok({ note: 'maintenance' }), 'The response contains no list'],
])('a list that %s says what is missing', async (_what, page, gap) => {
	const collected = await collect(page);
	expect(collected).toMatchObject({ ok: true });
	expect('gap' in collected && collected.gap).toBe(gap);
});

it.each<[string, Verdict]>([
	['200', denied],
	...['401', '403', '429', '500'].map((code): [string, Verdict] => [code, refused(code)]),
])('a failure on a later page is no end: %s', async (httpCode, page) => {
	const words = expect.stringMatching(/page 2 .*; 2 elements had been read before it$/);
	const problem = { message: 'No', httpCode, advice: expect.arrayContaining([words]) };
	expect(await collect(twoOfFive, page)).toMatchObject({ ok: false, problem });
});

it.each([
	['a cursor whose parameter the service does not know', { next_cursor: 'c' }],
	['more pages', { has_more: true }],
])('a page without an address may be refused, or repeat another: %s', async (_what, says) => {
	const page = ok({ leads: rows(1, 2), ...says });
	for (const second of [refused('404'), page]) {
		expect(await collect(page, second)).toMatchObject({
			elements: rows(1, 2),
			hints: [expect.stringContaining('continues after 2 elements')],
		});
	}
});

it('a page that the service has given an address for must be there', async () => {
	expect(await collect(ok({ leads: rows(1, 2), next: '?page=2' }))).toMatchObject({
		ok: false,
		problem: { httpCode: '404', advice: [expect.stringContaining('2 elements had been read')] },
	});
});

it('a search is read from its page on, and as far as its size tells', async () => {
	const bodies: unknown[] = [];
	const body = { page: 2, page_size: 2 };
	const collected = await collectPages({ ...first, body }, {}, async (request) => {
		bodies.push(request.body);
		return ok({ leads: bodies.length === 1 ? rows(3, 2) : rows(5, 1) });
	});

	expect(collected).toEqual({ ok: true, elements: rows(3, 3), hints: [] });
	expect(bodies).toEqual([body, { ...body, page: 3 }]);
});

it.each([
	[300, 11],
	[60, 2],
])('a search from page 3 on ends where smaller pages do: %d', async (total, pages) => {
	const read: number[] = [];
	const body = { page: 3, page_size: 100 };
	const collected = await collectPages({ ...first, body }, {}, async (request) => {
		const page = Number(request.body?.page);
		read.push(page);
		const before = (page - 1) * 25;
		return ok({ leads: rows(before + 1, Math.max(0, Math.min(25, total - before))), total });
	});

	expect(read).toEqual(Array.from({ length: pages }, (_page, place) => place + 3));
	expect(collected).toEqual({ ok: true, elements: rows(51, total - 50), hints: [] });
});

it.each<[string, object, number?, string[]?]>([
	['page=0&page_size=50', { total: 2 }],
	['offset=10', { total: 12, next: null }],
	['$skip=10&limit=10', { total: 12 }],
	['startAt=10', { total: 12, next: null }],
	['cursor=c', { total: 12, next_cursor: null }],
	['starting_after=c', { total: 12, has_more: false }],
	// What is past the total is no place in the list, and an index may begin with 1.
	['offset=20261127', { total: 12 }, 2],
	['start=1', { total: 3 }, 2],
	[
		'offset=10&limit=2',
		{ total: 14 },
		2,
		['The service reports 4 elements, but only 2 could be read'],
	],
])('a list that begins with %s is not taken for less than it is: %j', async (...row) => {
	const [query, says, asked = 1, hints = []] = row;
	const page = (number: number) => ok({ leads: number === 1 ? rows(1, 2) : [], ...says });

	const collected = { ok: true, elements: rows(1, 2), hints, gap: hints[0] };
	expect(await read(page, {}, `?${query}`)).toEqual({ asked, collected });
});

it('a failure on the first page is returned unchanged', async () => {
	expect(await collect(refused('500'))).toEqual(refused('500'));
});

describe('IDs that identify nothing', () => {
	/** A service that gives the same pages whenever they are asked for; also returns how many requests it had. */
	async function readPages(...pages: unknown[][]) {
		let requests = 0;
		const collected = await collectPages(first, {}, async ({ url }) => {
			requests += 1;
			const number = Number(url.searchParams.get('page') ?? 1);
			const next = pages[number] ? `?page=${number + 1}` : null;
			return ok({ results: pages[number - 1], next });
		});
		return { requests, collected };
	}
	const people = (page: number, id: unknown = 0) =>
		Array.from({ length: 100 }, (_row, index) => ({ id, name: `${page}-${index}` }));

	it.each<[string, unknown[][], number]>([
		['people who all have the ID 0', [1, 2, 3].map((page) => people(page)), 3],
		['people who all have the same text as ID', [1, 2].map((page) => people(page, 'x')), 2],
		[
			'chats of two tables',
			[
				[
					{ id: 1, mail: 'a' },
					{ id: 2, mail: 'b' },
				],
				[{ id: 1, linkedin: 'c' }],
			],
			3,
		],
		[
			'numbers by day of the same campaigns',
			[1, 2, 3].map((day) => [1, 2, 3].map((id) => ({ id, date: `2026-05-0${day}`, sent: id }))),
			4,
		],
		[
			'one pair on a page',
			[
				[
					{ id: 1, a: 1 },
					{ id: 1, a: 2 },
				],
				[{ id: 1, a: 3 }],
			],
			2,
		],
	])('%s: all come', async (_what, pages, requests) => {
		const elements = pages.flat();

		expect(await readPages(...pages)).toEqual({
			requests,
			collected: { ok: true, hints: [], elements },
		});
	});

	it('still end a list whose pages repeat', async () => {
		const page = people(1);
		const { requests, collected } = await readPages(...Array.from({ length: 50 }, () => page));

		expect(requests).toBeLessThan(30);
		expect(collected).toMatchObject({ elements: page });
	});

	it('an element that has changed since comes once, and so does one that changes all the time', async () => {
		let requests = 0;
		const changing = async () =>
			ok({ results: [{ id: 1, seen: ++requests }, { id: 2 }], page: 1, page_size: 2 });
		const collected = await collectPages(first, {}, changing);

		expect(collected).toMatchObject({ elements: [{ id: 1, seen: 1 }, { id: 2 }], hints: [] });
		expect(requests).toBe(3);
	});
});

describe('a page without content', () => {
	const noContent = classify(response(204, ''), asked());
	const empty = classify(response(200, ''), asked());
	const full = (says: object = { page_size: 2 }) => ok({ leads: rows(1, 2), ...says });

	it.each([noContent, ok(null), ok({ results: null })])(
		'is a list without elements: %j',
		async (page) => {
			expect(await collect(page)).toEqual({ ok: true, elements: [], hints: [] });
		},
	);

	it.each([noContent, ok(null), empty])('ends the list after the last page: %j', async (page) => {
		expect(await collect(full(), page)).toEqual({ ok: true, elements: rows(1, 2), hints: [] });
	});

	it('leaves a hint where the service has counted more', async () => {
		expect(await collect(full({ total: 3 }), noContent)).toMatchObject({
			elements: rows(1, 2),
			hints: ['The service reports 3 elements, but only 2 could be read'],
		});
	});

	it('but with status 200 is a failure where the service says that more follows', async () => {
		expect(await collect(full({ has_more: true }), empty)).toMatchObject({ ok: false });
		expect(await collect(empty)).toMatchObject({ ok: false });
	});
});

it.each([
	[{ leads: rows(1, 1), total: 1 }, undefined],
	[{ leads: [], total: 1 }, 'The service reports 1 element, but only 0 could be read'],
	[
		{ leads: rows(1, 1), has_more: true },
		'The service says that the list continues after 1 element, but sent no more',
	],
])('one element is singular: %j', async (body, hint) => {
	expect(await collect(ok(body))).toMatchObject({ hints: hint === undefined ? [] : [hint] });
});

it('what was lost in reading a page is told once', async () => {
	const page = (results: string, next: string) =>
		classify(response(200, `{"results": [${results}], "next": ${next}}`), asked());
	const pages = [
		page('{"id": 1, "rate": NaN}', '"?page=2"'),
		page('{"id": 2, "rate": NaN}', 'null'),
	];

	expect(await collect(...pages)).toEqual({
		ok: true,
		elements: [
			{ id: 1, rate: null },
			{ id: 2, rate: null },
		],
		hints: ['The service sent a value that is not a number (NaN or Infinity); output as null'],
	});
});
