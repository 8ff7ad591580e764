import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CREDENTIAL_TYPE, credentialData } from '../../dev/n8n/ownNodes';
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { importExample, node } from './exampleStage';
import { setRepliesStage, type RepliesStage } from './repliesStage';
import { startGate, type Gate } from './trigger/gate';

const FILE = 'send-and-wait-for-reply.json';
const PATIENCE = { timeoutMs: 150_000, everyMs: 500 };

let stage: RepliesStage;
let workflow: StoredWorkflow;
let sent: () => string[];
beforeAll(async () => {
	stage = await setRepliesStage();
	sent = () =>
		stage.simulator.requests
			.filter(({ path }) => path.endsWith('send-message/'))
			.map(({ body }) => JSON.parse(body).message);
});
afterAll(async () => await stage.clear());
beforeEach(() => {
	stage.simulator.requests.length = 0;
});

const endings: Array<() => Promise<unknown>> = [];
afterEach(async () => {
	for (const end of endings.splice(0)) await end();
	await stage.client.unpublish(workflow.id);
	await stage.webhookIs(null);
});

const columnsSchema = z.object({
	columns: z.object({ value: z.record(z.string()) }).passthrough(),
});

const profileOf = (name: string) => ({
	linkedin_profile_url: `https://www.linkedin.com/in/${name}`,
});

/** A lead of this name, with whom there is a chat. */
function lead(name: string): string {
	const profile = profileOf(name).linkedin_profile_url;
	stage.addLead(profile);
	return profile;
}

/** The published example; replies come to it as well. */
async function published(change: (example: StoredWorkflow) => unknown = () => {}): Promise<void> {
	workflow = await importExample(stage, FILE);
	await change(workflow);
	await stage.client.updateWorkflow(workflow.id, workflow);
	await stage.publish(workflow);
}

const waitingSeconds = (seconds: number) => (example: StoredWorkflow) => {
	const times = { resumeAmount: seconds, resumeUnit: 'seconds' };
	Object.assign(node(example, 'Wait for the Reply').parameters, times);
};

const ask = async (person: string, followUp = '', message = 'Shall we talk?') =>
	await stage.callForEach(workflow, [{ person, message, followUp }]);

async function untilOne(status: string) {
	const { id } = await until(
		`a run that is ${status}`,
		async () => (await stage.runs(workflow)).find((run) => run.status === status),
		PATIENCE,
	);
	return id;
}

/** What the run that is over has done. */
const ended = async (status = 'success') => await stage.client.execution(await untilOne(status));

it.each([
	['follows up once', 'silent', 'Still interested?', ['Shall we talk?', 'Still interested?']],
	['goes on', 'silent-too', ' ', ['Shall we talk?']],
])(
	'%s when %s does not reply in time, with the follow-up "%s"',
	async (_what, name, followUp, messages) => {
		await published(waitingSeconds(1));
		await ask(lead(name), followUp);
		const execution = await ended();

		expect(execution.items('No Reply')).toHaveLength(2 - messages.length);
		expect(execution.items('Reply')).toEqual([]);
		expect(sent()).toEqual(messages);
		expect(await stage.rows()).toEqual([]);
	},
);

it('goes on with the reply, and does not follow up', async () => {
	await published();
	const person = lead('quick');
	await ask(`${person}/?trk=profile`, 'Still interested?');
	await untilOne('waiting');
	await stage.reply(person, 'On Thursday');

	expect((await ended()).items('Reply')[0]?.json).toMatchObject({ reply: 'On Thursday' });
	expect(sent()).toEqual(['Shall we talk?']);
});

it('takes a message without a text for a reply', async () => {
	await published();
	const person = lead('wordless');
	await ask(person, 'Still interested?');
	await untilOne('waiting');
	const from = { linkedin_profile_url: person };
	const message = { message_id: randomUUID(), sent_by_lead: true, lead: from };
	await stage.simulator.deliver({ event: 'incoming_message', message });

	expect((await ended()).items('Reply')[0]?.json).toMatchObject({ reply: '' });
	expect(sent()).toEqual(['Shall we talk?']);
});

it('knows a lead by the public ID, however the profile is written', async () => {
	const forms: Array<[string, Record<string, unknown>]> = [
		['https://de.linkedin.com/in/Of-A-Country', { linkedin_public_id: 'of-a-country' }],
		['https://www.linkedin.com/in/in-english/en', profileOf('in-english')],
		['https://www.linkedin.com/in/J%C3%9CRGEN', profileOf('jürgen')],
		['https://www.linkedin.com/in/çelik', profileOf('%C3%A7elik')],
		['the-id-alone', profileOf('the-id-alone')],
		['by-its-id', { linkedin_profile_url: 'https://x.example/9', linkedin_public_id: 'by-its-id' }],
	];
	await published();
	for (const name of [
		'of-a-country',
		'in-english',
		'jürgen',
		'çelik',
		'the-id-alone',
		'by-its-id',
	]) {
		lead(name);
	}
	for (const [person] of forms) await ask(person);
	const all = async (status: string) =>
		(await stage.count(workflow, status)) === forms.length ? true : undefined;
	await until('all to wait', async () => await all('waiting'), PATIENCE);
	for (const [message, from] of forms) {
		const nobody = { linkedin_profile_url: '', linkedin_public_id: '', email: '' };
		await stage.simulator.sendMessage({ message, lead: { ...nobody, ...from } });
	}

	await until('all to go on', async () => await all('success'), PATIENCE);
});

it('gets a reply that comes while the message is still being sent', async () => {
	const service = await gate(stage.simulator.url);
	const resumption = await gate(stage.n8nUrl);
	service.hold('send-message');
	await published(async (example) => await through(example, service, resumption));
	const person = lead('very-quick');
	await ask(person);
	await until('the message to be on its way', () => service.held === 1 || undefined, PATIENCE);
	await stage.reply(person, 'Now');
	// A second attempt says that the first one came too early.
	await until('two attempts', () => resumption.paths.length === 2 || undefined, PATIENCE);
	service.hold();

	expect((await ended()).items('Reply')[0]?.json).toMatchObject({ reply: 'Now' });
});

/** Before the service or before n8n; closed after the test. */
async function gate(url: string): Promise<Gate> {
	const opened = await startGate(Number(new URL(url).port));
	endings.push(opened.close);
	return opened;
}

/** Has the example send its message and get its reply through gates. */
async function through(example: StoredWorkflow, service: Gate, resumption: Gate): Promise<void> {
	const data = { ...credentialData(stage.simulator, 1_000), baseUrl: service.url };
	const credential = await stage.credentialOf(CREDENTIAL_TYPE, data);
	node(example, 'Send the Message').credentials = { [CREDENTIAL_TYPE]: credential };
	const { columns } = columnsSchema.parse(node(example, 'Remember the Lead').parameters);
	columns.value.resumeUrl = `={{ $execution.resumeUrl.replace(/^http:..[^/]+/, '${resumption.url}') }}`;
	Object.assign(node(example, 'Remember the Lead').parameters, { columns });
}

it('waits for nobody when the message was not sent, and says why', async () => {
	await published();
	await ask('https://www.linkedin.com/in/unknown');

	expect((await ended('error')).error()?.message).toMatch(/no one in your chats matches/);
	expect(await stage.rows()).toEqual([]);
});

it.each([
	['without a person', [{ person: ' ', message: 'When?', followUp: '' }]],
	['without a message', [{ person: 'https://www.linkedin.com/in/x', message: '', followUp: '' }]],
])('sends nothing %s', async (_what, items) => {
	await published();
	await stage.callForEach(workflow, items);

	const { message } = (await ended('error')).error() ?? {};
	expect(message).toContain('fill in person and message, for one lead at a time. Items: 1');
	expect(sent()).toEqual([]);
});

it('sends nothing when several leads come together', async () => {
	const two = [1, 2].map((number) => ({ person: `in/${number}`, message: 'When?' }));
	await published((example) => {
		const jsonOutput = JSON.stringify({ leads: two });
		Object.assign(node(example, 'Try It').parameters, { mode: 'raw', jsonOutput });
		example.nodes.push(
			stage.node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'leads' }),
		);
		const into = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
		Object.assign(example.connections, { 'Try It': into('Split'), Split: into('Is It Complete?') });
	});
	const execution = await stage.client.run(workflow.id, 'Start');

	expect(execution.error()?.message).toContain('Items: 2');
	expect(sent()).toEqual([]);
});

it('goes on once when two messages come at the same moment, and hands the other one on', async () => {
	await published();
	const person = lead('twice');
	await ask(person);
	await untilOne('waiting');
	await Promise.all(['One', 'Two'].map(async (text) => await stage.reply(person, text)));
	const reply = (await ended()).items('Reply')[0]?.json.reply;
	const other = await until('the other message', handedOn, PATIENCE);

	expect([reply, other].sort()).toEqual(['One', 'Two']);
});

it('wakes every run that waits for the same lead', async () => {
	await published();
	const person = lead('shared');
	await ask(person);
	await ask(person);
	const are = async (status: string) =>
		(await stage.count(workflow, status)) === 2 ? true : undefined;
	await until('both to wait', async () => await are('waiting'), PATIENCE);
	await stage.reply(person, 'To both');

	await until('both to go on', async () => await are('success'), PATIENCE);
});

/** The message of the latest runs that was delivered to nobody who waits, once there is one. */
async function handedOn() {
	const over = (await stage.runs(workflow, 'delivering')).slice(0, 2);
	for (const { id } of over.filter(({ status }) => status === 'success')) {
		const execution = await stage.client.execution(id);
		const isOther = execution.items('Everything Else').length > 0;
		if (isOther) return execution.items('When a Lead Writes')[0]?.json.message;
	}
	return undefined;
}

it('hands a message on that a stopped run waited for, and forgets that run', async () => {
	await published();
	const person = lead('stopped');
	await ask(person);
	await stage.stopRun(await untilOne('waiting'));
	await stage.reply(person, 'Too late');

	expect(await until('the message', handedOn, PATIENCE)).toBe('Too late');
	expect(await stage.rows()).toEqual([]);
});

it('hands a message on before anybody has been asked, when there is no table yet', async () => {
	await published((example) => {
		const { dataTableId } = node(example, 'Find the Waiting Executions').parameters;
		Object.assign(dataTableId ?? {}, { value: 'A table that nobody has created' });
	});
	await stage.reply('https://www.linkedin.com/in/early', 'Hello');

	expect(await until('the message', handedOn, PATIENCE)).toBe('Hello');
});
