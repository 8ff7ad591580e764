import type { INodeParameters } from 'n8n-workflow';
import { callTool } from '../operations/agent';
import { cases } from '../operations/cases';
import {
	byId,
	items,
	parametersOf,
	refused,
	run,
	simulator,
	succeed,
	wire,
} from '../operations/support';

/** Fields of an operation, by its name; where they stand in a collection, followed by that. */
function fieldsOf(key: string, given: INodeParameters): [string, INodeParameters] {
	const [name = '', collection] = key.split(' ');
	return [
		name,
		{
			...(REQUIRED[name] ?? cases[name]?.fields),
			...(collection ? { [collection]: given } : given),
		},
	];
}

/** What else an operation needs, where its case has fields that a test replaces. */
const REQUIRED: Record<string, INodeParameters> = {
	'leadList.addToCampaign': { leadListId: byId('301'), campaignId: byId('102') },
	'leadList.addLeads': { leadListId: byId('301'), prospectIds: '5005' },
	'campaignStep.update': { campaignId: byId('103'), stepId: byId('10302') },
	'apiEndpoint.call': { method: 'POST', path: '/api/v1/things/' },
};

const ITEM = {
	...{ empty: '', null: null, text: 'Great \u{1F680} idea', name: 'Jane', revenue: '1,000' },
	...{ cell: '5,001', grouped: '5,123', other: '5,124', marked: '#5,123', cells: ['5,123'] },
	...{ small: '12', rows: [{ id: '101', revenue: '1,000' }, { id: 102 }] },
};

describe('a gap is refused in every field, before anything is sent', () => {
	it.each<[string, INodeParameters, string]>([
		[
			'prospect.search peopleFilters',
			{ jobTitle: '=VP {{ $json.dept }}' },
			'Job Title: {{ $json.dept }} is empty',
		],
		[
			'prospect.search peopleFilters',
			{ companyName: "={{ $json.name + ' ' + $json.dept }}" },
			'Company Name: {{ $json.dept }}',
		],
		[
			'prospect.search peopleFilters',
			{ jobTitle: "={{ ['VP ' + $json.dept] }}" },
			'Job Title: {{ $json.dept }} is empty',
		],
		[
			'prospect.search options',
			{ filters: "={{ ({ job_title: 'VP ' + $json.dept }) }}" },
			'Filters (JSON): {{ $json.dept }}',
		],
		[
			'prospect.search options',
			{ filters: '={"job_title": "VP {{ $json.dept }}"}' },
			'Filters (JSON): {{ $json.dept }}',
		],
		['campaign.get', { campaignId: byId('=10{{ $json.x }}') }, 'Campaign: {{ $json.x }} is empty'],
		[
			'campaign.get',
			{ campaignId: byId("={{ '10' + $json.empty }}") },
			'Campaign: {{ $json.empty }} is empty',
		],
		[
			'campaign.get',
			{ campaignId: byId('={{ $json.null + 102 }}') },
			'Campaign: {{ $json.null }} is empty',
		],
		[
			'leadList.create',
			{ name: '=Leads {{ $json.industry }}', options: { reuseExisting: true } },
			'Name: {{ $json.industry }}',
		],
		[
			'leadList.create',
			{ name: '={{ `Leads ${$json.null}` }}' },
			'Name: {{ $json.null }} is empty',
		],
		['leadList.create', { name: '={{ $json.days * 2 }}' }, 'Name: {{ $json.days }} is empty'],
		['leadList.create', { name: '={{ Number($json.name) }}' }, 'Name: expected text, got NaN'],
		[
			'campaign.create',
			{ name: "={{ 'On ' + DateTime.fromISO($json.day).toISODate() }}" },
			'Name: {{ $json.day }}',
		],
		[
			'campaign.update updateFields',
			{ name: '=A {{ $json.empty }}' },
			'Name: {{ $json.empty }} is empty',
		],
		[
			'campaign.getAll filters',
			{ nameContains: "={{ 'Q' + $json.quarter }}" },
			'Name Contains: {{ $json.quarter }}',
		],
		[
			'campaign.getAll filters',
			{ workspaceId: '=3{{ $json.x }}' },
			'Workspace ID: {{ $json.x }} is empty',
		],
		[
			'campaign.getAll options',
			{ queryParameters: '={"a": "x{{ $json.x }}"}' },
			'Query Parameters (JSON): {{ $json.x }}',
		],
		[
			'chat.sendMessage additionalFields',
			{ subjectLine: "={{ 'Re: ' + $json.subject }}" },
			'Subject Line: {{ $json.subject }}',
		],
		[
			'campaignStep.update updateFields',
			{ messageTemplate: "=Hi {{first_name}}, {{ 'for ' + $json.x }}" },
			'Message Template: {{ $json.x }}',
		],
		[
			'leadList.addLeads',
			{ prospectIds: '={{ $json.a }},{{ $json.b }}' },
			'Prospect IDs: {{ $json.a }} is empty',
		],
		[
			'leadList.addLeads',
			{ prospectIds: '=5001,{{ $json.b }}' },
			'Prospect IDs: {{ $json.b }} is empty',
		],
		[
			'webhook.set',
			{ webhookUrl: "={{ 'https://hooks.example.com/' + $json.id }}" },
			'Webhook URL: {{ $json.id }}',
		],
		[
			'apiEndpoint.call',
			{ path: "={{ '/api/v1/leads/' + $json.id + '/' }}" },
			'Path: {{ $json.id }} is empty',
		],
		[
			'apiEndpoint.call',
			{ path: '=/api/v1/leads/{{ String($json.id) }}/' },
			'Path: {{ $json.id }} is empty',
		],
		[
			'apiEndpoint.call',
			{ path: "=/api/v1/leads/{{ 'undefined' }}/" },
			'Path: expected an ID, not a word for a missing value',
		],
		[
			'apiEndpoint.call',
			{ path: '/api/v1/leads/null' },
			'Path: expected an ID, not a word for a missing value',
		],
		[
			'apiEndpoint.call',
			{ body: "={{ ({ text: 'Hi ' + $json.x }) }}" },
			'Body (JSON): {{ $json.x }} is empty',
		],
		[
			'apiEndpoint.call',
			{ body: '={{ ({ all: [{ days: $json.x * 2 }] }) }}' },
			'Body (JSON): {{ $json.x }} is empty',
		],
		[
			'apiEndpoint.call',
			{ body: "={{ ({ text: ['Hi', $json.x].join(' ') }) }}" },
			'Body (JSON): {{ $json.x }} is empty',
		],
		[
			'apiEndpoint.call',
			{ body: "={{ ({ days: Number('NaN') }) }}" },
			'Body (JSON): {{ ({ days: Number(\'NaN\') }) }} gives "NaN"',
		],
		[
			'apiEndpoint.call',
			{ body: '={"text":"Hi {{ $json.x }}"}' },
			'Body (JSON): {{ $json.x }} is empty',
		],
		[
			'apiEndpoint.call',
			{ body: '=Hi {{ $json.x }}', options: { contentType: 'raw' } },
			'Body (JSON): {{ $json.x }}',
		],
		[
			'apiEndpoint.call',
			{ query: '={{ ({ since: new Date($json.x) }) }}' },
			'Query Parameters (JSON): {{ $json.x }} is empty',
		],
	])('%s: %j', async (key, given, words) => {
		const message = await refused(...fieldsOf(key, given), { items: items(ITEM) });
		expect(message).toContain(words);
	});
});

describe('a number with separators is refused, with how to write it', () => {
	it.each<[string, INodeParameters, string]>([
		[
			'leadList.addLeads',
			{ prospectIds: '={{ $json.cell }}' },
			'Prospect IDs: expected IDs such as 1042, 1043, got "5,001"',
		],
		['leadList.addLeads', { prospectIds: '={{ "5,123" }}' }, 'Prospect IDs: expected IDs'],
		['leadList.addLeads', { prospectIds: '={{ "1.005.123" }}' }, 'Prospect IDs: expected IDs'],
		['leadList.addLeads', { prospectIds: '={{ ["5,001"] }}' }, 'Prospect IDs: expected IDs'],
		['leadList.addLeads', { prospectIds: '={{ "5,123.00" }}' }, 'Prospect IDs: expected IDs'],
		['leadList.addLeads', { prospectIds: '={{ "5,123, 5,124" }}' }, 'Prospect IDs: expected IDs'],
		['leadList.addLeads', { prospectIds: '=5,123\n{{ "5,124" }}' }, 'Prospect IDs: expected IDs'],
		[
			'leadList.addLeads',
			{ prospectIds: '={{ ["5,123", "5,124"].join("; ") }}' },
			'Prospect IDs: expected IDs',
		],
		...[
			"={{ $json.marked.replace('#', '') }}",
			"={{ $json.cells.join(',') }}",
			"={{ $input.all().map(({ json }) => json.grouped).join(',') }}",
			'={{ $json.grouped }},{{ $json.other }}',
			'={{ $json.small }},{{ $json.grouped }}',
			"={{ $json.small + ',' + $json.grouped }}",
			'={{ `${$json.grouped}` }}',
			"={{ (5123).toLocaleString('en') }}",
		].map((prospectIds): [string, INodeParameters, string] => [
			'leadList.addLeads',
			{ prospectIds },
			'Prospect IDs: expected IDs',
		]),
		[
			'leadList.addToCampaign additionalFields',
			{ prospectIds: '={{ $json.grouped }},{{ $json.other }}' },
			'Prospect IDs: expected IDs',
		],
		['leadList.addLeads', { prospectIds: '5,001' }, 'Prospect IDs: expected IDs'],
		['leadList.addLeads', { companyIds: '={{ "0x10" }}' }, 'Company IDs: expected IDs'],
		[
			'leadList.addLeads options',
			{ batchSize: '={{ "1.000" }}' },
			'Batch Size: expected a whole number',
		],
		['campaign.get', { campaignId: byId('1e2') }, 'Campaign: expected an ID'],
		['campaign.get', { campaignId: byId('0102') }, 'Campaign: expected an ID'],
		[
			'campaign.getAll',
			{ limit: '={{ "1,000" }}' },
			'Limit: expected a whole number of at least 1, got "1,000"',
		],
		['campaign.getAll', { limit: '={{ "1.000" }}' }, 'Limit: expected a whole number'],
		[
			'campaign.getAll options',
			{ timeout: '={{ "1e2" }}' },
			'Timeout (Seconds): expected a whole number',
		],
		[
			'campaignStep.update updateFields',
			{ delayInHours: '={{ "1.000" }}' },
			'expected a whole number',
		],
		['leadList.addLeads', { prospectIds: '={{ [5001, , 5002] }}' }, 'Prospect IDs: expected IDs'],
		[
			'leadList.addLeads',
			{ prospectIds: '={{ [5001, undefined, 5002].join() }}' },
			'Prospect IDs: expected IDs',
		],
		['leadList.addLeads', { prospectIds: '5001,,5002' }, 'Prospect IDs: expected IDs'],
		[
			'campaign.getAll filters',
			{ status: '={{ ["ACTIVE", , "DRAFT"] }}' },
			'Status Names or IDs: expected',
		],
		[
			'prospect.search peopleFilters',
			{ jobTitle: '={{ ["CTO", , "CEO"] }}' },
			'Job Title: expected',
		],
	])('%s: %j', async (key, given, words) => {
		const message = await refused(...fieldsOf(key, given), { items: items(ITEM) });
		expect(message).toContain(words);
	});

	it.each([
		['5001, 5002', [5001, 5002]],
		['5001.0\r\n5002\r\n', [5001, 5002]],
		['101,102', [101, 102]],
		['={{ [101, 102].join() }}', [101, 102]],
		['={{ 101 }},{{ 102 }}', [101, 102]],
		['={{ "101, 102" }}', [101, 102]],
		['={{ ["5001.0", 5002] }}', [5001, 5002]],
		['={{ $json.small }},{{ 102 }}', [12, 102]],
		["={{ $json.rows.map((row) => row.id).join(',') }}", [101, 102]],
		['={{ $json.rows.reduce((ids, row) => [...ids, row.id], []).join() }}', [101, 102]],
		["={{ $json.rows.reduce((text, row) => text + ',' + row.id, '1001') }}", [1001, 101, 102]],
		['5001\u200b, \ufeff5002', [5001, 5002]],
	])('lists of IDs are read: %s', async (prospectIds, ids) => {
		simulator.current.plan({ status: 200, body: { success: true } });
		await succeed(
			'leadList.addLeads',
			{ leadListId: byId('301'), prospectIds },
			{ items: items(ITEM) },
		);
		expect(wire()[0]).toContain(`"prospect_ids":${JSON.stringify(ids)}`);
	});
});

describe('a fixed value with an expression is refused, since n8n does not evaluate it', () => {
	it.each<[string, INodeParameters]>([
		['leadList.create', { name: '{{ $json.company }}' }],
		['campaign.create', { name: "Leads of {{ $('Sheet').item.json.company }}" }],
		['campaign.update updateFields', { name: '{{$json.name}}' }],
		['campaign.update updateFields', { language: '{{ $json.language }}' }],
		['prospect.search peopleFilters', { jobTitle: '{{ $json.title }}' }],
		['prospect.search options', { filters: '{"job_title":["{{ $json.title }}"]}' }],
		['chat.sendMessage additionalFields', { companyName: '{{ $json.company }}' }],
		['leadList.getAll filters', { nameContains: '{{ $now }}' }],
		['campaign.get', { campaignId: byId('{{ $json.id }}') }],
	])('%s: %j', async (key, given) => {
		const { error } = await run(...fieldsOf(key, given), { items: items(ITEM) });
		expect(error?.message).toMatch(/: n8n does not evaluate \{\{.*\$.*\}\} in a fixed value$/);
		expect(error?.description).toContain('Switch the field to Expression');
		expect(wire()).toEqual([]);
	});
});

describe('a URL is one whole URL, as it is sent', () => {
	const url = async (webhookUrl: string) =>
		await run('webhook.set', { webhookUrl }, { items: items(ITEM) });

	it.each([
		'https://hooks.example.com/in (prod)',
		'https://hooks.example.com/in\nhttps://b.example.com/in',
		'https://hooks.example.com/in, https://b.example.com/in',
		'https://hooks.example.com/in,https://b.example.com/in',
		'https:hooks.example.com/in',
		'https://hooks.exa\u200bmple.com/in',
		'<https://hooks.example.com/in>',
		'https://hooks.example.com/{{ id }}',
		'=https://hooks.example.com/{{ "a b" }}',
	])('refused: %j', async (webhookUrl) => {
		const { error } = await url(webhookUrl);
		expect(error?.message).toMatch(/^Webhook URL: expected a full URL, /);
		expect(wire()).toEqual([]);
	});

	it.each([
		['https://hooks.example.com/in\u200b', 'https://hooks.example.com/in'],
		[
			'\ufeffhttps://hooks.example.com/in?a=b,c;d#e\u00a0',
			'https://hooks.example.com/in?a=b,c;d#e',
		],
		['https://hooks.example.com/?to=https://b.example.com/in', undefined],
		['https://xn--bcher-kva.example:8443/%20', undefined],
		['https://b\u00fccher.example/in', undefined],
	])('sent: %j', async (entered, sent = entered) => {
		expect((await url(entered)).error).toBeUndefined();
		expect(wire().at(-1)).toContain(JSON.stringify(sent));
	});
});

describe('characters that cannot be seen', () => {
	it.each<[string, INodeParameters, string]>([
		['campaign.get', { campaignId: byId('\u200b102\ufeff') }, '/campaigns/102/'],
		['campaign.getAll filters', { workspaceId: 'ALL\u200b' }, 'workspace_id=ALL'],
		['campaign.update updateFields', { timezone: 'Europe/Berlin\u200b' }, '"Europe/Berlin"'],
		['apiEndpoint.call', { method: 'GET', path: '/api/v1/things/\u200b' }, '/api/v1/things/'],
	])('around a value are left out: %s %j', async (key, given, sent) => {
		simulator.current.plan({ status: 200, body: {} });
		await run(...fieldsOf(key, given));
		expect(wire().some((line) => line.includes(sent))).toBe(true);
		expect(wire().join()).not.toMatch(/%E2%80%8B|\u200b/i);
	});

	it.each<[string, INodeParameters, string]>([
		['campaign.get', { campaignId: byId('10\u200b2') }, 'got "10\\u200b2"'],
		['apiEndpoint.call', { path: '/api/v1/th\u200bings/' }, 'got "/api/v1/th\\u200bings/"'],
		[
			'chat.sendMessage',
			{ prospectId: byId('\u{1F469}\u200d\u{1F4BB}') },
			'got "\u{1F469}\u200d\u{1F4BB}"',
		],
		['campaign.get', { campaignId: byId('={{ BigInt(5) - 6n }}') }, 'got -1'],
	])('within a value are shown: %s %j', async (key, given, words) => {
		expect(await refused(...fieldsOf(key, given))).toContain(words);
	});
});

describe('what is sent', () => {
	const call = async (fields: INodeParameters) => {
		simulator.current.plan({ status: 200, body: {} });
		const given = { method: 'POST', path: '/api/v1/things/', ...fields };
		await succeed('apiEndpoint.call', given, { items: items(ITEM) });
		return wire()[0];
	};

	it.each<[INodeParameters, string]>([
		// Placeholders of the service in a body.
		[
			{ body: '={"message_template":"Hi {{first_name}}, {{ $json.name }}"}' },
			'{"message_template":"Hi {{first_name}}, Jane"}',
		],
		[
			{ body: '={"a":[{"t":"{{ last_name|"you" }}"}]}'.replaceAll('"you"', "'you'") },
			`{"a":[{"t":"{{ last_name|'you' }}"}]}`,
		],
		[
			{ body: '=[{"t":"{{first_name}}"},{"n":{"t":"{{ $json.name }}"}}]' },
			'[{"t":"{{first_name}}"},{"n":{"t":"Jane"}}]',
		],
		[
			{ body: '{"t":"{{first_name}} {{ $json.name }}"}' },
			'{"t":"{{first_name}} {{ $json.name }}"}',
		],
		[
			{ body: '=Hi {{first_name}}, {{ $json.name }}', options: { contentType: 'raw' } },
			'Hi {{first_name}}, Jane',
		],
		// Half characters and NUL.
		[{ body: '={"t":"{{ $json.text.slice(0, 7) }}"}' }, '{"t":"Great "}'],
		[
			{ body: '={{ ({ t: $json.text.slice(0, 7), all: [$json.text.slice(7)] }) }}' },
			'{"t":"Great ","all":[" idea"]}',
		],
		[{ body: '{"t":"a\\ud83d\\u0000b"}' }, '{"t":"ab"}'],
		[{ body: "={{ 'a\\u0000b' }}", options: { contentType: 'raw' } }, 'ab'],
		[{ body: '={"t":"{{ $json.text }}"}' }, '{"t":"Great \u{1F680} idea"}'],
		// Numbers that JavaScript would round.
		[{ body: '{"id":90071992547409931}' }, '{"id":90071992547409931}'],
		[{ body: '[9007199254740993]' }, '[9007199254740993]'],
		[
			{ body: '={"id": 123456789012345678901, "name": "{{ $json.name }}"}' },
			'{"id": 123456789012345678901, "name": "Jane"}',
		],
		[{ body: '{"id": "90071992547409931"}' }, '{"id":"90071992547409931"}'],
		[{ body: '{"id": 9007199254740992, "rate": 0.5}' }, '{"id":9007199254740992,"rate":0.5}'],
		// Dates.
		[
			{
				body: '={{ ({ since: new Date(0), on: [DateTime.fromISO("2026-03-02", { zone: "utc" })] }) }}',
			},
			'{"since":"1970-01-01T00:00:00.000Z","on":["2026-03-02T00:00:00.000Z"]}',
		],
	])('as a body: %j', async (fields, body) => {
		expect(await call(fields)).toBe(`POST /api/v1/things/ ${body}`);
	});

	it.each([
		['={{ ({ since: new Date(0) }) }}', 'since=1970-01-01T00:00:00.000Z'],
		[
			'={{ ({ since: [new Date(0), DateTime.fromMillis(0).toUTC()] }) }}',
			'since=1970-01-01T00:00:00.000Z&since=1970-01-01T00:00:00.000Z',
		],
		['={"since": "{{ DateTime.fromMillis(0).toUTC() }}"}', 'since=1970-01-01T00:00:00.000Z'],
	])('as a query: %s', async (query, sent) => {
		expect(decodeURIComponent((await call({ query })) ?? '')).toBe(`POST /api/v1/things/?${sent}`);
	});

	it.each([
		['={{ DateTime.fromMillis(0).toUTC() }}', '1970-01-01T00:00:00.000Z'],
		['={{ new Date(0) }}', '1970-01-01T00:00:00.000Z'],
		['={{ $json.text.slice(0, 7) }}', 'Great'],
		['Q4 founders\r', 'Q4 founders'],
		['=Q4\u0000 {{ "founders\\r\\n" }}', 'Q4 founders'],
		['={{ 2026 }}', '2026'],
	])('as a name: %s', async (name, sent) => {
		await succeed('campaign.create', { name }, { items: items(ITEM) });
		expect(wire()).toEqual([`POST /api/v1/public/campaigns/ ${JSON.stringify({ name: sent })}`]);
	});

	it.each([
		['={{ $json.text.slice(0, 7) }}', 'Great '],
		['=Hi {{ $json.text.slice(7) }}', 'Hi  idea'],
		['={{ $json.name + "\\ud83d, hi" }}', 'Jane, hi'],
		['=Hi {{ $json.name }}\u0000', 'Hi Jane'],
		['={{ $json.text }}', 'Great \u{1F680} idea'],
	])('as a message: %s', async (message, sent) => {
		const fields = { prospectId: byId('5001'), message };
		await succeed('chat.sendMessage', fields, { items: items(ITEM) });
		expect(wire()[0]).toContain(` ${JSON.stringify({ message: sent })}`);
	});

	it.each<[INodeParameters, string]>([
		[{ companyName: 'Larkfield &amp; Sons' }, '{"company_name":["Larkfield &amp; Sons"]}'],
		[{ companyName: '={{ "Larkfield; Sons" }}' }, '{"company_name":["Larkfield; Sons"]}'],
		[{ jobTitle: 'CTO\r\nVP R&amp;D\r' }, '{"job_title":["CTO","VP R&amp;D"]}'],
		[{ excludeIndustry: 'Oil &amp; Gas' }, '{"industry":{"doesnt":["Oil &amp; Gas"]}}'],
		[{ department: 'R&amp;D, Sales' }, '{"department":["R&amp;D","Sales"]}'],
	])('as filters: %j', async (peopleFilters, filters) => {
		await succeed('prospect.search', { limit: 1, peopleFilters });
		expect(wire()[0]).toContain(`"filters":${filters}`);
	});
});

describe('what a model writes for nothing', () => {
	const ai = (key: string) => `={{ $fromAI('${key}') }}`;

	it.each([
		'None',
		'none',
		'N/A',
		'n/a',
		'-',
		'\u2014',
		'null',
		'',
		' ',
		'Not provided',
		'(none)',
		'undefined',
		'nil.',
	])('is no subject and no sender: %j', async (nothing) => {
		const parameters = parametersOf('chat.sendMessage', {
			prospectId: byId('5001'),
			message: ai('message'),
			additionalFields: { subjectLine: ai('subject'), senderAccountId: ai('sender') },
		});
		const { error } = await callTool(parameters, {
			message: 'None',
			subject: nothing,
			sender: nothing,
		});
		expect(error).toBeUndefined();
		expect(wire()[0]).toMatch(/ \{"message":"None"\}$/);
	});

	it.each(['N/A', '-', 'none', '', '<none>'])('is no filter: %j', async (nothing) => {
		const peopleFilters = {
			jobTitle: ai('title'),
			companyName: ai('company'),
			excludeIndustry: ai('not'),
		};
		const parameters = parametersOf('prospect.search', { limit: 1, peopleFilters });
		await callTool(parameters, { title: 'CTO', company: nothing, not: nothing });
		expect(wire()[0]).toMatch(/"filters":\{"job_title":\["CTO"\]\}/);
	});

	it('may be what a person enters', async () => {
		const additionalFields = { subjectLine: '-' };
		await succeed('chat.sendMessage', {
			prospectId: byId('5001'),
			message: 'None',
			additionalFields,
		});
		expect(wire()[0]).toMatch(/"message":"None","subject_line":"-"/);
	});

	it.each(['N/A', 'None', '-', ''])('is no ID beside another: %j', async (nothing) => {
		const fields = { prospectIds: ai('people'), companyIds: ai('companies') };
		const parameters = parametersOf('leadList.addLeads', { leadListId: byId('301'), ...fields });
		await callTool(parameters, { people: '5005', companies: nothing });
		expect(wire().at(-1)).toMatch(/ \{"prospect_ids":\[5005\]\}$/);
	});

	it('never means all leads of a list', async () => {
		const parameters = parametersOf('leadList.addToCampaign', {
			leadListId: byId('301'),
			campaignId: byId('102'),
			additionalFields: { prospectIds: ai('ids') },
		});
		for (const nothing of ['None', '', '-']) {
			const { error } = await callTool(parameters, { ids: nothing });
			expect(error?.message).toMatch(/^Prospect IDs/);
		}
		expect(wire()).toEqual([]);
	});
});

describe('a number that JavaScript would round is refused where it cannot be sent as typed', () => {
	it.each<[string, INodeParameters]>([
		['apiEndpoint.call', { query: '{"id": 90071992547409931}' }],
		['prospect.search options', { filters: '{"company_id": [90071992547409931]}' }],
		['apiKey.create', { body: '{"owner": 90071992547409931}' }],
	])('%s: %j', async (key, given) => {
		const message = await refused(...fieldsOf(key, given), { items: items(ITEM) });
		expect(message).toContain('the number 90071992547409931 is too long to be kept exactly');
	});

	it('as a field of a form', async () => {
		const options = { contentType: 'form-urlencoded' };
		const fields = { method: 'POST', path: 'x/', body: '{"id": 90071992547409931}', options };
		const message = await refused('apiEndpoint.call', fields, { items: items(ITEM) });
		expect(message).toContain('expected numbers of more than 15 digits in quotes');
	});
});
