import type { INodeProperties } from 'n8n-workflow';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { callTool, toolOf } from './agent';
import { cases } from './cases';
import { asToolCall, everyFieldFromAi, propertiesOf, wordsOf, type AiType } from './fromAi';
import { answerWith, parametersOf, simulator, wire } from './support';

const names = Object.keys(cases);
const byName = new Map(
	resources.flatMap(({ value, operations }) =>
		operations.map((operation) => [`${value}.${operation.value}`, operation]),
	),
);

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
		expect(tool.description).toBe(`${byName.get(name)?.action} in Public Outreach`);
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

describe('the tools together', () => {
	it('were looked at with all their fields', () => {
		const count = names.flatMap((name) => everyFieldFromAi(propertiesOf(name)).fields).length;

		expect(count).toBeGreaterThan(75);
	});

	it('tell the model what deletes and what costs, before it chooses', () => {
		const descriptionOf = (name: string) => toolOf(parametersOf(name)).description;

		expect(descriptionOf('campaignStep.delete')).toBe(
			'Permanently delete a campaign step in Public Outreach',
		);
		expect(descriptionOf('leadList.enrich')).toBe(
			'Enrich a lead list (spends credits) in Public Outreach',
		);
	});
});

describe.each(Object.entries(cases))(
	'a model that calls %s',
	(name, { fields, wire: expected, arguments: given }) => {
		it('sends the same request as a user, and gets the result', async () => {
			const { parameters, toolArguments } = asToolCall(propertiesOf(name), fields);
			Object.assign(toolArguments, given);
			const { answer, error } = await callTool(parametersOf(name, parameters), toolArguments);

			expect(error?.message).toBeUndefined();
			expect(wire()).toEqual([expected]);
			expect(JSON.parse(String(answer))).toEqual(expect.arrayContaining([expect.anything()]));
			expect(String(answer)).not.toBe('[{}]');
		});
	},
);

describe('a model that fills in wrong values', () => {
	it('gets an error with the field and what it expected', async () => {
		const { parameters } = asToolCall(propertiesOf('campaign.get'), { campaignId: '' });
		const { error } = await callTool(parametersOf('campaign.get', parameters), {
			Campaign: 'the first one',
		});

		expect(error?.message).toMatch(/Campaign: expected an ID such as 1042.*"the first one"/);
		expect(wire()).toEqual([]);
	});

	it("gets the service's error message and what to do", async () => {
		answerWith({ error: 'Campaign not found' }, 404);
		const { parameters } = asToolCall(propertiesOf('campaign.get'), { campaignId: '' });
		const { error } = await callTool(parametersOf('campaign.get', parameters), { Campaign: '9' });

		expect(error?.message).toMatch(/Campaign not found/);
		expect(error?.message).toMatch(/Choose the campaign from the list/);
	});
});

const isSendingWindow = ({ name }: INodeProperties) => name === 'sendingWindow';

describe('a sending window that a model fills in', () => {
	it('takes the weekdays as words', async () => {
		const settings = propertiesOf('campaign.update').flatMap(({ options = [] }) => options);
		const window = settings.filter((one) => 'type' in one).filter(isSendingWindow);
		const { parameters: updateFields } = everyFieldFromAi(window);
		await callTool(parametersOf('campaign.update', { campaignId: '103', updateFields }), {
			days0_Weekdays: 'Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
			days0_Sending_Allowed: true,
			days0_Start: '08:00',
			days0_End: '12:00',
		});

		expect(wire()).toHaveLength(1);
		expect(simulator.current.state.campaigns[2]?.sending_window.friday).toEqual({
			enabled: true,
			start: '08:00',
			end: '12:00',
		});
	});
});
