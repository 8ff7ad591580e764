/** Examples that fill and watch campaigns. Slack, HubSpot and Google are a fake over HTTP: n8n's nodes are real. */
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { ACTION_TYPE, TRIGGER_TYPE } from '../../dev/n8n/ownNodes';
import { chain } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { byId } from '../engine/operations/wire';
import { node, useExamples } from './exampleStage';
import { useServices } from './services/fakeServices';

const DRAFT = 103;
const services = useServices();
const examples = useExamples(services);
const { posts } = services;

const campaigns = () => examples.simulator.state.campaigns;
const active = () => campaigns().filter(({ status }) => status === 'ACTIVE');
/** The wires that add people, without those that read. */
const additions = () => examples.wires().filter((wire) => wire.includes('/add-'));
const listNamed = (name: string) =>
	examples.simulator.state.leadLists.filter((list) => list.name === name);

describe('search prospects and add them', () => {
	const FILE = 'search-to-campaign.json';
	const settings = { campaignId: String(DRAFT), howMany: 5 };

	it('adds the found prospects of the first day, the new ones of the second, and nobody on the third', async () => {
		const { client } = examples.stage;
		const { id } = await examples.imported(FILE, { settings });
		const day = async () => {
			examples.simulator.requests.length = 0;
			const execution = await client.run(id, 'Start');
			expect(execution.error()?.message).toBeUndefined();
			return execution;
		};
		const sales = examples.simulator.state.leads.filter(({ job_title }) =>
			/Head of Sales|VP Sales/.test(job_title),
		);
		const [newcomer] = sales;
		Object.assign(newcomer ?? {}, { job_title: 'Sabbatical' });
		const execution = await day();
		const found = execution.items('Search Prospects').map(({ json }) => json.id);
		expect(found).toEqual(sales.slice(1, 6).map((lead) => lead.id));
		expect(additions()).toEqual([
			expect.stringMatching(new RegExp(`add-leads/ {"prospect_ids":\\[${found.join(',')}\\]}$`)),
			expect.stringMatching(
				`add-to-campaign/ {"campaign":${DRAFT},.*"prospect_ids":\\[${found.join(',')}\\]`,
			),
		]);

		Object.assign(newcomer ?? {}, { job_title: 'VP Sales' });
		await day();
		expect(additions()).toEqual([
			expect.stringMatching(`add-leads/ {"prospect_ids":\\[${newcomer?.id}\\]}$`),
			expect.stringMatching(`add-to-campaign/ {.*"prospect_ids":\\[${newcomer?.id}\\]`),
		]);
		const before = campaigns().map(({ prospect_ids }) => [...prospect_ids]);
		await day();
		expect(additions()).toEqual([]);
		expect(campaigns().map(({ prospect_ids }) => prospect_ids)).toEqual(before);
		expect(listNamed('Heads of sales')).toHaveLength(1);
	});

	it.each([
		['refuses', {}, 1],
		['takes, if told so,', { evenIfActive: true }, undefined],
	])('%s a campaign that is ACTIVE', async (_what, more, requests) => {
		const execution = await examples.run(FILE, {
			settings: { ...settings, campaignId: '101', ...more },
		});

		expect(execution.error()?.message ?? 'no error').toMatch(requests ? /is ACTIVE/ : /no error/);
		if (requests) expect(examples.wires()).toEqual(['GET /api/v1/public/campaigns/101/']);
		else expect(additions()).toHaveLength(2);
	});
});

describe('people of a Google Sheet', () => {
	const SPREADSHEET = 'https://docs.google.com/spreadsheets/d/sheet-of-leads/edit';
	const HEADINGS = ['first_name', 'last_name', 'company_name', 'linkedin', 'status'];

	async function run(...rows: string[][]) {
		services.requests.splice(0);
		services.sheet.splice(0, Infinity, HEADINGS, ...rows);
		return await examples.run('google-sheet-to-campaign.json', {
			change: (workflow) => {
				node(workflow, 'Get the Campaign').parameters.campaignId = byId(String(DRAFT));
				for (const name of ['Get the Rows', 'Write the Status']) {
					node(workflow, name).parameters.documentId = { ...byId(SPREADSHEET), mode: 'url' };
				}
			},
		});
	}
	/** What is written to the column of the status, by its cell. */
	function statuses(): Record<string, string> {
		const writes = services.requests.filter(({ url }) => url.endsWith('/values:batchUpdate'));
		const cells: Array<{ range: string; values: string[][] }> = writes.flatMap(
			({ body }) => JSON.parse(body).data,
		);
		return Object.fromEntries(cells.map(({ range, values }) => [range, values[0]?.[0] ?? '']));
	}

	it('adds exactly the people of the rows, and writes back what became of each', async () => {
		const execution = await run(
			['lotte', ' Verhaegen', 'Tessel & Thorn', '', ''],
			['', '', 'Saltmarsh', 'https://www.linkedin.com/in/Fergus-Dunmallet/?trk=1', ''],
			['Émile'.normalize('NFD'), 'Castelnau', 'Tessel', '', ''],
			['Marit', 'Okkerman', 'Larkfield', '', 'sent to Pilot'],
			['Lotte', 'Verhaegen', 'Quillstone', '', ''],
			['Lotte', 'Nobody', 'Tessel', '', ''],
			['Fergus', 'Dunmallet', 'Saltmarsh', 'https://linkedin.example/in/somebody-else', ''],
			['Lotte', 'Verhaegen', '', '', ''],
			['Lotte', '', 'Tessel', '', ''],
			['', '', '', '', ''],
		);

		expect(execution.error()?.message).toBeUndefined();
		expect(additions()).toEqual([
			expect.stringMatching(/add-leads\/ \{"prospect_ids":\[5012,5020,5013\]\}$/),
			expect.stringMatching(
				/add-to-campaign\/ \{"campaign":103,.*"prospect_ids":\[5012,5020,5013\]/,
			),
		]);
		const added = (name: string) => expect.stringMatching(new RegExp(`^added to .+: ${name}$`));
		const missing = expect.stringMatching(/^not searched: enter company_name/);
		expect(statuses()).toEqual({
			'Leads!E2': added('Lotte Verhaegen'),
			'Leads!E3': added('Fergus Dunmallet'),
			'Leads!E4': added('Émile Castelnau'),
			'Leads!E6': expect.stringMatching(/^not found /),
			'Leads!E7': expect.stringMatching(/^not found /),
			'Leads!E8': expect.stringMatching(/^not found /),
			'Leads!E9': missing,
			'Leads!E10': missing,
			...(statuses()['Leads!E11'] !== undefined && { 'Leads!E11': missing }),
		});
	});

	it('adds nobody when two people have the same name, and asks for the profile', async () => {
		const { leads } = examples.simulator.state;
		const [lotte, other] = [5012, 5013].map((id) => leads.find((lead) => lead.id === id));
		Object.assign(other ?? {}, { first_name: lotte?.first_name, last_name: lotte?.last_name });
		await run(['Lotte', 'Verhaegen', 'Tessel', '', '']);

		expect(statuses()).toEqual({ 'Leads!E2': expect.stringMatching(/^several people match/) });
		expect(examples.wires().join()).not.toContain('lead-lists');
	});

	it.each(['#N/A', '#REF!', '?'])('takes %s for the profile of nobody', async (linkedin) => {
		const nobody = { linkedin_public_id: '', linkedin_profile_url: null };
		Object.assign(examples.simulator.state.leads.find(({ id }) => id === 5020) ?? {}, nobody);
		await run(['Fergus', 'Dunmallet', 'Saltmarsh', linkedin, '']);

		expect(statuses()).toEqual({ 'Leads!E2': expect.stringMatching(/^not found /) });
		expect(additions()).toEqual([]);
	});

	it('uses the list of the day before, and says who was not added', async () => {
		await run(['Lotte', 'Verhaegen', 'Tessel', '', '']);
		await run(
			['Lotte', 'Verhaegen', 'Tessel', '', ''],
			['Fergus', 'Dunmallet', 'Saltmarsh', '', ''],
		);

		expect(listNamed('Google Sheet').map(({ member_ids }) => member_ids)).toEqual([[5012, 5020]]);
		expect(statuses()).toEqual({
			'Leads!E2': expect.stringMatching(/^not added, in a campaign already/),
			'Leads!E3': expect.stringMatching(/^added to .+: Fergus/),
		});
	});

	it('does not stop at a row whose search fails', async () => {
		const path = '/api/v1/public/prospects/search/';
		const body = { error: 'No such filter' };
		examples.simulator.plan({ method: 'POST', path, status: 400, body });
		await run(
			['Lotte', 'Verhaegen', 'Tessel', '', ''],
			['Fergus', 'Dunmallet', 'Saltmarsh', '', ''],
		);

		// Searches run in parallel: either can be the one that fails.
		expect(Object.values(statuses()).sort()).toEqual([
			expect.stringMatching(/^added to /),
			expect.stringMatching(/^failed: .*No such filter/),
		]);
	});

	it('writes no status when the campaign rejects the list, so that the next run tries again', async () => {
		const body = { error: 'No' };
		examples.simulator.plan({ method: 'POST', path: 'add-to-campaign', status: 400, body });
		const execution = await run(['Lotte', 'Verhaegen', 'Tessel', '', '']);

		expect(execution.error()?.message).toContain('No');
		expect(statuses()).toEqual({});
	});
});

describe('prospects except customers', () => {
	const FILE = 'exclude-customers.json';
	const settings = { campaignId: String(DRAFT), howMany: 5 };
	const sales = () =>
		examples.simulator.state.leads
			.filter(({ job_title }) => /Head of Sales|VP Sales/.test(job_title))
			.slice(0, 5);

	it('leaves out who is known by email, profile or company, and who cannot be looked up', async () => {
		const [byEmail, byProfile, byCompany, unknown] = sales();
		services.contacts.push(
			byEmail?.email ?? '',
			`*${byProfile?.linkedin_public_id}*`,
			byCompany?.company.name ?? '',
		);
		Object.assign(unknown ?? {}, {
			...{ email: '', linkedin_public_id: '', linkedin_profile_url: null },
			company: { ...unknown?.company, name: '' },
		});
		const isCustomer = (lead: ReturnType<typeof sales>[number]) =>
			[byEmail, byProfile, unknown].includes(lead) || lead.company.name === byCompany?.company.name;
		const kept = sales().filter((lead) => !isCustomer(lead));
		const execution = await examples.run(FILE, { settings });

		expect(execution.error()?.message).toBeUndefined();
		const ids = kept.map(({ id }) => id).join(',');
		expect(kept.length).toBeGreaterThan(0);
		expect(additions()).toEqual([
			expect.stringMatching(`add-leads/ {"prospect_ids":\\[${ids}\\]}$`),
			expect.stringMatching(`add-to-campaign/ {.*"prospect_ids":\\[${ids}\\]`),
		]);
		expect(execution.items('Left Out')).toHaveLength(sales().length - kept.length);
		for (const { body } of services.requestsTo('api.hubapi.com')) {
			for (const { filters } of JSON.parse(body).filterGroups) {
				expect(filters).toContainEqual(
					expect.objectContaining({ propertyName: 'lifecyclestage', operator: 'IN' }),
				);
				expect(filters[0].value).not.toBe('');
			}
		}
	});

	it('adds nobody when all are customers', async () => {
		services.contacts.push(...sales().map(({ company }) => company.name));
		const execution = await examples.run(FILE, { settings });

		expect(execution.error()?.message).toBeUndefined();
		expect(examples.wires().join()).not.toContain('lead-lists');
	});
});

it('finds emails, waits for the call of the service, whatever it contains, and shows the leads', async () => {
	const settings = { leadListId: '301', howMany: 3 };
	const running = examples.run('enrich-and-wait.json', { settings });
	const path = '/api/v1/public/lead-lists/301/enrichment/';
	const request = await until('the request', () =>
		examples.simulator.requests.find((candidate) => candidate.path === path),
	);
	const { webhook_url: url, ...asked } = JSON.parse(request.body);
	expect(asked).toMatchObject({
		...{ enrichment_type: 'FIND_EMAIL', prospect_limit: 3, mode: 'async' },
	});
	// Until the run waits, n8n refuses the call: with 500, and with 409 once it has stored the run.
	await until('the call to be taken', async () => {
		return (await fetch(url, { method: 'POST', body: 'done' })).ok || undefined;
	});
	const execution = await running;

	expect(execution.error()?.message).toBeUndefined();
	const { leadLists, credits } = examples.simulator.state;
	const leads = ['With an Email', 'Without an Email'].flatMap((name) => execution.items(name));
	expect(leads.map(({ json }) => json.id).sort()).toEqual(
		leadLists.find(({ id }) => id === 301)?.member_ids,
	);
	expect(credits).toBe(2500 - 3 * 3);
});

describe('sending windows on holidays', () => {
	const FILE = 'holiday-sending-window.json';
	const TABLE = 'Days closed for holidays';
	const DAY_MS = 86_400_000;
	const timeZone = 'America/New_York';
	const dateOf = (days: number) =>
		new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone });
	const weekdayOf = (days: number) =>
		new Date(Date.now() + days * DAY_MS)
			.toLocaleDateString('en', { weekday: 'long', timeZone })
			.toLowerCase();
	const plan = (value: object) => (workflow: StoredWorkflow) => {
		node(workflow, 'Your Holidays').parameters.jsonOutput = JSON.stringify(value);
	};
	const holidays = [dateOf(1)];
	const windows = () => structuredClone(campaigns().map(({ sending_window }) => sending_window));
	const run = async (value: object) => {
		const execution = await examples.run(FILE, { change: plan(value) }, 'Every Night');
		expect(execution.error()?.message).toBeUndefined();
		return execution;
	};
	/** Tomorrow is a day on which the first campaign sends and the others do not, if that is `isOnlyFirst`. */
	function openTomorrow(): void {
		for (const [place, { sending_window }] of campaigns().entries()) {
			Object.assign(sending_window, {
				[weekdayOf(1)]: { enabled: place === 0, start: '08:15', end: '16:45' },
			});
		}
	}

	it('closes tomorrow alone where it is open, and opens it with the same hours when it is over', async () => {
		openTomorrow();
		const before = windows();
		await run({ changeForReal: true, holidays });

		const closed = { enabled: false, start: '08:15', end: '16:45' };
		expect(windows()).toEqual([{ ...before[0], [weekdayOf(1)]: closed }, ...before.slice(1)]);
		await run({ changeForReal: true, holidays });
		expect(await examples.rows(TABLE)).toHaveLength(1);
		expect(windows()[0]).toMatchObject({ [weekdayOf(1)]: closed });

		// Two nights after the holiday.
		await examples.emptyTable(TABLE);
		const row = { campaign: String(campaigns()[0]?.id), weekday: weekdayOf(1) };
		await examples.addRow(TABLE, { ...row, date: dateOf(-2), start: '08:15', end: '16:45' });
		await run({ changeForReal: true, holidays: [] });
		expect(windows()).toEqual(before);
		expect(await examples.rows(TABLE)).toEqual([]);
	});

	it('as imported, only shows what it would close', async () => {
		openTomorrow();
		const before = windows();
		const execution = await run({ changeForReal: false, holidays });

		expect(execution.items('Would Close').map(({ json }) => json.result)).toEqual([
			`Would close ${weekdayOf(1)} in ${campaigns()[0]?.name}`,
		]);
		expect(windows()).toEqual(before);
	});

	it('keeps a day in mind that it could not open, and closes tomorrow all the same', async () => {
		openTomorrow();
		await examples.emptyTable(TABLE);
		const hours = { start: '08:00', end: '16:00' };
		const row = { campaign: '999', weekday: weekdayOf(-2), date: dateOf(-2) };
		await examples.addRow(TABLE, { ...row, ...hours });
		const change = plan({ changeForReal: true, holidays });
		const execution = await examples.run(FILE, { change }, 'Every Night');

		expect(execution.error()?.message).toContain('not found');
		expect(windows()[0]).toMatchObject({ [weekdayOf(1)]: { enabled: false } });
		const campaign = String(campaigns()[0]?.id);
		const kept = (await examples.rows(TABLE)).map((row) => row.campaign);
		expect(kept.sort()).toEqual(['999', campaign].sort());
	});

	it.each([-1, 0, 1])(
		'opens no weekday of a holiday that is %d days away, however late it is',
		async (days) => {
			openTomorrow();
			const closed = { enabled: false, start: '08:15', end: '16:45' };
			Object.assign(campaigns()[0]?.sending_window ?? {}, { [weekdayOf(days)]: closed });
			const before = windows();
			await examples.emptyTable(TABLE);
			const row = { campaign: String(campaigns()[0]?.id), weekday: weekdayOf(days) };
			const hours = { start: '08:15', end: '16:45' };
			await examples.addRow(TABLE, { ...row, date: dateOf(days - 7), ...hours });
			await run({ changeForReal: true, holidays: [dateOf(days)] });

			expect(windows()).toEqual(before);
			expect(await examples.rows(TABLE)).toHaveLength(1);
		},
	);
});

it('tells Slack which workflow failed, with the words of the service', async () => {
	const errors = await examples.published('report-errors-to-slack.json');
	const { stage } = examples;
	const get = { resource: 'campaign', operation: 'get', campaignId: byId('999') };
	const failing = chain(
		'Nightly update',
		stage.node('When a Lead Writes', TRIGGER_TYPE, {}),
		stage.node('Get It', ACTION_TYPE, get),
	);
	const settings = { ...failing.settings, errorWorkflow: errors.id };
	await examples.publish(await stage.save({ ...failing, settings }));
	await examples.simulator.sendMessage({ message: 'Hello' });

	const { text } = await until('the report', () => posts()[0]);
	expect(text).toContain('*Nightly update* failed in _Get It_');
	expect(text).toContain('Campaign not found');
	expect(text).toMatch(/http:\/\/localhost:\d+\/workflow\/.+\/executions\/\d+/);
});

it('tells Slack of an error whose words are no text', async () => {
	const failure = { message: 'It failed', description: ['No such list', 404] };
	const json = { workflow: { name: 'Nightly update' }, execution: { error: failure } };
	const change = (workflow: StoredWorkflow) => {
		workflow.pinData = { 'When a Workflow Fails': [{ json }] };
	};
	await examples.run('report-errors-to-slack.json', { change }, 'When a Workflow Fails');

	expect(posts()[0]?.text).toContain('It failed\nNo such list,404');
});

describe('weekly report', () => {
	const FILE = 'weekly-report-to-slack.json';
	const TABLE = 'Campaign numbers by week';
	const report = () => String(posts().at(-1)?.text);

	it('names the week that has ended, and compares with the latest report before it', async () => {
		const { client } = examples.stage;
		const { id } = await examples.imported(FILE);
		const first = await client.run(id, 'Every Monday');
		expect(first.error()?.message).toBeUndefined();
		expect(report()).toMatch(
			/^\*Outreach, week \d+\* \(in brackets: change since the previous report\)/,
		);
		expect(report().split('\n').slice(2)).toEqual(
			active().map(({ name }) => expect.stringMatching(new RegExp(`^${name}: .*replies \\d+`))),
		);
		expect(report()).not.toMatch(/\d \([+-]/);

		const [row] = await examples.rows(TABLE);
		const numbers = JSON.parse(String(row?.numbers));
		const earlier = (week: string, less: number) => ({
			...{ campaign: row?.campaign, week },
			numbers: JSON.stringify({ ...numbers, amount_of_replies: numbers.amount_of_replies - less }),
		});
		// The Monday between was missed.
		await examples.addRow(TABLE, earlier('2020-W01', 7));
		await examples.addRow(TABLE, earlier('2020-W02', 3));
		await client.run(id, 'Every Monday');

		expect(report()).toContain(`replies ${numbers.amount_of_replies} (+3)`);
		expect(await examples.rows(TABLE)).toHaveLength(active().length + 2);
		const weekAgo = new Date(Date.now() - 7 * 86_400_000);
		expect(row?.week).toBe(isoWeek(weekAgo));
		expect(posts()).toHaveLength(2);
	});

	/** As ISO 8601 numbers weeks: that of the Thursday. */
	function isoWeek(date: Date): string {
		const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * 86_400_000);
		const start = Date.UTC(thursday.getUTCFullYear(), 0, 1);
		const week = Math.ceil(((thursday.getTime() - start) / 86_400_000 + 1) / 7);
		return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
	}
});
