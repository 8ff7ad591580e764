import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { callTool } from './agent';
import { items, parametersOf, refused, run, succeed, wire } from './support';

const page = (number: number, size: number, type = 'PEOPLE', filters = '{}') =>
	`POST /api/v1/public/prospects/search/ {"search_type":"${type}","page":${number},"page_size":${size},"filters":${filters}}`;

describe('prospect.search with filters as fields', () => {
	const sent = () => JSON.parse(wire()[0]?.slice(wire()[0]?.indexOf('{')) ?? '').filters;
	const find = async (peopleFilters: INodeParameters, item: IDataObject = {}) =>
		await succeed('prospect.search', { peopleFilters, limit: 1 }, { items: items(item) });

	it.each([
		['one text', { jobTitle: 'CTO' }, { job_title: ['CTO'] }],
		[
			'a text for each line',
			{ jobTitle: 'CTO\nVP, Sales \n' },
			{ job_title: ['CTO', 'VP, Sales'] },
		],
		[
			'a place with commas',
			{ prospectLocation: 'Austin, TX' },
			{ prospect_location: ['Austin, TX'] },
		],
		[
			'ranges with commas',
			{ companySize: '51-200, 201-500' },
			{ company_size: ['51-200', '201-500'] },
		],
		[
			'ranges with separators of thousands',
			{ companySize: '1,001-5,000' },
			{ company_size: ['1,001-5,000'] },
		],
		[
			'such ranges among others',
			{ companySize: '51-200,201-500, 501-1,000,1,001-5,000\n10,001+' },
			{ company_size: ['51-200', '201-500', '501-1,000', '1,001-5,000', '10,001+'] },
		],
		[
			'a list by expression',
			{ seniority: '={{ ["VP", "C-Level"] }}' },
			{ seniority: ['VP', 'C-Level'] },
		],
		['the text of a list', { department: '["Sales"]' }, { department: ['Sales'] }],
		['what is to be left out', { excludeIndustry: 'Retail' }, { industry: { doesnt: ['Retail'] } }],
		[
			'both',
			{ companyName: 'Larkfield', excludeCompanyName: 'Acme\nEmca' },
			{ company_name: { must: ['Larkfield'], doesnt: ['Acme', 'Emca'] } },
		],
		[
			'a radius with its unit',
			{ locationRadius: 25, locationRadiusUnit: 'mi' },
			{ location_radius: 25, location_radius_unit: 'mi' },
		],
		[
			'numbers and ranges',
			{ jobChangeRangeDays: 90, yearsExperience: '5 - 10' },
			{ job_change_range_days: 90, years_experience: '5-10' },
		],
	])('takes %s', async (_what, peopleFilters, filters) => {
		await find(peopleFilters);

		expect(sent()).toEqual(filters);
	});

	it('finds those who have any of the values and none of the others', async () => {
		const people = await succeed('prospect.search', {
			peopleFilters: { jobTitle: 'VP\nHead', excludeCompanyName: 'Larkfield' },
			returnAll: true,
		});

		expect(people.length).toBeGreaterThan(3);
		for (const { job_title: title, company } of people) {
			expect(title).toMatch(/VP|Head/);
			expect(JSON.stringify(company)).not.toMatch(/Larkfield/);
		}
	});

	it('adds the filters that are given as JSON', async () => {
		await succeed('prospect.search', {
			peopleFilters: { jobTitle: 'CTO' },
			options: { filters: '{"new_filter": "x"}' },
			limit: 1,
		});

		expect(sent()).toEqual({ job_title: ['CTO'], new_filter: 'x' });
	});

	it.each([
		[
			'an empty text',
			{ jobTitle: '' },
			/^Job Title is empty.*at least one value, without blank ones/,
		],
		[
			'a value that an expression does not find',
			{ jobTitle: '={{ $json.none }}' },
			/^Job Title is empty for this item/,
		],
		['an empty list', { excludeIndustry: '={{ [] }}' }, /^Exclude Industry: /],
		['a list with a gap', { jobTitle: '={{ ["CTO", $json.none] }}' }, /^Job Title: /],
		[
			'a radius without its unit',
			{ locationRadius: 25 },
			/^Location Radius Unit is empty. It needs km or mi/,
		],
		[
			'a unit without its radius',
			{ locationRadiusUnit: 'km' },
			/^Location Radius is empty. It needs a number/,
		],
		['years in words', { yearsExperience: 'lots' }, /^Years of Experience: .*such as 5-10/],
		['years the wrong way round', { yearsExperience: '10-5' }, /^Years of Experience: /],
		['a radius of 0', { locationRadius: 0, locationRadiusUnit: 'km' }, /^Location Radius: /],
	])('refuses %s before anything is sent', async (_what, peopleFilters, words) => {
		expect(await refused('prospect.search', { peopleFilters })).toMatch(words);
	});

	it('refuses a filter that is given twice', async () => {
		const fields = {
			peopleFilters: { jobTitle: 'CTO' },
			options: { filters: '{"job_title": "CEO"}' },
		};

		expect(await refused('prospect.search', fields)).toMatch(
			/^"job_title" is set twice: .*Filters \(JSON\)/,
		);
	});

	it('refuses filters for people in a search for companies', async () => {
		const fields = { searchType: '={{ "COMPANY" }}', peopleFilters: { jobTitle: 'CTO' } };

		expect(await refused('prospect.search', fields)).toMatch(
			/^Filters: expected no filters for people/,
		);
	});
});

describe('prospect.search without usable filters', () => {
	it.each([
		['an undefined value', '={{ { job_title: $json.title } }}', 'job_title'],
		['a text that an expression left empty', '={"job_title": "{{ $json.title }}"}', 'job_title'],
		['an empty text', '{"job_title": " "}', 'job_title'],
		['null', '{"industry": null}', 'industry'],
		['an empty list', '{"industry": []}', 'industry'],
		['a list with an empty text', '{"industry": ["Retail", ""]}', 'industry'],
		['an empty exclusion', '{"industry": {"doesnt": []}}', 'industry.doesnt'],
	])('refuses %s by name', async (_what, filters, name) => {
		const words = await refused('prospect.search', { options: { filters } });

		expect(words).toBe(`Filters (JSON): "${name}" has no value. Give it one, or remove it`);
	});

	it.each([
		['an unknown filter', '{"jobtitle":"CTO"}', /"jobtitle" isn't.*Did you mean job_title\?/],
		['one with a typo', '{"jobTitel":"CTO"}', /Did you mean job_title\?/],
		[
			'a part of a name',
			'{"Location":"CTO"}',
			/"Location" isn't.*Did you mean prospect_location\?/,
		],
		['the heading of a column', '{"title":"CTO"}', /Did you mean job_title\?/],
		['the start of a name', '{"company":"Larkfield"}', /Did you mean company_name\?/],
		['one like no other', '{"colour":"CTO"}', /"colour" isn't a known filter.*everybody$/],
		[
			'an unknown condition',
			'{"job_title":{"not":["CTO"]}}',
			/^"not" in "job_title" isn't.*doesnt$/,
		],
		['no filter', '{}', /^The search had no filters, so it matched everybody$/],
	])('hints at %s, and sends it', async (_what, filters, words) => {
		const { hints, json } = await run('prospect.search', { options: { filters }, limit: 1 });

		expect(wire()).toEqual([page(1, 1, 'PEOPLE', filters)]);
		expect(json).toHaveLength(1);
		expect(hints).toEqual([expect.stringMatching(words)]);
	});

	it.each([
		['no filter', '{}', /^The search had no filters, so it matched every company$/],
		[
			'a filter for companies, none of which is documented',
			'{"x":1}',
			/^The filters for companies are not documented: .*every company$/,
		],
	])('hints at %s for companies', async (_what, filters, words) => {
		const fields = { searchType: 'COMPANY', options: { filters }, limit: 1 };

		expect((await run('prospect.search', fields)).hints).toEqual([expect.stringMatching(words)]);
	});

	it.each(['{"job_title": "CTO"}', '{"years_experience": {"min": 5, "max": 10}}'])(
		'gives no hint about %s, which is documented',
		async (filters) => {
			expect((await run('prospect.search', { options: { filters }, limit: 1 })).hints).toEqual([]);
		},
	);

	it('hints at what a range does not take', async () => {
		const filters = '{"years_experience": {"min": 5, "must": ["10"]}, "job_title": {"max": 1}}';
		const { hints } = await run('prospect.search', { options: { filters }, limit: 1 });

		expect(hints).toEqual([
			expect.stringMatching(/^"must" in "years_experience" isn't known: .*min and max$/),
			expect.stringMatching(/^"max" in "job_title" isn't known: .*must and doesnt$/),
		]);
	});
});

describe('a job title with a comma', () => {
	it('is one title, with a hint', async () => {
		const fields = { peopleFilters: { jobTitle: 'CTO, CEO' }, limit: 1 };
		const { hints } = await run('prospect.search', fields);

		expect(wire()).toEqual([page(1, 1, 'PEOPLE', '{"job_title":["CTO, CEO"]}')]);
		expect(hints).toEqual([expect.stringMatching(/^Job Title: "CTO, CEO" is one title/)]);
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

		expect(wire()).toEqual([page(1, 1, 'PEOPLE', '{"job_title":["CTO"]}')]);
	});

	it('is refused without any filter', async () => {
		const { error } = await callTool(search, { title: '', not_industry: '' });

		expect(error?.message).toMatch(/Enter at least one filter/);
		expect(wire()).toEqual([]);
	});
});
