import type { INodeParameters } from 'n8n-workflow';
import { answerWith, byId, fromList, refused, run, simulator, succeed, wire } from './support';

const STEP = '/api/v1/public/campaigns/103/steps/10302/';
const step = { campaignId: byId('103'), stepId: byId('10302') };
const update = (updateFields: INodeParameters): INodeParameters => ({ ...step, updateFields });

describe('campaignStep.getAll', () => {
	it('gives one item for each step with its campaign, in the order of the campaign', async () => {
		const json = await succeed('campaignStep.getAll', { campaignId: byId(103) });

		expect(json).toMatchObject([
			{ id: 10301, campaign_id: 103, step_type: 'EMAIL', delay_in_hours: 0 },
			{ id: 10302, campaign_id: 103 },
			{ id: 10303, campaign_id: 103 },
		]);
	});

	it('shows how a long message begins when it simplifies', async () => {
		const message = 'A long message. '.repeat(300);
		answerWith({ steps: [{ id: 1, subject_line: 'Hello', message_template: message }] });
		const fields = { campaignId: byId(103), output: 'simplified' };
		const [found] = await succeed('campaignStep.getAll', fields);

		expect(found).toMatchObject({ id: 1, campaign_id: 103, subject_line: 'Hello' });
		expect(found?.message_template).toMatch(/^A long message\. .*…$/);
	});
});

describe('campaignStep.get', () => {
	it('gives the step, and says to which campaign it belongs', async () => {
		expect(await succeed('campaignStep.get', step)).toMatchObject([
			{ id: 10302, subject_line: 'Re: Partnering with {{company_name}}', campaign_id: 103 },
		]);
	});

	it("gives the service's words when there is no such step", async () => {
		const { error } = await run('campaignStep.get', { ...step, stepId: byId(7) });

		expect(error?.message).toBe('Campaign step not found');
		expect(error?.httpCode).toBe('404');
	});
});

describe('campaignStep.delete', () => {
	it('names the step that is deleted, with the words of the service and the campaign', async () => {
		const json = await succeed('campaignStep.delete', step);

		expect(json).toMatchObject([
			{
				deleted: true,
				step_id: 10302,
				campaign_id: 103,
				message: 'Step deleted successfully',
				campaign: { id: 103 },
			},
		]);
		expect(simulator.current.state.campaigns[2]?.steps.map(({ id }) => id)).toEqual([10301, 10303]);
	});

	it('tells to pause an ACTIVE campaign, whose steps the service keeps', async () => {
		const { error } = await run('campaignStep.delete', {
			campaignId: fromList('101'),
			stepId: fromList('10101'),
		});

		expect(error?.message).toBe('Cannot delete steps from an active campaign');
		expect(error?.description).toMatch(/Pause the campaign first/);
		expect(simulator.current.state.campaigns[0]?.steps).toHaveLength(3);
	});
});

describe('campaignStep.update', () => {
	it('sends every field that was chosen under the name that the service has for it', async () => {
		await succeed(
			'campaignStep.update',
			update({
				subjectLine: 'One',
				messageTemplate: 'Two',
				subjectLineB: 'Three',
				messageTemplateB: 'Four',
				delayInHours: 48,
				addUnsubscribe: true,
				parentStepId: fromList('10301'),
				childStepId: byId(10303),
			}),
		);

		expect(wire()).toEqual([
			`PATCH ${STEP} {"subject_line":"One","message_template":"Two","subject_line_b":"Three","message_template_b":"Four","delay_in_hours":48,"add_unsubscribe":true,"parent_step_id":10301,"child_step_id":10303}`,
		]);
	});

	it('sends 0, false and "", for they are values', async () => {
		await succeed(
			'campaignStep.update',
			update({ subjectLineB: '', delayInHours: 0, addUnsubscribe: false }),
		);

		expect(wire()).toEqual([
			`PATCH ${STEP} {"subject_line_b":"","delay_in_hours":0,"add_unsubscribe":false}`,
		]);
	});

	it('takes the ID of a neighbour also as plain text or number, and conditions', async () => {
		await succeed('campaignStep.update', update({ parentStepId: 10301, childConditionId: '31' }));

		expect(wire()).toEqual([`PATCH ${STEP} {"parent_step_id":10301,"child_condition_id":31}`]);
	});

	it('gives the changed step, and says to which campaign it belongs', async () => {
		expect(await succeed('campaignStep.update', update({ delayInHours: 5 }))).toMatchObject([
			{ id: 10302, delay_in_hours: 5, campaign_id: 103 },
		]);
	});

	it.each([
		['a step and a condition as parent', { parentStepId: '1', parentConditionId: '2' }, /parent/],
		['a step and a condition as child', { childStepId: '1', childConditionId: '2' }, /child/],
		[
			'a neighbour that is not chosen',
			{ parentStepId: fromList('') },
			/^Parent Step is empty. It needs an ID/,
		],
		['no field', {}, /^Choose at least one field to update with Add Field$/],
	])('refuses %s before anything is sent', async (_what, fields: INodeParameters, words) => {
		expect(await refused('campaignStep.update', update(fields))).toMatch(words);
	});
});

describe('the placeholders of a template', () => {
	const STYLE = '<style>@media(max-width:600px){.a{color:red}}</style>';

	it.each([
		['in a fixed value', 'Hi {{first_name}}', 'Hi {{first_name}}'],
		['beside an expression', '=Hi {{first_name}}, {{ 1 + 1 }} ideas', 'Hi {{first_name}}, 2 ideas'],
		['with space around the name', '=Hi {{ first_name }}', 'Hi {{ first_name }}'],
		[
			'with a dash',
			'=Hi {{first-name}} {{ $json.template }}',
			'Hi {{first-name}} Dear {{last_name}}',
		],
		['with a dot', '={{custom.color}} {{ 1 }}', '{{custom.color}} 1'],
		['with a letter that is not English', '=Die {{größe}}', 'Die {{größe}}'],
		['with a fallback', "={{ first_name|'there' }}, hi", "{{ first_name|'there' }}, hi"],
		['with a filter', '={{ first_name | upper }}', '{{ first_name | upper }}'],
		['beside a function', '={{a}} {{ Math.max(1, 2) }} {{ [3].map((x) => x)[0] }}', '{{a}} 2 3'],
		['written for n8n', "={{ 'Hi {{first_name\\}}' }}", 'Hi {{first_name}}'],
		[
			'chosen in code',
			"=Dear {{ false ? '{{last_name\\}}' : '{{first_name\\}}' }}",
			'Dear {{first_name}}',
		],
		['out of the data', '={{ $json.template }}', 'Dear {{last_name}}'],
		['that are none, to clear it', '={{ $json.empty }}', ''],
		['beside a gap that is meant', "=Hi{{ $json.none || '' }} {{first_name}}", 'Hi {{first_name}}'],
		['beside what n8n fills in', '=It is {{ true }}', 'It is true'],
		['beside single braces', 'a { b } c', 'a { b } c'],
		['beside a style sheet', `=${STYLE}Hi {{first_name}}`, `${STYLE}Hi {{first_name}}`],
		[
			'beside a style sheet in code',
			"={{ '<style>@media print{a{b:c\\}}</style>Hi {{first_name\\}}' }}",
			'<style>@media print{a{b:c}}</style>Hi {{first_name}}',
		],
	])('reach the service %s', async (_how, messageTemplate, sent) => {
		const input = [{ json: { template: 'Dear {{last_name}}', empty: '' } }];
		await succeed('campaignStep.update', update({ messageTemplate }), { items: input });

		expect(wire()).toEqual([`PATCH ${STEP} {"message_template":"${sent}"}`]);
	});

	it.each([
		['not closed', 'Hi {{first_name', /every \{\{ to be closed/],
		['code of n8n in a fixed value', 'Hi {{ $json.first_name }}', /switch the field to Expression/],
		['not opened', 'Hi first_name}}', /every placeholder to be opened by \{\{/],
		['empty', 'Hi {{}}', /a name in every placeholder/],
		['blank beside an expression', '=Hi {{ }} {{ 1 }}', /invalid syntax/],
		['not JavaScript, of which n8n makes nothing', '=Hi {{first name}}', /invalid syntax/],
		['not closed beside an expression', '=Hi {{ 1 }} {{first_name', /to be closed/],
		[
			'beside a gap',
			'=Hi {{first_name}}, {{ $json.none }}',
			/: \{\{ \$json\.none \}\} is empty for/,
		],
	])('are refused before anything is sent when %s', async (_how, text, words) => {
		for (const field of ['subjectLine', 'messageTemplate', 'subjectLineB', 'messageTemplateB']) {
			expect(await refused('campaignStep.update', update({ [field]: text }))).toMatch(words);
		}
	});

	it('are not looked for in the answer', async () => {
		answerWith({ step: { id: 10302, subject_line: '{{broken' } });

		expect(await succeed('campaignStep.update', update({ delayInHours: 1 }))).toHaveLength(1);
	});
});
