import { until } from '../../dev/until';
import { submitForm } from './forms';
import { importExample } from './importExample';
import { setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

function texts(values: Array<{ json: Record<string, unknown> }>, field: string): string[] {
	return values.map(({ json }) => String(json[field]));
}

describe('daily digest of campaign analytics', () => {
	it('writes one line for each active campaign', async () => {
		const { id } = await importExample(stage, 'daily-analytics-digest.json');
		const execution = await stage.client.run(id, 'Every Morning');

		expect(execution.error()?.message).toBeUndefined();
		const [digest] = execution.items('Write the Digest');
		const lines = String(digest?.json.text).split('\n');
		const active = stage.simulator.state.campaigns.filter(({ status }) => status === 'ACTIVE');
		expect(lines).toHaveLength(active.length);
		for (const [place, { name }] of active.entries()) {
			expect(lines[place]).toMatch(new RegExp(`^${name}: .*replies \\d+`));
		}
	});
});

describe('keep sending windows in step with holidays', () => {
	it('closes the weekday that is a holiday in the coming week, in every active campaign', async () => {
		const workflow = await importExample(stage, 'holiday-sending-window.json');
		const { day, weekday } = nextWorkday();
		const table = workflow.nodes.find(({ name }) => name === 'Hours and Holidays');
		const plan = {
			workdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
			start: '08:00',
			end: '16:30',
			holidays: [day],
		};
		if (table) table.parameters = { ...table.parameters, jsonOutput: JSON.stringify(plan) };
		await stage.client.updateWorkflow(workflow.id, workflow);

		const execution = await stage.client.run(workflow.id, 'Every Night');

		expect(execution.error()?.message).toBeUndefined();
		const [first, ...rest] = stage.simulator.state.campaigns.map(({ sending_window }) => ({
			...sending_window,
		}));
		expect(first).toMatchObject({
			[weekday]: { enabled: false },
			saturday: { enabled: false, start: '08:00', end: '16:30' },
		});
		const open = Object.values(first ?? {}).filter(({ enabled }) => enabled);
		expect(open).toHaveLength(4);
		expect(rest.at(-1)).not.toEqual(first);
	});

	/** In the time zone that n8n runs workflows in here. */
	function nextWorkday(): { day: string; weekday: string } {
		for (let days = 1; days < 8; days += 1) {
			const date = new Date(Date.now() + days * 86_400_000);
			const format = new Intl.DateTimeFormat('en', {
				weekday: 'long',
				timeZone: 'America/New_York',
			});
			const weekday = format.format(date).toLowerCase();
			const day = date.toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
			if (!['saturday', 'sunday'].includes(weekday)) return { day, weekday };
		}
		throw new Error('A week without a workday');
	}
});

describe('clean up steps', () => {
	it('deletes empty steps of campaigns that do not run, and reports the rest', async () => {
		for (const { steps } of stage.simulator.state.campaigns) {
			const step = steps.at(-1);
			if (step) step.message_template = ' ';
		}
		const before = stage.simulator.state.campaigns.map(({ steps }) => steps.length);
		const { id } = await importExample(stage, 'clean-up-steps.json');
		const execution = await stage.client.run(id, 'Start');

		expect(execution.error()?.message).toBeUndefined();
		for (const [place, { status, steps }] of stage.simulator.state.campaigns.entries()) {
			expect(steps).toHaveLength((before[place] ?? 0) - (status === 'ACTIVE' ? 0 : 1));
		}
		expect(texts(execution.items('Left Alone'), 'result')).toContain(
			'Left Trial Follow-up Q2 alone: it is running',
		);
		expect(execution.items('Deleted')).toHaveLength(2);
	});

	it('goes on when a campaign was started meanwhile, and says why its step was kept', async () => {
		for (const { steps } of stage.simulator.state.campaigns) {
			for (const step of steps) step.message_template = '';
		}
		const error = 'Steps cannot be deleted from an active campaign';
		stage.simulator.plan({ method: 'DELETE', status: 400, body: { success: false, error } });
		const { id } = await importExample(stage, 'clean-up-steps.json');
		const execution = await stage.client.run(id, 'Start');

		expect(texts(execution.items('Kept'), 'result')[0]).toContain(error);
		expect(execution.items('Deleted').length).toBeGreaterThan(0);
	});
});

describe('from a spreadsheet into a campaign', () => {
	it('makes a lead list of the rows and adds it to the campaign', async () => {
		const workflow = await importExample(stage, 'spreadsheet-to-campaign.json');
		await stage.client.publish(workflow.id);
		const form = workflow.nodes.find(({ name }) => name === 'Upload a Spreadsheet');
		const url = `${stage.n8nUrl}/form/${form?.webhookId}`;
		await until('the form', async () => ((await fetch(url)).ok ? true : undefined));
		const csv = 'job_title,company_name\nFounder,Tessel\nAccount Director,Saltmarsh\n';
		const file = new File([csv], 'leads.csv', { type: 'text/csv' });

		await submitForm(url, [file, 'Spring fair', '103']);

		const added = await until('the leads in the campaign', () =>
			stage.simulator.requests.find(({ path }) => path.endsWith('/add-to-campaign/')),
		);
		expect(added.status).toBe(200);
		const list = stage.simulator.state.leadLists.find(({ name }) => name === 'Spring fair');
		expect(list?.member_ids).toEqual([5012, 5020]);
		const campaign = stage.simulator.state.campaigns.find(({ id }) => id === 103);
		expect(campaign?.prospect_ids).toEqual(expect.arrayContaining([5012, 5020]));
		await stage.client.unpublish(workflow.id);
		await until('the form to be gone', async () => ((await fetch(url)).ok ? undefined : true));
	});
});
