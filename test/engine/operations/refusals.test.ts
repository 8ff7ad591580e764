import type { INodeParameters } from 'n8n-workflow';
import { cases } from './cases';
import { byId, fromList, items, refused } from './support';

/** What is given in place of a field of the operation's case, and the error, or a part of it. */
type Refusal = [INodeParameters, RegExp | string];

const POST = { method: 'POST' };
const FILE = { inputBinaryField: 'csv' };
const NO_FIELD = 'Add at least one field to update (Add Field)';
const OBJECT = '{{ ({ a: 1 }) }}';
const NO_VALUE = '={{ $json.none }}';
const NO_IDS = /^Prospect IDs is empty for this item. Check the expression/;
const cost = (up: number, allowed = 300) =>
	`Max Credits: this may cost up to ${up} credits, but only ${allowed} are allowed`;
const hook = (webhookUrl: string) => ({ additionalFields: { webhookUrl } });
const prospect = (mode: string, value: string) => ({ prospectId: { __rl: true, mode, value } });

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const window = Object.fromEntries(DAYS.map((day) => [day, { start: '09:00', end: '15:00' }]));
const days = (...rows: INodeParameters[]) => ({ sendingWindow: { days: rows } });
const row = (changes: INodeParameters = {}) => ({
	weekdays: ['monday'],
	start: '09:00',
	end: '17:00',
	...changes,
});
const asJson = (window: object) => ({ sendingWindowJson: JSON.stringify(window) });
const monday = (changes: INodeParameters) => days(row(changes));

/** By operation, where the fields stand in a collection followed by its name. */
const REFUSALS: Record<string, Refusal[]> = {
	'apiEndpoint.call': [
		[{ path: `=/api/v1/x/{{ $json.none }}` }, /^Path: .* is empty for this item/],
		[{ path: '/api/v1/..%2fx' }, /^Path: expected a path/],
		[{ path: 'https://evil.example/api/' }, /^Path: expected a path/],
		[{ path: '/admin/' }, /^Path: expected a path/],
		[
			{ method: '={{ "GET" }}', body: '{"a":1}' },
			'Body (JSON): expected no body with GET, got {"a":1}',
		],
		[{ ...POST, body: '={"name": "{{ ({ a: 1 }) }}"}' }, /^Body \(JSON\) contains an object/],
		[{ ...POST, body: '', options: { contentType: 'raw' } }, /^Body \(JSON\) is empty/],
		[{ ...POST, body: '[1]', options: { contentType: 'form-urlencoded' } }, /of form fields/],
		[{ ...POST, body: 'x', options: { contentType: 'raw', ...FILE } }, /either a raw body or/],
		[{ ...POST, options: FILE }, /csv|binary/],
		[{ options: { limit: 2, returnAll: true } }, /either Limit or Return All/],
		[{ ...POST, options: { limit: 2 } }, /^Limit: expected only GET/],
		[{ ...POST, options: { returnAll: true } }, /^Return All: /],
		[{ options: { returnAll: true, responseFormat: 'text' } }, /^Return All: /],
	],
	'apiKey.create': [
		// No key that nobody asked for: an empty body has to be entered.
		[{ body: undefined }, 'Body (JSON) is empty. It needs a JSON object, or {} for none'],
	],
	'apiKey.rotate': ['= ', '=.', '..', '={{ 0 }}', '={{ undefined }}'].map((id) => [
		{ apiKeyId: byId(id) },
		/^API Key/,
	]),
	'campaign.create': [
		[{ name: '=  ' }, 'Name is empty for this item. Check the expression; it needs text'],
	],
	'campaign.get': [
		// An agent reads no form: so where the IDs are listed.
		[
			{ campaignId: byId('Spring outreach') },
			'Campaign: expected an ID such as 1042 (Campaign: Get Many lists the IDs), got "Spring outreach"',
		],
		[{ output: 'selected', outputFields: [] }, /^Fields: expected at least one/],
	],
	'campaign.getAll': ['NaN', '-Infinity'].map((limit) => [
		{ limit: `={{ ${limit} }}` },
		`Limit: expected a whole number of at least 1, got ${limit}`,
	]),
	'campaign.getAll filters': [
		// Every name would have it.
		[{ nameContains: NO_VALUE }, /^Name Contains is empty/],
		// It would keep nothing.
		[{ status: [] }, /^Status Names or IDs: expected at least one/],
		...['', 'mine', '-1', '={{ undefined }}'].map((workspaceId): Refusal => [
			{ workspaceId },
			/^Workspace ID.* a workspace ID such as 340, or ALL/,
		]),
	],
	'campaign.getAll options': [0, -1, 1.5, 'soon', 3601].map((timeout) => [
		{ timeout },
		/^Timeout \(Seconds\): expected (a whole number|at most 3600)/,
	]),
	'campaign.update updateFields': [
		[{}, NO_FIELD],
		[{ name: '' }, /^Name is empty/],
		[{ language: ' ' }, /^Language is empty/],
		...['Mars/Olympus', 'Berlin', 'EST', '+02:00', ''].map((timezone): Refusal => [
			{ timezone },
			/^Time Zone/,
		]),
		[
			days(row(), row({ weekdays: ['friday', 'monday'] })),
			'Sending Window: Monday is listed twice',
		],
		[days({ weekdays: ['monday'] }), /Start is empty/],
		[monday({ weekdays: ['caturday'] }), /a weekday, one of monday/],
		[monday({ start: '25:00' }), /HH:MM \(24-hour\).*"25:00"/],
		[monday({ end: '9' }), /End as HH:MM \(24-hour\).*"9"/],
		[monday({ start: '' }), /^Sending Window: Start is empty.*09:30/],
		[monday({ end: '8:00' }), 'Sending Window: End (08:00) is not later than Start (09:00)'],
		[monday({ end: '9:00' }), /is not later than Start/],
		[monday({ weekdays: [1] }), /at least one weekday, such as monday, in each row, got \[1\]/],
		[days(), /at least one weekday/],
		[
			asJson({ ...window, monday: true }),
			/^Sending Window \(JSON\): expected an object for each weekday, got .*"monday":true/,
		],
		[asJson({ monday: window.monday }), /all seven weekdays \(missing: tuesday, /],
		[{ ...days(), sendingWindowJson: '{}' }, /either Sending Window or Sending Window \(JSON\)/],
	],
	'campaignStep.update updateFields': [
		[{ messageTemplate: `=Hi {{name}}, ${OBJECT}` }, /^Message Template contains an object/],
		[{}, NO_FIELD],
		[{ parentStepId: '1', parentConditionId: '2' }, /parent/],
		[{ childStepId: '1', childConditionId: '2' }, /child/],
		[{ parentStepId: fromList('') }, /^Parent Step is empty. It needs an ID/],
		...['subjectLine', 'messageTemplate', 'subjectLineB', 'messageTemplateB'].flatMap(
			(field): Refusal[] => [
				[{ [field]: 'Hi {{first_name' }, /every \{\{ to be closed/],
				[{ [field]: 'Hi {{ $json.first_name }}' }, /switch the field to Expression/],
				[{ [field]: 'Hi first_name}}' }, /every placeholder to be opened by \{\{/],
				[{ [field]: 'Hi {{}}' }, /a name in every placeholder/],
				[{ [field]: '=Hi {{ }} {{ 1 }}' }, /invalid syntax/],
				[{ [field]: '=Hi {{first name}}' }, /invalid syntax/],
				[{ [field]: '=Hi {{ 1 }} {{first_name' }, /to be closed/],
				[{ [field]: '=Hi {{first_name}}, {{ $json.none }}' }, /: \{\{ \$json\.none \}\} is empty/],
				// An empty cell must not wipe what a campaign sends.
				[{ [field]: '={{ $json.gap }}' }, /is empty for this item/],
			],
		),
	],
	'chat.sendMessage': [
		[{ prospectId: 'five' }, /^Prospect: .* "five"/],
		[{ prospectId: '5001/../1' }, /^Prospect: .* "5001\/..\/1"/],
		[prospect('linkedin', 'https://linkedin.example/company/a'), /a LinkedIn profile URL or/],
		[prospect('email', 'marit'), /an email address/],
		[prospect('name', ' '), /a first and a last name/],
		[{ message: '=  ' }, /^Message is empty/],
		[{ message: '\u200b\u00a0' }, /^Message: expected text|^Message is empty/],
		[
			{ message: '=Hi {{ ({}) }}' },
			'Message contains an object, which turned into "[object Object]"',
		],
		[{ message: `=Hi ${NO_VALUE.slice(1)}!` }, 'Message: {{ $json.none }} is empty for this item'],
		[{ message: '=Hi {{ $json.null }}' }, 'Message: {{ $json.null }} is empty for this item'],
		[{ message: '={{ 1 }} {{ $json.gap }}' }, 'Message: {{ $json.gap }} is empty for this item'],
		// Each would reach a person unfilled, or as nothing.
		...[
			'Hi {{first_name}}!',
			'=Hi {{first-name}} {{ 1 }}',
			'=Hi {{ first_name|"there" }}',
			'=Hi {{custom.color}}, {{größe}}',
			'=Hi {{first_name}}!',
			'={{ first_name }}',
			"={{ '{{name\\}}' }}",
			'Hi {{ $json.first_name }}',
			"={{ 'Hi {{ $json.first_name \\}}' }}",
		].map((message): Refusal => [{ message }, /^Message: expected no placeholders, got /]),
	],
	'chat.sendMessage additionalFields': [
		[{ senderAccountId: 'me' }, /^Sender Account ID: expected an ID such as 1042/],
		[{ subjectLine: 'Hi {{first_name}}' }, /^Subject Line: expected no placeholders/],
		[{ subjectLine: '={{ $json.gap }}' }, /^Subject Line is empty for this item/],
		[
			{ subjectLine: `=Re: ${NO_VALUE.slice(1)}` },
			'Subject Line: {{ $json.none }} is empty for this item',
		],
	],
	'leadList.addLeads': [
		[{ prospectIds: ' , ' }, /^Enter the prospect IDs or the company IDs/],
		[{ prospectIds: NO_VALUE }, NO_IDS],
		[{ prospectIds: '={{ [null, undefined] }}' }, NO_IDS],
		[{ prospectIds: '5001,abc' }, /^Prospect IDs: .* "5001,abc"/],
		[{ companyIds: 0 }, /^Company IDs: .* got 0/],
		[{ prospectIds: 1.5 }, /^Prospect IDs: .* got 1.5/],
		[{ prospectIds: '={{ [5005, {}] }}' }, /^Prospect IDs: /],
		[{ prospectIds: '={{ [5005, ""] }}' }, /^Prospect IDs: /],
	],
	'leadList.addLeads options': [
		[{ skipExisting: true, idFormat: '=foo' }, /^ID Format: expected one of array, text/],
	],
	// The service takes none for all: an expression that finds nobody must not reach everybody.
	'leadList.addToCampaign additionalFields': [
		[{ prospectIds: 'all' }, /^Prospect IDs: /],
		[{ prospectIds: NO_VALUE }, NO_IDS],
		[{ prospectIds: ' , ; ' }, /^Prospect IDs: expected IDs/],
		[{ prospectIds: '={{ [null] }}' }, NO_IDS],
		[{ filters: '{}' }, /^Filters \(JSON\): .*at least one filter/],
		[{ filters: '={{ ({ industry: $json.none }) }}' }, /"industry"/],
	],
	'leadList.moveToCampaign': [
		[
			{ additionalFields: { prospectIds: NO_VALUE } },
			'Prospect IDs is empty for this item. Check the expression; it needs IDs such as 1042, 1043',
		],
		[
			{ campaignId: byId('={{ "" }}') },
			'Campaign is empty for this item. Check the expression; it needs an ID such as 1042',
		],
	],
	'leadList.enrich': [
		[{ prospectLimit: 0 }, /^Limit: .* at least 1, got 0/],
		[
			{ mode: 'sync', ...hook('https://a.b') },
			/^Webhook URL: the service calls it only in asynchronous mode/,
		],
		[hook('hooks.example.com'), /^Webhook URL: expected a full URL/],
		[{ prospectLimit: 101 }, cost(303)],
		[{ prospectLimit: undefined, enrichmentType: 'FIND_PHONE' }, cost(3000)],
		[{ prospectLimit: undefined, maxCredits: 299 }, cost(300, 299)],
		// A model could fill it in.
		[{ maxCredits: "={{ $fromAI('max') }}" }, /^Max Credits: expected a number, not an expression/],
	],
	'prospect.search': [
		[{ limit: 0 }, /^Limit: expected a whole number of at least 1/],
		[{ options: { filters: '={{ ({}) }}' } }, /^Filters \(JSON\): .*at least one filter/],
		[{ options: { filters: '{"job_title":1}' } }, /^"job_title" is set twice: .*Filters \(JSON\)/],
		[{ searchType: '={{ "COMPANY" }}' }, /^Filters: expected no filters for people/],
	],
	'prospect.search peopleFilters': [
		[{ jobTitle: '' }, /^Job Title is empty.*at least one value, none of them empty/],
		[{ jobTitle: `=A ${OBJECT}` }, /^Job Title contains an object/],
		[{ jobTitle: NO_VALUE }, /^Job Title is empty for this item/],
		[{ excludeIndustry: '={{ [] }}' }, /^Industry \(Exclude\): /],
		[{ jobTitle: '={{ ["CTO", $json.none] }}' }, /^Job Title: /],
		[{ locationRadius: 25 }, /^Location Radius Unit is empty. It needs km or mi/],
		[{ locationRadiusUnit: 'km' }, /^Location Radius is empty. It needs a number/],
		[{ yearsExperience: 'lots' }, /^Years of Experience: .*such as 5-10/],
		[{ yearsExperience: '10-5' }, /^Years of Experience: /],
		[{ locationRadius: 0, locationRadiusUnit: 'km' }, /^Location Radius: /],
	],
	'webhook.set': [
		...['hooks.example.com/in', 'ftp://hooks.example.com', '/in', 'https://'].map(
			(webhookUrl): Refusal => [{ webhookUrl }, /^Webhook URL: expected a full URL/],
		),
		[{ webhookUrl: `=https://a.example/${OBJECT}` }, /^Webhook URL contains an object/],
		[{ webhookUrl: '=https://a.example/{{ $json.none }}' }, /^Webhook URL: .* is empty/],
	],
};

describe.each(Object.entries(REFUSALS))('%s is refused before anything is sent', (key, rows) => {
	const [name = '', collection] = key.split(' ');

	it.each(rows)('with %j', async (given, words) => {
		const fields = collection ? { [collection]: given } : given;
		const input = items({ null: null, gap: '' });
		const parameters = { ...cases[name]?.fields, ...fields };
		const message = await refused(name, parameters, { items: input });

		expect(message).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
	});
});
