import type { INodeParameters } from 'n8n-workflow';
import { callTool } from './agent';
import { respondWith, parametersOf, refused, run, simulator, succeed, wire } from './support';

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
		respondWith({ prospects: rows(1, 100) });
		respondWith({ prospects: rows(101, 100) });
		const json = await succeed('prospect.search', { limit: 150 });

		expect(json.map(({ id }) => id)).toEqual(rows(1, 150).map(({ id }) => id));
		expect(wire()).toEqual([page(1, 100), page(2, 100)]);
	});

	it('is repeated when the response is lost, for it changes nothing', async () => {
		simulator.current.plan({ kind: 'reset' });

		expect(await succeed('prospect.search', { limit: 1 })).toHaveLength(1);
		expect(wire()).toEqual([page(1, 1), page(1, 1)]);
	});

	it('finds nothing behind the last page', async () => {
		expect(await succeed('prospect.search', { limit: 100, options: { startPage: 9 } })).toEqual([]);
	});
});

const filtersSent = () => /"filters":(.*)\}$/.exec(String(wire()[0]))?.[1];
const json = (filters: string): INodeParameters => ({ options: { filters } });
const ofCompanies = (filters: string) => ({ searchType: 'COMPANY', ...json(filters) });

it.each([
	['={{ { job_title: $json.title } }}', 'job_title'],
	['{"job_title": " "}', 'job_title'],
	['{"industry": null}', 'industry'],
	['{"industry": []}', 'industry'],
	['{"industry": ["Retail", ""]}', 'industry'],
	['{"industry": {"doesnt": []}}', 'industry.doesnt'],
])('prospect.search refuses %s by the name of what has no value', async (filters, name) => {
	expect(await refused('prospect.search', json(filters))).toBe(
		`Filters (JSON): "${name}" has no value. Give it one, or remove it`,
	);
});

it.each([
	['={{ ({ since: DateTime.fromMillis(0).toUTC() }) }}', '{"since":"1970-01-01T00:00:00.000Z"}'],
	['={{ ({ since: new Date(0) }) }}', '{"since":"1970-01-01T00:00:00.000Z"}'],
	['={{ ({ on: { must: [new Date(0)] } }) }}', '{"on":{"must":["1970-01-01T00:00:00.000Z"]}}'],
	['={"since": "{{ new Date(0).toISOString() }}"}', '{"since":"1970-01-01T00:00:00.000Z"}'],
	// Words are texts, as a last name is.
	['{"last_name": ["null"], "job_title": "undefined"}', undefined],
	['={{ ({ last_name: "null" }) }}', '{"last_name":"null"}'],
])('prospect.search sends the filters %s', async (filters, sent) => {
	await succeed('prospect.search', { ...json(filters), limit: 1 });

	expect(filtersSent()).toBe(sent ?? JSON.stringify(JSON.parse(filters)));
});

it('prospect.search refuses filters by the expression that is empty', async () => {
	const filters = '={"job_title": "{{ $json.title }}"}';
	expect(await refused('prospect.search', json(filters))).toBe(
		'Filters (JSON): {{ $json.title }} is empty for this item',
	);
});

describe('the hints of prospect.search', () => {
	it.each([
		['{"jobtitle":"CTO"}', /^"jobtitle" isn't a known filter: .* Known filters: .*job_title/],
		['{"colour":"CTO","size":1}', /^"colour", "size" aren't known filters: .* ignore them/],
		['{"job_title":{"not":["CTO"]}}', /^"job_title" takes must and doesnt: .* ignore "not" in it$/],
		[
			'{"years_experience":{"min":5,"must":["10"]}}',
			/^"years_experience" takes min and max: .* ignore "must" in it$/,
		],
		['{"job_title":{"max":1}}', /^"job_title" takes must and doesnt: .* ignore "max" in it$/],
		['{}', /^The search had no filters, so it matched everyone$/],
		['{"job_title":"CTO"}', undefined],
		['{"years_experience":{"min":5,"max":10}}', undefined],
	])('of %s, which is sent, are %s', async (filters, words) => {
		const { hints, error } = await run('prospect.search', { ...json(filters), limit: 1 });

		expect(error).toBeUndefined();
		expect(filtersSent()).toBe(filters);
		expect(hints).toEqual(words ? [expect.stringMatching(words)] : []);
	});

	it.each([
		[1, 1],
		[5, 5],
		[5_000, 5],
	])('of %d filters with wrong names and forms are few', async (count, most) => {
		const names = Array.from({ length: count }, (_one, index) => `x${index}`);
		const filters = JSON.stringify(Object.fromEntries(names.map((name) => [name, { not: [1] }])));
		const { hints } = await run('prospect.search', { ...json(filters), limit: 1 });

		expect(hints.filter((text) => /known filter/.test(text))).toHaveLength(1);
		expect(hints).toHaveLength(1 + most);
		expect(hints.join('').length).toBeLessThan(2_000);
	});

	it.each<[INodeParameters, RegExp]>([
		[ofCompanies('{}'), /^The search had no filters, so it matched every company$/],
		[ofCompanies('{"x":1}'), /^The filters for companies are not documented: .*every company$/],
		[{ peopleFilters: { jobTitle: 'CTO, CEO' } }, /^Job Title: "CTO, CEO" is one title/],
	])('of %j say what was meant', async (fields, words) => {
		const { hints } = await run('prospect.search', { ...fields, limit: 1 });

		expect(hints).toEqual([expect.stringMatching(words)]);
	});
});

describe('a model that searches prospects', () => {
	const ai = (key: string) => `={{ $fromAI('${key}', '', 'string') }}`;
	const search = parametersOf('prospect.search', {
		limit: 1,
		peopleFilters: { jobTitle: ai('title'), excludeIndustry: ai('not_industry') },
	});

	it('leaves out a filter by an empty text', async () => {
		await callTool(search, { title: 'CTO', not_industry: '' });

		expect(filtersSent()).toBe('{"job_title":["CTO"]}');
	});

	it.each(['null', 'N/A', ['CTO', 'none'], { must: ['-'] }])(
		'is told of a filter in JSON for which it has nothing: %j',
		async (nothing) => {
			const options = { filters: "={{ $fromAI('filters', '', 'json') }}" };
			const tool = parametersOf('prospect.search', { limit: 1, options });
			const { error } = await callTool(tool, { filters: { job_title: nothing } });

			expect(error?.message).toMatch(/^Filters \(JSON\): "job_title.*" has no value/);
			expect(wire()).toEqual([]);
		},
	);

	it('is refused without any filter', async () => {
		const { error } = await callTool(search, { title: '', not_industry: '' });

		expect(error?.message).toMatch(/Enter at least one filter/);
		expect(wire()).toEqual([]);
	});
});
