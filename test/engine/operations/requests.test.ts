import type { INodeParameters } from 'n8n-workflow';
import { cases } from './cases';
import { byId, fromList, items, succeed, wire } from './support';

/** What is given in place of a field of the operation's case, and the body; none for that of the case. */
type Request = [INodeParameters, object?];

/** Both IDs as text, as the vendor's node sends them. */
const asText = (fields: INodeParameters) => ({ ...fields, options: { idFormat: 'text' } });

const TWO = { additionalFields: { prospectIds: '5008, 5009' } };
const toCampaign = (body: object) => ({
	campaign: 103,
	prospects_per_company: 1,
	allow_duplicates: false,
	...body,
});
const enrichment = (body: object) => ({
	enrichment_type: 'FIND_EMAIL',
	prospect_limit: 2,
	mode: 'async',
	...body,
});
const search = (filters: object, body: object = {}) => ({
	search_type: 'PEOPLE',
	page: 1,
	page_size: 3,
	...body,
	filters,
});
const people = (peopleFilters: INodeParameters, filters: object): Request => [
	{ peopleFilters },
	search(filters),
];

const STYLE = '<style>@media(max-width:600px){.a{color:red}}</style>';
/** Templates of a step, and what reaches the service. */
const TEMPLATES = [
	['Hi {{first_name}}', 'Hi {{first_name}}'],
	['=Hi {{first_name}}, {{ 1 + 1 }} ideas', 'Hi {{first_name}}, 2 ideas'],
	['=Hi {{ first_name }}', 'Hi {{ first_name }}'],
	['=Hi {{first-name}} {{ $json.template }}', 'Hi {{first-name}} Dear {{last_name}}'],
	['={{custom.color}} {{ 1 }}', '{{custom.color}} 1'],
	['=Die {{größe}}', 'Die {{größe}}'],
	["={{ first_name|'there' }}, hi", "{{ first_name|'there' }}, hi"],
	['={{ first_name | upper }}', '{{ first_name | upper }}'],
	['={{a}} {{ Math.max(1, 2) }} {{ [3].map((x) => x)[0] }}', '{{a}} 2 3'],
	["={{ 'Hi {{first_name\\}}' }}", 'Hi {{first_name}}'],
	["=Dear {{ false ? '{{last_name\\}}' : '{{first_name\\}}' }}", 'Dear {{first_name}}'],
	['={{ $json.template }}', 'Dear {{last_name}}'],
	// To clear it.
	["={{ $json.empty || '' }}", ''],
	['={{ "" }}', ''],
	// A gap that is meant.
	["=Hi{{ $json.none || '' }} {{first_name}}", 'Hi {{first_name}}'],
	['=It is {{ true }}', 'It is true'],
	['a { b } c', 'a { b } c'],
	[`=${STYLE}Hi {{first_name}}`, `${STYLE}Hi {{first_name}}`],
	[
		"={{ '<style>@media print{a{b:c\\}}</style>Hi {{first_name\\}}' }}",
		'<style>@media print{a{b:c}}</style>Hi {{first_name}}',
	],
];

/** By operation, where the fields stand in a collection followed by its name. */
const REQUESTS: Record<string, Request[]> = {
	'apiKey.create': [[{ body: '{}' }, undefined]],
	'campaign.getAnalytics': [
		[{ campaignId: byId(101) }],
		[{ campaignId: fromList('101') }],
		[{ campaignId: byId('={{ 100 + 1 }}') }],
		// In place of the whole locator.
		[{ campaignId: '={{ 101 }}' }],
	],
	'campaign.update updateFields': [
		[
			{
				name: 'Pilot',
				timezone: 'Europe/Berlin',
				language: 'de',
				emailMaxMessages: 11,
				linkedinMaxMessages: 12,
				linkedinMaxConnections: 13,
			},
			{
				name: 'Pilot',
				language: 'de',
				email_max_messages: 11,
				linkedin_max_messages: 12,
				linkedin_max_connections: 13,
				timezone: 'Europe/Berlin',
			},
		],
		[{ emailMaxMessages: 0 }, { email_max_messages: 0 }],
		// Also where the list shows another name for it.
		...['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Etc/UTC', 'UTC'].map(
			(timezone): Request => [{ timezone }, { timezone }],
		),
		[{ timezone: 'europe/berlin' }, { timezone: 'Europe/Berlin' }],
		[{ timezone: 'ASIA/KOLKATA' }, { timezone: 'Asia/Kolkata' }],
		[{ timezone: 'US/Pacific' }, { timezone: 'America/Los_Angeles' }],
		[{ timezone: 'utc' }, { timezone: 'UTC' }],
	],
	'campaignStep.update updateFields': [
		[
			{
				subjectLine: 'One',
				messageTemplate: 'Two',
				subjectLineB: 'Three',
				messageTemplateB: 'Four',
				delayInHours: 48,
				addUnsubscribe: true,
				parentStepId: fromList('10301'),
				childStepId: byId(10303),
			},
			{
				subject_line: 'One',
				message_template: 'Two',
				subject_line_b: 'Three',
				message_template_b: 'Four',
				delay_in_hours: 48,
				add_unsubscribe: true,
				parent_step_id: 10301,
				child_step_id: 10303,
			},
		],
		[
			{ subjectLineB: '', delayInHours: 0, addUnsubscribe: false },
			{ subject_line_b: '', delay_in_hours: 0, add_unsubscribe: false },
		],
		[
			{ parentStepId: 10301, childConditionId: '31' },
			{ parent_step_id: 10301, child_condition_id: 31 },
		],
		...TEMPLATES.map(([messageTemplate, sent]): Request => [
			{ messageTemplate },
			{ message_template: sent },
		]),
	],
	'chat.sendMessage': [
		[{ message: '<p>Thank you,\nMarit</p>' }, { message: '<p>Thank you,\nMarit</p>' }],
		// Only steps have templates.
		[{ message: 'a {{ b }' }, { message: 'a {{ b }' }],
		// A gap that is meant.
		[{ message: "=Hi{{ $json.none || '' }} {{ 0 }}" }, { message: 'Hi 0' }],
	],
	'chat.sendMessage additionalFields': [
		[
			{ subjectLine: 'Re: Call', senderAccountId: '12' },
			{ message: 'Thank you!', subject_line: 'Re: Call', sender_account_id: 12 },
		],
		[{ subjectLine: '' }, { message: 'Thank you!' }],
	],
	'leadList.addLeads': [
		[{ prospectIds: '5005, 5006 ,5007' }, { prospect_ids: [5005, 5006, 5007] }],
		[{ prospectIds: '5005\n5006\n' }, { prospect_ids: [5005, 5006] }],
		[{ prospectIds: 5005 }, { prospect_ids: [5005] }],
		[
			{ prospectIds: '={{ [{id: 5005, name: "A"}, {id: "5006"}] }}' },
			{ prospect_ids: [5005, 5006] },
		],
		[{ prospectIds: '={{ [5005, "5006"] }}' }, { prospect_ids: [5005, 5006] }],
		[{ prospectIds: '[5005,5006]' }, { prospect_ids: [5005, 5006] }],
		[{ prospectIds: '={{ $json.ids }}' }, { prospect_ids: [5007] }],
		[asText({ prospectIds: '5005, 5006' }), { prospect_ids: '5005,5006', company_ids: '' }],
	],
	'leadList.addToCampaign': [
		[
			{
				additionalFields: {
					prospectIds: '5008,5009',
					amount: 5,
					filters: '{"industry":"Energy"}',
					sortField: 'last_name',
					sortDirection: 'desc',
					activate: true,
				},
				prospectsPerCompany: 2,
				// As a spreadsheet has it.
				allowDuplicates: '={{ "TRUE" }}',
			},
			toCampaign({
				prospects_per_company: 2,
				allow_duplicates: true,
				filters: { industry: 'Energy' },
				prospect_ids: [5008, 5009],
				amount: 5,
				sort_field: 'last_name',
				sort_direction: 'desc',
				activate: true,
			}),
		],
		[{ allowDuplicates: '={{ " False " }}' }, toCampaign({})],
		[{ allowDuplicates: 'true' }, toCampaign({ allow_duplicates: true })],
	],
	'leadList.addToCampaign additionalFields': [
		[{ amount: 0, activate: false }, toCampaign({ amount: 0, activate: false })],
		[{ sortField: '={{ "" }}', sortDirection: 'desc' }, toCampaign({ sort_direction: 'desc' })],
	],
	'leadList.create': [[{ searchType: 'COMPANY' }, { name: 'Trade fair', search_type: 'COMPANY' }]],
	'leadList.enrich': [
		[
			{
				mode: 'async',
				additionalFields: {
					webhookUrl: 'https://hooks.example.com/done',
					filters: { job_title: 'VP' },
					sortField: 'id',
					sortDirection: 'desc',
				},
			},
			enrichment({
				filters: { job_title: 'VP' },
				webhook_url: 'https://hooks.example.com/done',
				sort_field: 'id',
				sort_direction: 'desc',
			}),
		],
		[{ mode: 'sync' }, enrichment({ mode: 'sync' })],
		// What 100 emails cost is allowed, unless a person sets another limit.
		[{ prospectLimit: undefined }, enrichment({ prospect_limit: 100 })],
		[
			{ additionalFields: { sortField: '={{ "" }}', sortDirection: 'desc' } },
			enrichment({ sort_direction: 'desc' }),
		],
	],
	'leadList.moveToCampaign': [
		[TWO, { campaign_id: 103, prospect_ids: [5008, 5009] }],
		[asText(TWO), { campaign_id: '103', prospect_ids: '5008,5009' }],
		[asText({}), { campaign_id: '103', prospect_ids: '' }],
	],
	'prospect.search': [
		people({ jobTitle: 'CTO, CEO' }, { job_title: ['CTO, CEO'] }),
		people({ jobTitle: 'CTO\nVP, Sales \n' }, { job_title: ['CTO', 'VP, Sales'] }),
		people({ prospectLocation: 'Austin, TX' }, { prospect_location: ['Austin, TX'] }),
		people({ companySize: '51-200, 201-500' }, { company_size: ['51-200', '201-500'] }),
		people({ companySize: '1,001-5,000' }, { company_size: ['1,001-5,000'] }),
		people(
			{ companySize: '51-200,201-500, 501-1,000,1,001 to 5,000\n10,001+' },
			{ company_size: ['51-200', '201-500', '501-1,000', '1,001 to 5,000', '10,001+'] },
		),
		people({ seniority: '={{ ["VP", "C-Level"] }}' }, { seniority: ['VP', 'C-Level'] }),
		people({ department: '["Sales"]' }, { department: ['Sales'] }),
		people({ excludeIndustry: 'Retail' }, { industry: { doesnt: ['Retail'] } }),
		people(
			{ companyName: 'Larkfield', excludeCompanyName: 'Acme\nEmca' },
			{ company_name: { must: ['Larkfield'], doesnt: ['Acme', 'Emca'] } },
		),
		people(
			{ locationRadius: 25, locationRadiusUnit: 'mi' },
			{ location_radius: 25, location_radius_unit: 'mi' },
		),
		people(
			{ jobChangeRangeDays: 90, yearsExperience: '5 - 10' },
			{ job_change_range_days: 90, years_experience: '5-10' },
		),
		[{ options: { filters: '{"new": "x"}' } }, search({ job_title: ['VP'], new: 'x' })],
		[
			{ peopleFilters: {}, options: { filters: '={{ $json.filters }}' } },
			search({ industry: { doesnt: ['Retail'] } }),
		],
		[{ searchType: 'COMPANY', peopleFilters: {} }, search({}, { search_type: 'COMPANY' })],
		[{ options: { startPage: 3 } }, search({ job_title: ['VP'] }, { page: 3 })],
	],
	'webhook.set': [
		[{ webhookUrl: ' https://a.example/in ' }, { webhook_url: 'https://a.example/in' }],
	],
};

describe.each(Object.entries(REQUESTS))('%s sends', (key, rows) => {
	const [name = '', collection] = key.split(' ');
	const [method = '', path = ''] = cases[name]?.wire.split(' ') ?? [];

	it.each(rows)('what %j says', async (...[given, body]) => {
		const fields = collection ? { [collection]: given } : given;
		const filters = { industry: { doesnt: ['Retail'] } };
		const input = items({ ids: [5007], filters, template: 'Dear {{last_name}}', empty: '' });
		await succeed(name, { ...cases[name]?.fields, ...fields }, { items: input });

		expect(wire()).toEqual([[method, path, ...(body ? [JSON.stringify(body)] : [])].join(' ')]);
	});
});
