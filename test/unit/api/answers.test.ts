import fc from 'fast-check';
import {
	asItems,
	isHtml,
	readList,
	saysFailure,
	serviceWords,
} from '../../../nodes/shared/api/answers';

describe("the service's own words", () => {
	it.each<[string, unknown, string[]]>([
		['error', { error: 'Missing API key' }, ['Missing API key']],
		[
			'error and message',
			{ error: 'Missing API key', message: 'Provide X-API-Key header' },
			['Missing API key', 'Provide X-API-Key header'],
		],
		['success false', { success: false, error: 'Campaign not found' }, ['Campaign not found']],
		['detail', { detail: 'Not found.' }, ['Not found.']],
		['a field with its texts', { name: ['Too long.', 'Bad.'] }, ['name: Too long.', 'name: Bad.']],
		[
			'several fields',
			{ name: ['Too long.'], timezone: ['Unknown.'] },
			['name: Too long.', 'timezone: Unknown.'],
		],
		['a field with one text', { name: 'Too long.' }, ['name: Too long.']],
		['nested fields', { sending_window: { monday: ['Bad.'] } }, ['sending_window: monday: Bad.']],
		['a list', ['One.', 'Two.'], ['One.', 'Two.']],
		['errors', { errors: [{ message: 'One.' }, { detail: 'Two.' }] }, ['One.', 'Two.']],
		['an error of objects', { error: { message: 'Deep.' } }, ['Deep.']],
		['plain text', ' Oops ', ['Oops']],
		['the same twice', { error: 'Oops', message: 'Oops' }, ['Oops']],
	])('come from %s', (_shape, body, words) => {
		expect(serviceWords(body)).toEqual(words);
	});

	it('leave codes and echoes beside them aside', () => {
		const body = { error: 'Too many leads', code: 'limit', request_id: 'a1b2' };

		expect(serviceWords(body)).toEqual(['Too many leads']);
	});

	it.each([null, undefined, 7, true, '', ' ', [], {}, { success: false }, { error: null }])(
		'are none in %j',
		(body) => {
			expect(serviceWords(body)).toEqual([]);
		},
	);

	it('stay short however long the answer is', () => {
		const body = { error: 'x'.repeat(1_000_000), errors: Array(100_000).fill('y') };
		const words = serviceWords(body);

		expect(words.length).toBeLessThanOrEqual(10);
		expect(words.join('').length).toBeLessThan(6_000);
	});

	it('are found in whatever JSON comes, and nesting without end does no harm', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (body) => {
				expect(serviceWords(body).every((text) => typeof text === 'string')).toBe(true);
			}),
		);
		const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

		expect(serviceWords(deep)).toEqual([]);
	});
});

describe('a list', () => {
	const one = { id: 1 };
	const other = { id: 2 };

	it('is the answer itself when that is an array', () => {
		expect(readList([one, other])).toEqual({ elements: [one, other], whole: false });
	});

	it.each([
		'campaigns',
		'steps',
		'lead_lists',
		'chats',
		'leads',
		'prospects',
		'results',
		'data',
		'items',
	])('is found under the key %s, whatever other arrays there are', (key) => {
		const body = { aardvarks: [1], [key]: [one], zebras: [2] };

		expect(readList(body)).toMatchObject({ elements: [one], whole: false });
	});

	it('is found one envelope deeper, with where it goes on', () => {
		const body = { success: true, data: { leads: [one], next: '/?page=2' } };

		expect(readList(body)).toEqual({ elements: [one], next: '/?page=2', whole: false });
	});

	it('is else the only array of the object', () => {
		expect(readList({ count: 1, contacts: [one] })).toMatchObject({ elements: [one] });
		expect(readList({ data: { count: 1 }, contacts: [one] })).toMatchObject({ elements: [one] });
	});

	it.each([
		{ id: 1, name: 'no array at all' },
		{ tags: [], notes: [] },
		{ data: { id: 1, tags: ['of', 'one', 'lead'] } },
		{},
	])('is else the object itself, which is told: %j', (body) => {
		expect(readList(body)).toEqual({ elements: [body], whole: true });
	});

	it('of nothing is a list of nothing', () => {
		expect(readList([])).toMatchObject({ elements: [], whole: false });
		expect(readList({ campaigns: [] })).toMatchObject({ elements: [], whole: false });
	});

	it('of plain values has them as items', () => {
		expect(readList([1, 'a', null]).elements).toEqual([
			{ value: 1 },
			{ value: 'a' },
			{ value: null },
		]);
		expect(readList('text')).toEqual({ elements: [{ value: 'text' }], whole: true });
	});

	it.each([null, undefined, '', false])('does not go on where next is %j', (next) => {
		expect(readList({ campaigns: [], next }).next).toBeUndefined();
	});

	it.each([2, true, { href: '/x' }])('goes on somewhere where next is %j', (next) => {
		expect(readList({ campaigns: [], next }).next).toBe(JSON.stringify(next));
	});

	it('is found in whatever JSON comes', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (body) => {
				const { elements } = readList(body);
				expect(elements.every((item) => typeof item === 'object' && item !== null)).toBe(true);
			}),
		);
	});

	it('of a quarter of a million elements is no trouble', () => {
		expect(readList(Array(250_000).fill(one)).elements).toHaveLength(250_000);
	});
});

describe('an answer of unknown form', () => {
	it('gives an object whole and a list by its elements', () => {
		expect(asItems({ campaigns: [1] })).toEqual({ campaigns: [1] });
		expect(asItems([{ id: 1 }])).toEqual([{ id: 1 }]);
	});
});

describe('an answer that says of itself that it failed', () => {
	it('is one with success false alone', () => {
		expect(saysFailure({ success: false })).toBe(true);
		for (const body of [{ success: true }, {}, { success: null }, { success: 0 }, [], null, '']) {
			expect(saysFailure(body)).toBe(false);
		}
	});
});

describe('a page for people', () => {
	it.each(['<!DOCTYPE html><p>', ' \n<html>', '<head>', '<BODY>'])('begins like %s', (text) => {
		expect(isHtml(text)).toBe(true);
	});

	it('is what calls itself so', () => {
		expect(isHtml('<p>', 'text/html; charset=utf-8')).toBe(true);
		expect(isHtml('Oops', 'text/plain')).toBe(false);
		expect(isHtml('')).toBe(false);
	});
});
