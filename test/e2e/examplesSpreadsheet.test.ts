import { node, submitForm, useExamples } from './exampleStage';

const CAMPAIGN = 103;

const examples = useExamples();

/** Uploads a CSV file of these rows, and waits for the end of what it started. */
async function upload(...rows: string[]) {
	const workflow = await examples.published('spreadsheet-to-campaign.json');
	const { webhookId } = node(workflow, 'Upload a Spreadsheet');
	const url = `${examples.stage.n8nUrl}/form/${webhookId}`;
	const file = new File([`${rows.join('\n')}\n`], 'leads.csv', { type: 'text/csv' });
	await submitForm(url, [file, 'Spring fair', String(CAMPAIGN)]);
	return await examples.endOfRun(workflow);
}

const added = () => examples.wires().filter((wire) => wire.includes('/add-'));

it('makes a lead list of the rows and adds it to the campaign', async () => {
	const rows = ['job_title,company_name', 'Founder,Tessel', 'Account Director,Saltmarsh'];
	const execution = await upload(...rows);

	expect(execution.error()?.message).toBeUndefined();
	const list = examples.simulator.state.leadLists.find(({ name }) => name === 'Spring fair');
	expect(list?.member_ids).toEqual([5012, 5020]);
	const campaign = examples.simulator.state.campaigns.find(({ id }) => id === CAMPAIGN);
	expect(campaign?.prospect_ids).toEqual(expect.arrayContaining([5012, 5020]));
});

it('sends the IDs of all people in one request, each once', async () => {
	const rows = ['Founder,Tessel', 'Account Director,Saltmarsh', 'Founder,Tessel'];
	await upload('job_title,company_name', ...rows);

	expect(added()).toEqual([
		expect.stringMatching(/add-leads\/ \{"prospect_ids":\[5012,5020\]\}$/),
		expect.stringMatching(/add-to-campaign\/ \{"campaign":103,/),
	]);
});

it.each([
	['other headings', ['title,company', 'Founder,Tessel']],
	['an empty column', ['job_title,company_name', 'Founder,', ' ,Tessel']],
])('searches for nobody and creates nothing with %s', async (_what, rows) => {
	const execution = await upload(...rows);

	expect(execution.status).toBe('success');
	expect(execution.items('Read the Rows')).toHaveLength(rows.length - 1);
	expect(execution.items('Row Skipped')).toHaveLength(rows.length - 1);
	expect(examples.wires()).toEqual([]);
});

it('goes on with the other rows when a search fails', async () => {
	const body = { error: 'No such filter' };
	examples.simulator.plan({
		method: 'POST',
		path: '/api/v1/public/prospects/search/',
		status: 400,
		body,
	});
	const rows = ['Founder,Tessel', 'Account Director,Saltmarsh'];
	const execution = await upload('job_title,company_name', ...rows);

	const failed = execution.items('Row Failed').map(({ json }) => json.reason);
	expect(failed).toEqual([expect.stringContaining('No such filter')]);
	// Searches run in parallel: either may be the one that fails.
	expect(added()[0]).toMatch(/\{"prospect_ids":\[(5012|5020)\]\}$/);
});
