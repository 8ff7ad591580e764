import type { IDataObject } from 'n8n-workflow';
import { operations } from '../../../dev/generated/operations';
import { callTool, callTools, toolOf } from './agent';
import { cases } from './cases';
import { asToolCall, everyFieldFromAi, propertiesOf, wordsOf, type AiType } from './fromAi';
import { parametersOf, wire } from './support';

const names = Object.keys(cases);

const SAMPLES: Record<AiType, { right: unknown; wrong: unknown }> = {
	string: { right: 'text', wrong: 1 },
	number: { right: 5, wrong: 'five' },
	boolean: { right: true, wrong: 'yes' },
	json: { right: { a: 1 }, wrong: 'text' },
};

describe.each(names)('the tool for %s', (name) => {
	const { parameters, fields } = everyFieldFromAi(propertiesOf(name));
	const tool = toolOf(parametersOf(name, parameters));

	it('tells the model what it does', () => {
		const { action } = operations.find(({ id }) => id === name) ?? {};
		expect(tool.description).toBe(`${action} in Public Outreach`);
	});

	it('lets the model fill every field, each under a key of its own', () => {
		const keys = fields.map(({ key }) => key);

		expect(new Set(keys).size).toBe(keys.length);
		expect(Object.keys(tool.fields).sort()).toEqual(keys.sort());
	});

	it('tells the model the type and the meaning of every field', () => {
		for (const { key, type, property } of fields) {
			const schema = tool.fields[key];
			const { right, wrong } = SAMPLES[type];
			expect([key, schema?.safeParse(right).success]).toEqual([key, true]);
			expect([key, schema?.safeParse(wrong).success]).toEqual([key, false]);
			expect([key, schema?.isOptional()]).toEqual([key, false]);
			expect([key, schema?.description]).toEqual([key, wordsOf(property)]);
		}
	});
});

it('the tools were looked at with all their fields', () => {
	const count = names.flatMap((name) => everyFieldFromAi(propertiesOf(name)).fields).length;

	expect(count).toBeGreaterThan(75);
});

it.each(Object.entries(cases))(
	'a model that calls %s sends what a user does',
	async (name, one) => {
		const { parameters, toolArguments } = asToolCall(propertiesOf(name), one.fields);
		Object.assign(toolArguments, one.arguments);
		const { result, error } = await callTool(parametersOf(name, parameters), toolArguments);

		expect(error?.message).toBeUndefined();
		expect(wire()).toEqual([one.wire]);
		expect(JSON.parse(String(result))).toEqual(expect.arrayContaining([expect.anything()]));
		expect(String(result)).not.toBe('[{}]');
	},
);

it('texts and IDs that a model leaves empty in an update keep their values', async () => {
	const name = 'campaignStep.update';
	const { parameters, fields } = everyFieldFromAi(propertiesOf(name));
	const given: Record<string, string> = { campaignId: '103', stepId: '10302', subjectLine: 'Hi' };
	const left = { string: '', number: 5, boolean: false, json: {} };
	const toolArguments = Object.fromEntries(
		fields.map(({ key, type, property }) => [key, given[property.name] ?? left[type]]),
	);
	const { error } = await callTool(parametersOf(name, parameters), toolArguments);

	expect(error?.message).toBeUndefined();
	expect(wire()).toEqual([
		expect.stringMatching(/ {"subject_line":"Hi","delay_in_hours":5,"add_unsubscribe":false}$/),
	]);
});

describe('$json in a tool is the item of its agent, although the call has an argument of that name', () => {
	const step = { campaignId: '103', stepId: '10302' };
	const write = async (messageTemplate: string, agentItem: IDataObject) => {
		const updateFields = { subjectLine: "={{ $fromAI('text') }}", messageTemplate };
		const tool = parametersOf('campaignStep.update', { ...step, updateFields });
		const { error } = await callTools(tool, [[{ text: 'By the model' }]], undefined, agentItem);
		return error?.message ?? wire()[0];
	};

	it.each(['={{ $json.text }}', '=For {{ $json.text }}', "={{ 'For ' + $json.text }}"])(
		'which is sent: %s',
		async (template) => {
			expect(await write(template, { text: 'you' })).toMatch(
				/"subject_line":"By the model","message_template":"(For )?you"/,
			);
		},
	);

	it.each(['={{ $json.text }}', '=For {{ $json.text }}', "={{ 'For ' + $json.text }}"])(
		'in which it may be missing: %s',
		async (template) => {
			expect(await write(template, {})).toMatch(/^Message Template.* is empty/);
			expect(wire()).toEqual([]);
		},
	);
});

it.each([
	['what a field expected', /Campaign: expected an ID such as 1042.*"the first"/, 'the first'],
	["the service's words and what to do", /not found.*Choose the campaign from the list/s, '9'],
])('a model that fills in a wrong value is told %s', async (_what, words, Campaign) => {
	const { parameters } = asToolCall(propertiesOf('campaign.get'), { campaignId: '' });
	const { error } = await callTool(parametersOf('campaign.get', parameters), { Campaign });

	expect(error?.message).toMatch(words);
});
