import { collectPages, type PagesOptions } from '../../../nodes/shared/api/responses/collectPages';
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
async function read(page: (number: number) => Verdict, options: PagesOptions = {}) {
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

it('elements without an ID that a later page repeats are dropped', async () => {
	const [one, two] = [
		{ results: [{ day: 1 }, { day: 2 }], next: '?page=2' },
		{ results: [{ day: 2 }, { day: 3 }] },
	];

	expect(await collect(ok(one), ok(two))).toMatchObject({
		elements: [{ day: 1 }, { day: 2 }, { day: 3 }],
		hints: [],
	});
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

it('a failure on the first page is returned unchanged', async () => {
	expect(await collect(refused('500'))).toEqual(refused('500'));
});
