import fc from 'fast-check';
import { readList } from '../../../nodes/shared/api/responses/list';
import {
	isHtml,
	reportsFailure,
	errorMessages,
} from '../../../nodes/shared/api/errors/errorMessages';

describe("the service's own words", () => {
	it.each<[string, unknown, string[]]>([
		['error', { error: 'Missing API key' }, ['Missing API key']],
		['error and message', { error: 'No key', message: 'Add it' }, ['No key', 'Add it']],
		['success false', { success: false, error: 'Campaign not found' }, ['Campaign not found']],
		['detail', { detail: 'Not found.' }, ['Not found.']],
		['a field with its texts', { name: ['Too long.', 'Bad.'] }, ['name: Too long.', 'name: Bad.']],
		['several fields', { name: ['Long.'], zone: ['Unknown.'] }, ['name: Long.', 'zone: Unknown.']],
		['a field with one text', { name: 'Too long.' }, ['name: Too long.']],
		['nested fields', { sending_window: { monday: ['Bad.'] } }, ['sending_window: monday: Bad.']],
		['a list', ['One.', 'Two.'], ['One.', 'Two.']],
		['errors', { errors: [{ message: 'One.' }, { detail: 'Two.' }] }, ['One.', 'Two.']],
		['an error of objects', { error: { message: 'Deep.' } }, ['Deep.']],
		['plain text', ' Oops ', ['Oops']],
		['an error beside a code', { error: 'Many', code: 'limit', request_id: 'a1' }, ['Many']],
		['details', { error: 'Bad', details: 'Too many.', code: 'x' }, ['Bad', 'Too many.']],
		['the same twice', { error: 'Oops', message: 'Oops' }, ['Oops']],
	])('come from %s', (_shape, body, words) => {
		expect(errorMessages(body)).toEqual(words);
	});

	it('are also about a field that was sent, beside an error, unless they repeat what was sent', () => {
		const body = { error: 'Bad', name: 'Taken', zone: 'Mars', campaign_id: '7', code: 'x' };
		const sent = { name: 'Pilot', zone: 'Mars', campaign_id: 7 };

		expect(errorMessages(body, sent)).toEqual(['Bad', 'name: Taken']);
	});

	const WORDLESS = [null, undefined, 7, true, '', ' ', [], {}, { success: false }, { error: null }];

	it.each(WORDLESS)('are none in %j', (body) => {
		expect(errorMessages(body)).toEqual([]);
	});

	it('stay short however long the answer is', () => {
		const body = { error: 'x'.repeat(1_000_000), errors: Array(100_000).fill('y') };
		const words = errorMessages(body);

		expect(words.length).toBeLessThanOrEqual(10);
		expect(words.join('').length).toBeLessThan(6_000);
	});

	it('are found in any JSON, however deeply it nests', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (body) => {
				expect(errorMessages(body).every((text) => typeof text === 'string')).toBe(true);
			}),
		);
		const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

		expect(errorMessages(deep)).toEqual([]);
	});
});

describe('a list', () => {
	const one = { id: 1 };

	const KEYS =
		'campaigns steps lead_lists chats leads prospects companies api_keys results data items';

	it.each(KEYS.split(' '))('is found under the key %s, whatever other arrays there are', (key) => {
		const body = { aardvarks: [1], [key]: [one], zebras: [2] };

		expect(readList(body)).toMatchObject({ elements: [one], whole: false });
	});

	it('is found one envelope deeper, with all that stands around it', () => {
		const data = { leads: [one], next: '/?page=2' };
		const body = { success: true, data };

		const around = { envelopes: [data, body], key: 'leads' };
		expect(readList(body)).toEqual({ elements: [one], ...around, whole: false });
	});

	it('is found under the expected key before all others', () => {
		const body = { campaigns: [{ id: 2 }], lead_lists: [one] };

		expect(readList(body, 'lead_lists').elements).toEqual([one]);
		expect(readList({ data: body }, 'lead_lists').elements).toEqual([one]);
		expect(readList({ campaigns: [], lead_lists: null }, 'lead_lists').elements).toEqual([]);
	});

	it.each([
		{ count: 1, contacts: [one] },
		{ data: { count: 1 }, contacts: [one] },
		{ data: { leads: { edges: [one], pageInfo: {} }, tags: ['a'] }, errors: [] },
		{ link: [{ rel: 'self' }], entry: [one] },
	])('is else the only array, or the only one of objects, however deep: %j', (body) => {
		expect(readList(body)).toMatchObject({ elements: [one], whole: false });
	});

	it.each([
		{ id: 1, leads: [one] },
		{ campaign: { id: 1, steps: [one] } },
		{ id: 1, name: 'no array at all' },
		{ tags: [], notes: [] },
		{ data: { id: 1, tags: ['of', 'one', 'lead'] } },
		{},
	])('is else the object itself, with a flag: %j', (body) => {
		expect(readList(body)).toEqual({ elements: [body], envelopes: [], whole: true });
	});

	it('of nothing is empty', () => {
		expect(readList([])).toMatchObject({ elements: [], whole: false });
		expect(readList({ campaigns: [] })).toMatchObject({ elements: [], whole: false });
	});

	it('of plain values has them as items', () => {
		const values = [1, 'a', null];
		expect(readList(values).elements).toEqual(values.map((value) => ({ value })));
		expect(readList('text')).toMatchObject({ elements: [{ value: 'text' }], whole: true });
	});

	it('is found in whatever JSON comes', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (body) => {
				const { elements } = readList(body);
				expect(elements.every((item) => typeof item === 'object' && item !== null)).toBe(true);
			}),
		);
	});
});

it('an answer says that it failed by success false, or by an error and nothing else', () => {
	const failed = [{ success: false }, { error: ['No'], message: 'No.', campaigns: [], id: null }];
	expect(failed.map(reportsFailure)).toEqual([true, true]);
	const others = [{ success: true, error: 'x' }, { error: 'x', count: 1 }, { error: '' }, null, ''];
	expect(others.some(reportsFailure)).toBe(false);
});

describe('an HTML page', () => {
	it.each(['<!DOCTYPE html><p>', ' \n<html>', '<head>', '<BODY>'])('begins like %s', (text) => {
		expect(isHtml(text)).toBe(true);
	});

	it('is recognized by its content type as well, but needs none', () => {
		expect(isHtml('<html>', 'application/json')).toBe(true);
		expect(isHtml('<p>', 'text/html; charset=utf-8')).toBe(true);
		expect(isHtml('Oops', 'text/plain')).toBe(false);
		expect(isHtml('')).toBe(false);
	});
});
