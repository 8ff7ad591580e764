import { z } from 'zod';
import { CREDENTIAL_TYPE, credentialData } from '../../dev/n8n/ownNodes';
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { importExample, node } from './exampleStage';
import { setRepliesStage, type RepliesStage } from './repliesStage';
import { startGate, type Gate } from './trigger/gate';

const PROSPECT = 5003;
const PATIENCE = { timeoutMs: 150_000, everyMs: 500 };

let stage: RepliesStage;
let sent: () => string[];
beforeAll(async () => {
	stage = await setRepliesStage();
	sent = () =>
		stage.simulator.requests
			.filter(({ path }) => path.endsWith('send-message/'))
			.map(({ body }) => JSON.parse(body).message);
});
afterAll(async () => {
	await stage.client.unpublish(stage.passing.id);
	await stage.webhookIs(null);
	await stage.clear();
});
beforeEach(() => {
	stage.simulator.requests.length = 0;
});

const endings: Array<() => Promise<unknown>> = [];
afterEach(async () => {
	for (const end of endings.splice(0)) await end();
});

const columnsSchema = z.object({
	columns: z.object({ value: z.record(z.string()) }).passthrough(),
});

const profile = (name: string) => `https://www.linkedin.com/in/${name}`;

async function published(file: string, waitSeconds?: number): Promise<StoredWorkflow> {
	const workflow = await importExample(stage, file);
	if (waitSeconds !== undefined) {
		const waiting = node(workflow, 'Wait for the Reply');
		Object.assign(waiting.parameters, { resumeAmount: waitSeconds, resumeUnit: 'seconds' });
		await stage.client.updateWorkflow(workflow.id, workflow);
	}
	await stage.client.publish(workflow.id);
	return workflow;
}

async function untilOne(workflow: StoredWorkflow, status: string) {
	return await until(
		`a run that is ${status}`,
		async () => (await stage.runs(workflow)).find((run) => run.status === status),
		PATIENCE,
	);
}

describe('follow up once', () => {
	async function follow(name: string, waitSeconds?: number) {
		const workflow = await published('follow-up-once.json', waitSeconds);
		const texts = { message: 'Shall we talk?', followUp: 'Still interested?' };
		await stage.callForEach(workflow, [{ prospectId: PROSPECT, person: profile(name), ...texts }]);
		return workflow;
	}

	it('follows up once when nobody replies in time', async () => {
		await untilOne(await follow('silent', 1), 'success');

		expect(sent()).toEqual(['Shall we talk?', 'Still interested?']);
		expect(await stage.rows()).toEqual([]);
	});

	it('does not follow up when the lead replies', async () => {
		const workflow = await follow('quick');
		await untilOne(workflow, 'waiting');
		await stage.reply(profile('quick'), 'On Thursday');
		const { id } = await untilOne(workflow, 'success');

		const execution = await stage.client.execution(id);
		expect(execution.items('Reply')[0]?.json).toMatchObject({ reply: 'On Thursday' });
		expect(sent()).toEqual(['Shall we talk?']);
	});
});

describe('send a question and wait for the reply', () => {
	const FILE = 'send-and-wait-for-reply.json';

	async function ask(workflow: StoredWorkflow, name: string, prospectId: unknown = PROSPECT) {
		await stage.callForEach(workflow, [{ prospectId, person: profile(name), question: 'When?' }]);
	}
	async function asking(name: string, waitSeconds?: number) {
		const workflow = await published(FILE, waitSeconds);
		await ask(workflow, name);
		return workflow;
	}

	it('goes on without a reply when the time is over', async () => {
		const { id } = await untilOne(await asking('silent', 1), 'success');

		const execution = await stage.client.execution(id);
		expect(execution.items('No Reply')).toHaveLength(1);
		expect(execution.items('Reply')).toEqual([]);
		expect(await stage.rows()).toEqual([]);
	});

	it('gets a reply that comes while the question is still being sent', async () => {
		const service = await gate(stage.simulator.url);
		const resumption = await gate(stage.n8nUrl);
		service.hold('send-message');
		const workflow = await askingThrough(service, resumption);
		await ask(workflow, 'very-quick');
		await until('the question to be on its way', () => service.held === 1 || undefined, PATIENCE);
		await stage.reply(profile('very-quick'), 'Now');
		// A second attempt says that the first one came too early.
		await until('two attempts', () => resumption.paths.length === 2 || undefined, PATIENCE);
		service.hold();
		const { id } = await untilOne(workflow, 'success');

		const execution = await stage.client.execution(id);
		expect(execution.items('Reply')[0]?.json).toMatchObject({ reply: 'Now' });
	});

	/** Before the service or before n8n; closed after the test. */
	async function gate(url: string): Promise<Gate> {
		const opened = await startGate(Number(new URL(url).port));
		endings.push(opened.close);
		return opened;
	}

	/** The example, which sends its question and gets its reply through gates. */
	async function askingThrough(service: Gate, resumption: Gate): Promise<StoredWorkflow> {
		const workflow = await importExample(stage, FILE);
		const data = { ...credentialData(stage.simulator, 1_000), baseUrl: service.url };
		const credential = await stage.credentialOf(CREDENTIAL_TYPE, data);
		node(workflow, 'Send the Question').credentials = { [CREDENTIAL_TYPE]: credential };
		const { columns } = columnsSchema.parse(node(workflow, 'Remember Who Was Asked').parameters);
		columns.value.resumeUrl = `={{ $execution.resumeUrl.replace(/^http:..[^/]+/, '${resumption.url}') }}`;
		Object.assign(node(workflow, 'Remember Who Was Asked').parameters, { columns });
		await stage.client.updateWorkflow(workflow.id, workflow);
		await stage.client.publish(workflow.id);
		return workflow;
	}

	it('waits for nobody when the question was not sent, and says why', async () => {
		const workflow = await published(FILE);
		await ask(workflow, 'unknown', 9);
		const { id } = await untilOne(workflow, 'error');

		expect((await stage.client.execution(id)).error()?.message).toMatch(/not found/i);
		expect(await stage.rows()).toEqual([]);
	});

	it.each([
		['without a person', { prospectId: PROSPECT, person: ' ', question: 'When?' }],
		['without a question', { prospectId: PROSPECT, person: profile('x'), question: '' }],
	])('sends nothing %s', async (_what, item) => {
		const workflow = await published(FILE);
		await stage.callForEach(workflow, [item]);
		const { id } = await untilOne(workflow, 'error');

		const { message } = (await stage.client.execution(id)).error() ?? {};
		expect(message).toContain('fill in prospectId, person and question');
		expect(sent()).toEqual([]);
	});

	it('goes on once when two messages come at the same moment, and hands the other one on', async () => {
		const workflow = await asking('twice');
		await untilOne(workflow, 'waiting');
		await Promise.all(['One', 'Two'].map(async (text) => stage.reply(profile('twice'), text)));
		const { id } = await untilOne(workflow, 'success');
		const others = await until('the other message', async () => await handedOn(), PATIENCE);

		const reply = (await stage.client.execution(id)).items('Reply')[0]?.json.reply;
		const other = others[0]?.json.message;
		expect([reply, other].sort()).toEqual(['One', 'Two']);
	});

	it('wakes every run that waits for the same lead', async () => {
		const workflow = await asking('shared');
		await ask(workflow, 'shared');
		const are = async (status: string) =>
			(await stage.count(workflow, status)) === 2 ? true : undefined;
		await until('both to wait', async () => await are('waiting'), PATIENCE);
		await stage.reply(profile('shared'), 'To both');

		await until('both to go on', async () => await are('success'), PATIENCE);
	});

	/** The message of the latest run that passed nothing on, once there is one. */
	async function handedOn() {
		const ended = (await stage.runs(stage.passing)).slice(0, 2);
		for (const { id } of ended.filter(({ status }) => status === 'success')) {
			const execution = await stage.client.execution(id);
			const isOther = execution.items('Passed On').length === 0;
			if (isOther) return execution.items('When a Lead Writes');
		}
		return undefined;
	}

	it('hands a message on that a stopped run waited for, and forgets that run', async () => {
		const workflow = await asking('stopped');
		await stage.stopRun((await untilOne(workflow, 'waiting')).id);
		await stage.reply(profile('stopped'), 'Too late');
		const messages = await until('the message', async () => await handedOn(), PATIENCE);

		expect(messages[0]?.json).toMatchObject({ message: 'Too late' });
		expect(await stage.rows()).toEqual([]);
	});
});
