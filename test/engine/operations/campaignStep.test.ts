import type { INodeParameters } from 'n8n-workflow';
import { answerWith, byId, run, simulator, succeed, wire } from './support';

const step = { campaignId: byId('103'), stepId: byId('10302') };
const update = (updateFields: INodeParameters): INodeParameters => ({ ...step, updateFields });

it('campaignStep.getAll gives the steps in their order, each with its campaign', async () => {
	expect(await succeed('campaignStep.getAll', { campaignId: byId(103) })).toMatchObject(
		[10301, 10302, 10303].map((id) => ({ id, campaign_id: 103, step_type: 'EMAIL' })),
	);
});

it('campaignStep.getAll shows how a long message begins when it simplifies', async () => {
	const message = 'A long message. '.repeat(300);
	answerWith({ steps: [{ id: 1, subject_line: 'Hello', message_template: message }] });
	const fields = { campaignId: byId(103), output: 'simplified' };
	const [found] = await succeed('campaignStep.getAll', fields);

	expect(found).toMatchObject({ id: 1, campaign_id: 103, subject_line: 'Hello' });
	expect(found?.message_template).toMatch(/^A long message\. .*…$/);
});

describe('campaignStep.delete', () => {
	it('names the step that is deleted, with the words of the service and the campaign', async () => {
		const deleted = { deleted: true, step_id: 10302, message: 'Step deleted successfully' };

		expect(await succeed('campaignStep.delete', step)).toMatchObject([
			{ ...deleted, campaign_id: 103, campaign: { id: 103 } },
		]);
		expect(simulator.current.state.campaigns[2]?.steps.map(({ id }) => id)).toEqual([10301, 10303]);
	});

	it('tells to pause an ACTIVE campaign, whose steps the service keeps', async () => {
		const active = { campaignId: byId(101), stepId: byId(10101) };
		const { error } = await run('campaignStep.delete', active);

		expect(error?.message).toBe('Cannot delete steps from an active campaign');
		expect(error?.description).toMatch(/Pause the campaign first/);
	});
});

describe('the placeholders of a template', () => {
	const STYLE = '<style>@media(max-width:600px){.a{color:red}}</style>';

	it.each([
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
		['={{ $json.empty }}', ''],
		// A gap that is meant.
		["=Hi{{ $json.none || '' }} {{first_name}}", 'Hi {{first_name}}'],
		['=It is {{ true }}', 'It is true'],
		['a { b } c', 'a { b } c'],
		[`=${STYLE}Hi {{first_name}}`, `${STYLE}Hi {{first_name}}`],
		[
			"={{ '<style>@media print{a{b:c\\}}</style>Hi {{first_name\\}}' }}",
			'<style>@media print{a{b:c}}</style>Hi {{first_name}}',
		],
	])('reach the service: %s', async (messageTemplate, sent) => {
		const input = [{ json: { template: 'Dear {{last_name}}', empty: '' } }];
		await succeed('campaignStep.update', update({ messageTemplate }), { items: input });

		expect(wire()).toEqual([
			`PATCH /api/v1/public/campaigns/103/steps/10302/ {"message_template":"${sent}"}`,
		]);
	});

	it('are not looked for in the answer', async () => {
		answerWith({ step: { id: 10302, subject_line: '{{broken' } });

		expect(await succeed('campaignStep.update', update({ delayInHours: 1 }))).toHaveLength(1);
	});
});
