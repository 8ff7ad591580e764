import fc from 'fast-check';
import { parseResponse } from '../../../nodes/shared/json';
import { readList } from '../../../nodes/shared/api/responses/list';
import { errorMessages, isHtml, isPage } from '../../../nodes/shared/api/errors/errorMessages';

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

	it.each<[string, unknown, string[]]>([
		[
			'FastAPI',
			{
				detail: [
					{
						type: 'missing',
						loc: ['body', 'name'],
						msg: 'Field required',
						input: { zone: 'Mars' },
					},
					{ type: 'int_type', loc: ['body', 'ids', 3], msg: 'Should be an integer', input: 'x' },
				],
			},
			['name: Field required', 'ids.3: Should be an integer'],
		],
		[
			'django-ninja, in the query',
			{ detail: [{ loc: ['query', 'limit'], msg: 'value is too large', type: 'value_error' }] },
			['limit: value is too large'],
		],
		['a field by name', { errors: [{ field: 'name', message: 'Too long' }] }, ['name: Too long']],
		['a field by path', { errors: [{ path: ['zone'], message: 'Bad', code: 'x' }] }, ['zone: Bad']],
		[
			'JSON:API',
			{ errors: [{ source: { pointer: '/data/attributes/name' }, detail: 'Long' }] },
			['name: Long'],
		],
		[
			'problem details',
			{ type: 'about:blank', title: 'Not Found', status: 404, detail: 'No campaign 7' },
			['No campaign 7', 'Not Found'],
		],
		[
			'problem details alone',
			{ type: 'about:blank', title: 'Not Found', status: 404 },
			['Not Found'],
		],
		[
			'invalid parameters',
			{ title: 'Invalid', status: 400, 'invalid-params': [{ name: 'age', reason: 'negative' }] },
			['age: negative', 'Invalid'],
		],
		[
			'ASP.NET',
			{ title: 'One or more errors', errors: { Name: ['Too long'] } },
			['Name: Too long', 'One or more errors'],
		],
		[
			'OAuth',
			{ error: 'invalid_grant', error_description: 'The key has expired' },
			['The key has expired', 'invalid_grant'],
		],
		[
			'a gateway',
			{ fault: { faultstring: 'Invalid ApiKey', detail: { errorcode: 'oauth.v2' } } },
			['Invalid ApiKey', 'errorcode: oauth.v2'],
		],
		[
			'Spring',
			{
				errors: [
					{
						codes: ['NotBlank.name'],
						arguments: [{ codes: ['x.name'], defaultMessage: 'name', code: 'name' }],
						defaultMessage: 'must not be blank',
						field: 'name',
					},
				],
			},
			['name: must not be blank'],
		],
		['a number', { error: 40013 }, ['error: 40013']],
		['a number as code', { error: true, code: 40013 }, ['code: 40013']],
		['a number as well', { error_code: 40013, error: 'Bad' }, ['Bad']],
		['camel case', { errorMessage: 'It failed', errorType: 'X' }, ['It failed']],
		['capitals', { Message: 'Denied' }, ['Denied']],
		['a form as a whole', { non_field_errors: ['The dates overlap'] }, ['The dates overlap']],
	])('have the field before the sentence, by the convention of %s', (_whose, body, words) => {
		expect(errorMessages(body)).toEqual(words);
	});

	it('are about a field that was sent where it has the name of a message', () => {
		expect(errorMessages({ message: ['Too long.'] }, { message: 'Hi' })).toEqual([
			'message: Too long.',
		]);
		expect(errorMessages({ title: 'Too long.' }, { title: 'Hi' })).toEqual(['title: Too long.']);
		expect(errorMessages({ message: 'No.' }, { message: 'Hi' })).toEqual(['No.']);
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

	it('stay short however long the response is', () => {
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

describe('an HTML page', () => {
	it.each([
		...['<!DOCTYPE html><p>', ' \n<html>', '<head>', '<BODY>', '<title>Log in</title><form>'],
		...['<script>top.location = "/login"</script>', '<meta http-equiv="refresh">', '<form action>'],
		'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x"><html>',
	])('begins like %s', (text) => {
		expect(isPage(text)).toBe(true);
	});

	it.each(['<p>Sent</p>', '<metadata/>', '<?xml version="1.0"?><error/>', 'title'])(
		'does not begin like %s',
		(text) => {
			expect(isPage(text)).toBe(false);
		},
	);

	it('is recognized by its content type as well, but needs none', () => {
		expect(isHtml('<html>', 'application/json')).toBe(true);
		expect(isHtml('<p>', 'text/html; charset=utf-8')).toBe(true);
		expect(isHtml('Oops', 'text/plain')).toBe(false);
		expect(isHtml('')).toBe(false);
	});
});

describe('the JSON of a response', () => {
	it.each([
		['{"rate": NaN}', { rate: null }],
		['[NaN, Infinity, -Infinity]', [null, null, null]],
		[
			'{"a": {"b": -Infinity, "note": "NaN, \\"Infinity\\""}}',
			{ a: { b: null, note: 'NaN, "Infinity"' } },
		],
		['NaN', null],
	])('may have literals of Python, which are null, with a hint: %s', (text, value) => {
		expect(parseResponse(text)).toEqual({ value, hint: expect.stringMatching(/not .*number/) });
	});

	it.each(['{"rate": NaN', '{"rate": nan}', 'Infinity and more', '{"a": "NaN}', '', '{{{'])(
		'is none in %s',
		(text) => {
			expect(parseResponse(text)).toBeUndefined();
		},
	);

	it.each([
		['{"id": 90071992547409931}', '90071992547409931'],
		['[-9007199254740993]', '-9007199254740993'],
		['{"a": [1, {"b": 123456789012345678901234567890}]}', '123456789012345678901234567890'],
	])('may have numbers that JavaScript rounds, with a hint: %s', (text, number) => {
		expect(parseResponse(text)?.hint).toContain(`the number ${number}, which n8n can only hold as`);
	});

	it.each([
		'{"id": 9007199254740991}',
		'{"id": "90071992547409931"}',
		'{"rate": 0.30000000000000004441}',
		'{"at": "20261127123456789012", "n": 1.5e300}',
		'{"n": 9007199254740992}',
	])('has no hint for what is read as it is: %s', (text) => {
		expect(parseResponse(text)).toEqual({ value: JSON.parse(text) });
	});

	it('takes no time for a text that only begins like JSON', () => {
		const hostile = ['{', '[', '"\\"', '{"a":', 'NaN "', '1234567890123456'];
		for (const part of hostile) parseResponse(`NaN${part.repeat(200_000)}`);
		// The test itself would run into its time limit.
		expect(parseResponse(`"${'\\"'.repeat(200_000)}NaN`)).toBeUndefined();
	});
});
