/**
 * Slack, HubSpot and Google cannot be had here: their nodes are n8n's own, and talk to a fake over HTTP. All in
 * one file, because they need an n8n of their own.
 */
import { chain, type StoredWorkflow } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { wireOf } from '../engine/operations/wire';
import { importExample, node } from './importExample';
import { startScriptedModel, type ScriptedModel } from './scriptedModel';
import { startFakeServices, type FakeServices, type ServiceRequest } from './services/fakeServices';
import { setStage } from './stage';
import { startOwnN8n, type OwnN8n } from './trigger/ownN8n';

const SPREADSHEET = 'https://docs.google.com/spreadsheets/d/sheet-of-leads/edit';
const LEAD = 5003;
/** Who does not look like this is taken for a program that previews links. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

let services: FakeServices;
let n8n: OwnN8n;
let stage: Awaited<ReturnType<typeof setStage>>;
let model: ScriptedModel | undefined;
const published: StoredWorkflow[] = [];
/** The rows of the Google Sheet, its headings first. */
let sheet: string[][] = [];

beforeAll(async () => {
	services = await startFakeServices(answer);
	n8n = await startOwnN8n({ env: services.env });
	stage = await setStage(n8n.url);
});
afterAll(async () => {
	await stage?.clear();
	await n8n?.remove();
	await services?.close();
});
beforeEach(() => {
	stage.simulator.reset();
	services.requests.length = 0;
});
afterEach(async () => {
	for (const { id } of published.splice(0)) await stage.client.unpublish(id);
	await until('the empty slot', () => stage.simulator.webhookUrl === null || undefined);
	await model?.close();
	model = undefined;
});

function answer({ url }: ServiceRequest): unknown {
	if (url.startsWith('slack.com/api/')) return { ok: true, channel: 'C1', ts: '1.1' };
	if (url.startsWith('api.hubapi.com/contacts/')) return { vid: 4711, isNew: true };
	if (url.startsWith('oauth2.googleapis.com/')) return { access_token: 'google', expires_in: 3600 };
	if (url.includes('/values/')) return { values: sheet };
	const properties = { sheetId: 0, title: 'Leads' };
	return url.startsWith('sheets.googleapis.com/') ? { sheets: [{ properties }] } : {};
}

const CREDENTIALS: Record<string, Record<string, unknown>> = {
	slackApi: { accessToken: 'slack-token' },
	hubspotAppToken: { appToken: 'hubspot-token' },
	googleSheetsOAuth2Api: {
		clientId: 'client',
		clientSecret: 'secret',
		oauthTokenData: { access_token: 'google', token_type: 'Bearer' },
	},
};

/** Imports an example with a credential for each service; the model says these things, one after the other. */
async function imported(file: string, ...says: unknown[]): Promise<StoredWorkflow> {
	await model?.close();
	model = await startScriptedModel(says.map((say) => ({ say: textOf(say) })));
	const data = { ...CREDENTIALS, openAiApi: { apiKey: 'none', url: model.url } };
	const credentials: Record<string, { id: string; name: string }> = {};
	for (const [type, values] of Object.entries(data)) {
		credentials[type] = await stage.client.createCredential(`${file} ${type}`, type, values);
	}
	return await importExample(stage, file, credentials);
}

const textOf = (say: unknown) => (typeof say === 'string' ? say : JSON.stringify(say));

/** What the text classifier wants to hear: true for one of its categories. */
function kind(category: string, ...all: string[]) {
	return Object.fromEntries([...all, 'fallback'].map((name) => [name, name === category]));
}

async function publish(workflow: StoredWorkflow): Promise<void> {
	await stage.client.publish(workflow.id);
	published.push(workflow);
	await until('the registration', () => stage.simulator.webhookUrl ?? undefined);
}

async function endOfRun(workflow: StoredWorkflow, count = 1) {
	const ended = await until('the end of the run', async () => {
		const runs = await stage.client.executions(workflow.id);
		const [latest] = runs;
		return runs.length === count && latest && !isOpen(latest.status) ? latest : undefined;
	});
	return await stage.client.execution(ended.id);
}

const isOpen = (status: string) => ['new', 'running', 'waiting'].includes(status);
const posts = () => services.requestsTo('slack.com/api/chat.postMessage');
const sent = () => stage.simulator.requests.filter(({ path }) => path.endsWith('send-message/'));

describe('answer from Slack', () => {
	const KINDS = ['Interested', 'Question', 'Not Interested', 'Unsubscribe'];

	/** The text that Slack shows, and the addresses of its buttons by their labels. */
	async function asked() {
		const post = await until('the question in Slack', () => posts()[0]);
		const { channel, blocks } = JSON.parse(post.body);
		const buttons: Array<{ text: { text: string }; url: string }> = blocks[4].elements;
		const links = new Map(buttons.map(({ text, url }) => [text.text, url]));
		return { channel, text: String(blocks[1].text.text), links };
	}

	async function click(links: Map<string, string>, label: string) {
		await until('the click to be taken', async () => {
			const { ok } = await fetch(links.get(label) ?? '', { headers: BROWSER });
			return ok || undefined;
		});
	}

	it.each([
		['Send', ['{"message":"Thursday at ten suits me."}']],
		['Do not send', []],
	])('asks before it answers, and does as the click on "%s" says', async (label, bodies) => {
		const draft = 'Thursday at ten suits me.';
		const says = [kind('Question', ...KINDS), draft];
		const workflow = await imported('answer-from-slack.json', ...says);
		await publish(workflow);
		await stage.simulator.sendMessage({ message: 'When could we talk?', prospect_id: LEAD });

		const { channel, text, links } = await asked();
		expect(channel).toBe('#outreach');
		expect(text).toContain('When could we talk?');
		expect(text).toContain(draft);
		expect(text).toMatch(/to Imogen .* at /);
		expect(sent()).toEqual([]);
		await click(links, label);
		const execution = await endOfRun(workflow);
		expect(execution.error()?.message).toBeUndefined();
		expect(sent().map(({ body }) => body)).toEqual(bodies);
	});

	it('says in Slack why an answer was not sent', async () => {
		const says = [kind('Interested', ...KINDS), 'Gladly.'];
		const workflow = await imported('answer-from-slack.json', ...says);
		await publish(workflow);
		const linkedin_profile_url = 'https://www.linkedin.com/in/somebody-else';
		const lead = { linkedin_profile_url, linkedin_public_id: 'somebody-else' };
		await stage.simulator.sendMessage({ message: 'Gladly', prospect_id: LEAD, lead });
		await click((await asked()).links, 'Send');

		await endOfRun(workflow);
		expect(JSON.parse(posts()[1]?.body ?? '').text).toContain('nobody in the chats matches');
		expect(sent()).toEqual([]);
	});

	it('answers nobody who unsubscribes, and tells the team', async () => {
		const workflow = await imported('answer-from-slack.json', kind('Unsubscribe', ...KINDS));
		await publish(workflow);
		await stage.simulator.sendMessage({ message: 'Leave me alone', prospect_id: LEAD });

		const execution = await endOfRun(workflow);
		expect(execution.error()?.message).toBeUndefined();
		expect(JSON.parse(posts()[0]?.body ?? '').text).toContain('Leave me alone');
		expect(sent()).toEqual([]);
	});
});

describe('replies to HubSpot', () => {
	const KINDS = ['To Answer', 'Unsubscribe', 'Nothing to Do'];

	async function afterMessage(category: string, lead?: Record<string, unknown>) {
		const workflow = await imported('replies-to-hubspot.json', kind(category, ...KINDS));
		await publish(workflow);
		await stage.simulator.sendMessage({ message: 'Well', prospect_id: LEAD, lead });
		const execution = await endOfRun(workflow);
		expect(execution.error()?.message).toBeUndefined();
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
	const CAMPAIGN = 103;

	async function run(...rows: string[][]) {
		sheet = [['job_title', 'company_name', 'status'], ...rows];
		const workflow = await imported('google-sheet-to-campaign.json');
		node(workflow, 'Get the Campaign').parameters.campaignId = byId(String(CAMPAIGN));
		for (const name of ['Get the Rows', 'Write the Status']) {
			node(workflow, name).parameters.documentId = { ...byId(SPREADSHEET), mode: 'url' };
		}
		await stage.client.updateWorkflow(workflow.id, workflow);
		return await stage.client.run(workflow.id, 'Start');
	}
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });
	/** What is written to the column of the status, by its cell. */
	function statuses(): Record<string, string> {
		const writes = services.requests.filter(({ url }) => url.endsWith('/values:batchUpdate'));
		const cells: Array<{ range: string; values: string[][] }> = writes.flatMap(
			({ body }) => JSON.parse(body).data,
		);
		return Object.fromEntries(cells.map(({ range, values }) => [range, values[0]?.[0] ?? '']));
	}
	const added = () => stage.simulator.requests.map(wireOf).filter((wire) => wire.includes('/add-'));

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

		const lists = stage.simulator.state.leadLists.filter(({ name }) => name === 'Google Sheet');
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
		expect(stage.simulator.requests.map(wireOf).join()).not.toContain('lead-lists');
	});

	it('writes no status when the campaign refuses the list, so that the next run tries again', async () => {
		const path = 'add-to-campaign';
		stage.simulator.plan({ method: 'POST', path, status: 400, body: { error: 'No' } });
		const execution = await run(['Founder', 'Tessel', '']);

		expect(execution.error()?.message).toContain('No');
		expect(statuses()).toEqual({});
	});

	it('reads nothing as imported', async () => {
		const { id } = await imported('google-sheet-to-campaign.json');
		const execution = await stage.client.run(id, 'Start');

		expect(execution.error()?.message).toContain(
			`'Get the Campaign': Parameter "Campaign" is required`,
		);
		expect([...services.requests, ...stage.simulator.requests]).toEqual([]);
	});
});

it('tells Slack which workflow failed, with the words of the service', async () => {
	const errors = await imported('report-errors-to-slack.json');
	await stage.client.publish(errors.id);
	const failing = chain(
		'Nightly update',
		stage.node('When a Lead Writes', 'n8n-nodes-public-outreach.publicOutreachTrigger', {}),
		stage.node('Get It', 'n8n-nodes-public-outreach.publicOutreach', {
			resource: 'campaign',
			operation: 'get',
			campaignId: { __rl: true, mode: 'id', value: '999' },
		}),
	);
	const settings = { ...failing.settings, errorWorkflow: errors.id };
	const nodes = failing.nodes.map((each, place) => ({
		...each,
		typeVersion: place === 0 ? 1.1 : each.typeVersion,
	}));
	const workflow = await stage.save({ ...failing, nodes, settings });
	await publish(workflow);
	await stage.simulator.sendMessage({ message: 'Hello' });

	const post = await until('the report', () => posts()[0]);
	const { text } = JSON.parse(post.body);
	expect(text).toContain('*Nightly update* failed in _Get It_');
	expect(text).toContain('Campaign not found');
	expect(text).toMatch(/http:\/\/localhost:\d+\/workflow\/.+\/executions\/\d+/);
	await stage.client.unpublish(errors.id);
});

describe('weekly report', () => {
	const TABLE = { __rl: true, mode: 'name', value: 'Campaign numbers by week' };

	async function table(parameters: Record<string, unknown>) {
		const start = stage.node('Start', 'n8n-nodes-base.manualTrigger', {});
		const rows = { dataTableId: TABLE, ...parameters };
		const act = stage.node('Rows', 'n8n-nodes-base.dataTable', rows);
		const { id } = await stage.save(chain('Table', start, act));
		return (await stage.client.run(id, 'Start')).items('Rows').map(({ json }) => json);
	}
	const report = () => String(JSON.parse(posts().at(-1)?.body ?? '{}').text);

	it('compares the numbers of each active campaign with those of the week before', async () => {
		const { id } = await imported('weekly-report-to-slack.json');
		const first = await stage.client.run(id, 'Every Monday');
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
		await stage.client.run(id, 'Every Monday');

		expect(report()).toContain(`replies ${numbers.amount_of_replies} (+3)`);
		const active = stage.simulator.state.campaigns.filter(({ status }) => status === 'ACTIVE');
		expect(await table({ operation: 'get', returnAll: true })).toHaveLength(active.length + 1);
		expect(posts()).toHaveLength(2);
	});
});
