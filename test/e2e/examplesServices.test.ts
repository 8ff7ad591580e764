/** Slack, HubSpot and Google cannot be had here: their nodes are n8n's own, and talk to a fake over HTTP. */
import { TRIGGER_TYPE, ACTION_TYPE } from '../../dev/n8n/ownNodes';
import { chain } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { byId } from '../engine/operations/wire';
import { click, node, useExamples } from './exampleStage';
import { kind, useServices } from './services/fakeServices';

const SPREADSHEET = 'https://docs.google.com/spreadsheets/d/sheet-of-leads/edit';
const LEAD = 5003;

const services = useServices();
const examples = useExamples(services);
const { posts } = services;

async function write(message: string, lead?: Record<string, unknown>): Promise<void> {
	await examples.simulator.sendMessage({ message, prospect_id: LEAD, lead });
}

describe('answer from Slack', () => {
	const KINDS = ['Interested', 'Question', 'Not Interested', 'Unsubscribe'];

	const asking = async (category: string, draft = '') =>
		await examples.published('answer-from-slack.json', { says: [kind(category, ...KINDS), draft] });

	/** The text that Slack shows, and the addresses of its buttons by their labels. */
	async function question() {
		const { channel, blocks } = await until('the question in Slack', () => posts()[0]);
		const buttons: Array<{ text: { text: string }; url: string }> = blocks[4].elements;
		const links = new Map(buttons.map(({ text, url }) => [text.text, url]));
		return { channel, text: String(blocks[1].text.text), links };
	}

	it.each([
		['Send', [`${LEAD}: Thursday at ten suits me.`]],
		['Do not send', []],
	])('asks before it answers, and does as the click on "%s" says', async (label, messages) => {
		const workflow = await asking('Question', 'Thursday at ten suits me.');
		await write('When could we talk?');

		const { channel, text, links } = await question();
		expect(channel).toBe('#outreach');
		expect(text).toContain('When could we talk?');
		expect(text).toContain('Thursday at ten suits me.');
		expect(text).toMatch(/to Imogen .* at /);
		expect(examples.sent()).toEqual([]);
		await click(links.get(label));
		expect((await examples.endOfRun(workflow)).error()?.message).toBeUndefined();
		expect(examples.sent()).toEqual(messages);
	});

	it('says in Slack why an answer was not sent', async () => {
		const workflow = await asking('Interested', 'Gladly.');
		const linkedin_profile_url = 'https://www.linkedin.com/in/somebody-else';
		await write('Gladly', { linkedin_profile_url, linkedin_public_id: 'somebody-else' });
		await click((await question()).links.get('Send'));

		await examples.endOfRun(workflow);
		expect(posts()[1].text).toContain('no one in your chats matches');
		expect(examples.sent()).toEqual([]);
	});

	it('answers nobody who unsubscribes, and tells the team', async () => {
		const workflow = await asking('Unsubscribe');
		await write('Leave me alone');

		expect((await examples.endOfRun(workflow)).error()?.message).toBeUndefined();
		expect(posts()[0].text).toContain('Leave me alone');
		expect(examples.sent()).toEqual([]);
	});
});

describe('replies to HubSpot', () => {
	const KINDS = ['To Answer', 'Unsubscribe', 'Nothing to Do'];

	async function afterMessage(category: string, lead?: Record<string, unknown>) {
		const says = [kind(category, ...KINDS)];
		const workflow = await examples.published('replies-to-hubspot.json', { says });
		await write('Well', lead);
		expect((await examples.endOfRun(workflow)).error()?.message).toBeUndefined();
		return services.requestsTo('api.hubapi.com').map(({ method, url }) => `${method} ${url}`);
	}
	const CONTACT = /^POST api.hubapi.com\/contacts\/v1\/contact\/createOrUpdate\/email\/.+@/;
	const NOTE = 'POST api.hubapi.com/crm/v3/objects/notes';

	it('makes a contact, a note and a task of a message that is to be answered', async () => {
		const requests = await afterMessage('To Answer');

		expect(requests).toEqual([
			expect.stringMatching(CONTACT),
			NOTE,
			'POST api.hubapi.com/engagements/v1/engagements',
		]);
		const bodies = services.requestsTo('api.hubapi.com').map(({ body }) => JSON.parse(body));
		expect(bodies[1]).toMatchObject({
			properties: { hs_note_body: expect.stringMatching(/^Reply to .+: Well$/) },
			associations: [{ to: { id: 4711 } }],
		});
		expect(bodies[2]).toMatchObject({
			engagement: { type: 'TASK' },
			metadata: { subject: expect.stringMatching(/^Answer Imogen /), body: 'Well' },
			associations: { contactIds: ['4711'] },
		});
	});

	it('unsubscribes who asks for it, without a task', async () => {
		const requests = await afterMessage('Unsubscribe');

		expect(requests).toEqual([
			expect.stringMatching(CONTACT),
			NOTE,
			expect.stringMatching(/\/v4\/statuses\/.+%40.+\/unsubscribe-all\?channel=EMAIL$/),
		]);
	});

	it('leaves HubSpot alone for a lead without an email', async () => {
		expect(await afterMessage('To Answer', { email: '' })).toEqual([]);
	});
});

describe('rows of a Google Sheet', () => {
	async function run(...rows: string[][]) {
		services.sheet.splice(0, Infinity, ['job_title', 'company_name', 'status'], ...rows);
		return await examples.run('google-sheet-to-campaign.json', {
			change: (workflow) => {
				node(workflow, 'Get the Campaign').parameters.campaignId = byId('103');
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
	const added = () => examples.wires().filter((wire) => wire.includes('/add-'));

	it('sends the people of new rows to the campaign and writes to each row what became of it', async () => {
		const execution = await run(
			['Founder', 'Tessel', ''],
			['Account Director', 'Saltmarsh', 'sent to Pilot'],
			['Nobody', 'Nowhere', ''],
			['', 'Tessel', ''],
		);

		expect(execution.error()?.message).toBeUndefined();
		expect(added()).toEqual([
			expect.stringMatching(/add-leads\/ \{"prospect_ids":\[5012\]\}$/),
			expect.stringMatching(/add-to-campaign\/ \{"campaign":103,.*"prospect_ids":\[5012\]/),
		]);
		expect(statuses()).toEqual({
			'Leads!C2': expect.stringMatching(/^added to .+: \w+/),
			'Leads!C4': expect.stringMatching(/^nobody found/),
			'Leads!C5': expect.stringMatching(/^failed .*job_title/),
		});
	});

	it('uses the list of the day before', async () => {
		await run(['Founder', 'Tessel', '']);
		await run(['Account Director', 'Saltmarsh', '']);

		const lists = examples.simulator.state.leadLists.filter(({ name }) => name === 'Google Sheet');
		expect(lists.map(({ member_ids }) => member_ids)).toEqual([[5012, 5020]]);
	});

	it('says who was not added, such as those who are in the campaign', async () => {
		await run(['Founder', 'Tessel', '']);
		await run(['Founder', 'Tessel', '']);

		expect(statuses()).toEqual({ 'Leads!C2': expect.stringMatching(/^not added .+: \w+/) });
	});

	it('creates no list when nobody was found', async () => {
		await run(['Nobody', 'Nowhere', '']);

		expect(Object.keys(statuses())).toEqual(['Leads!C2']);
		expect(examples.wires().join()).not.toContain('lead-lists');
	});

	it('writes no status when the campaign refuses the list, so that the next run tries again', async () => {
		const path = 'add-to-campaign';
		examples.simulator.plan({ method: 'POST', path, status: 400, body: { error: 'No' } });
		const execution = await run(['Founder', 'Tessel', '']);

		expect(execution.error()?.message).toContain('No');
		expect(statuses()).toEqual({});
	});
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
	await write('Hello');

	const { text } = await until('the report', () => posts()[0]);
	expect(text).toContain('*Nightly update* failed in _Get It_');
	expect(text).toContain('Campaign not found');
	expect(text).toMatch(/http:\/\/localhost:\d+\/workflow\/.+\/executions\/\d+/);
});

describe('weekly report', () => {
	const TABLE = { __rl: true, mode: 'name', value: 'Campaign numbers by week' };

	async function table(parameters: Record<string, unknown>) {
		const rows = { dataTableId: TABLE, ...parameters };
		const { stage } = examples;
		const execution = await stage.run(stage.node('Rows', 'n8n-nodes-base.dataTable', rows));
		return execution.items('Rows').map(({ json }) => json);
	}
	const report = () => String(posts().at(-1)?.text);

	it('compares the numbers of each active campaign with those of the week before', async () => {
		const { client } = examples.stage;
		const { id } = await examples.imported('weekly-report-to-slack.json');
		const first = await client.run(id, 'Every Monday');
		expect(first.error()?.message).toBeUndefined();
		expect(report()).toMatch(/replies \d+,/);
		expect(report()).not.toMatch(/\([+-]/);

		const [now] = await table({ operation: 'get', returnAll: true });
		const numbers = JSON.parse(String(now?.numbers));
		const before = { ...numbers, amount_of_replies: numbers.amount_of_replies - 3 };
		const value = {
			campaign: now?.campaign,
			week: `={{ $now.minus({ weeks: 1 }).toFormat("kkkk-'W'WW") }}`,
			numbers: JSON.stringify(before),
		};
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		await table({ operation: 'insert', columns });
		await client.run(id, 'Every Monday');

		expect(report()).toContain(`replies ${numbers.amount_of_replies} (+3)`);
		const active = examples.simulator.state.campaigns.filter(({ status }) => status === 'ACTIVE');
		expect(await table({ operation: 'get', returnAll: true })).toHaveLength(active.length + 1);
		expect(posts()).toHaveLength(2);
	});
});
