/** What tests of examples do: import one as a user does, start it, and see what became of it. */
import { z } from 'zod';
import { readExample } from '../../dev/n8n/examples';
import { readExecution, storedExecutionSchema } from '../../dev/n8n/execution';
import type { StoredWorkflow, WorkflowNode } from '../../dev/n8n/workflow';
import { crypto } from '../../dev/platform';
import { until } from '../../dev/until';
import { wireOf } from '../engine/operations/wire';
import { startScriptedModel, type ScriptedModel, type Turn } from '../../dev/n8n/scriptedModel';
import { setStage, type Stage } from './stage';
import { WEBHOOK_PATH } from './trigger/stage';

type Credentials = Record<string, { id: string; name: string }>;

interface Changes {
	/** What the model says in its turns. */
	says?: Array<Turn | string>;
	/** What the user enters in the node "Your Settings". */
	settings?: Record<string, unknown>;
	/** What else the user changes. */
	change?: (workflow: StoredWorkflow) => void;
}

interface Surroundings {
	/** The URL of the test's own n8n; by default that of the shared one. */
	n8nUrl?: () => string;
	/** Ends its own n8n. */
	close?: () => Promise<void>;
	/** What the credentials of other services contain, by their types. */
	credentials?: Record<string, Record<string, unknown>>;
}

/**
 * As a user does after importing: chooses the credential in every node that asks for one. Addresses are its
 * own, since n8n publishes no second workflow at the same, and several files use one example.
 */
export async function importExample(
	stage: Pick<Stage, 'node' | 'save'>,
	file: string,
	others: Credentials = {},
): Promise<StoredWorkflow> {
	const { credentials: own } = stage.node('any', 'any', {});
	const example = readExample(file);
	const nodes = example.nodes.map((each) => {
		const asked = Object.keys(each.credentials ?? {});
		const chosen = Object.entries({ ...own, ...others }).filter(([type]) => asked.includes(type));
		return {
			...each,
			...(each.webhookId !== undefined && { webhookId: crypto.randomUUID() }),
			...(asked.length > 0 && { credentials: Object.fromEntries(chosen) }),
		};
	});
	return await stage.save({ ...example, nodes });
}

export function node({ nodes, name: workflow }: StoredWorkflow, name: string): WorkflowNode {
	const found = nodes.find((candidate) => candidate.name === name);
	if (found === undefined) throw new Error(`"${workflow}" has no node "${name}"`);
	return found;
}

const assignmentsSchema = z.object({
	assignments: z.object({ assignments: z.array(z.object({ name: z.string() }).passthrough()) }),
});

function enterSettings(workflow: StoredWorkflow, values: Record<string, unknown>): void {
	const settings = node(workflow, 'Your Settings');
	const { assignments } = assignmentsSchema.parse(settings.parameters).assignments;
	for (const [field, value] of Object.entries(values)) {
		const row = assignments.find((candidate) => candidate.name === field);
		if (row === undefined) throw new Error(`The settings have no field "${field}"`);
		row.value = value;
	}
	settings.parameters = { ...settings.parameters, assignments: { assignments } };
}

/** For each test a key of its own: for two minutes, messages would go to what earlier ones had published, too. */
export function useExamples({ n8nUrl, close, credentials = {} }: Surroundings = {}) {
	let stage: Stage;
	let model: ScriptedModel | undefined;
	const publishedIds: string[] = [];

	beforeEach(async () => (stage = await setStage(n8nUrl?.())));
	afterEach(async () => {
		for (const id of publishedIds.splice(0)) await stage.client.unpublish(id);
		await until('the empty slot', () => stage.simulator.webhookUrl === null || undefined);
		await stage.clear();
		await model?.close();
		model = undefined;
	});
	afterAll(async () => await close?.());

	async function imported(file: string, { says, settings, change }: Changes = {}) {
		const data = { ...credentials };
		if (says) {
			const turns = says.map((turn) => (typeof turn === 'string' ? { say: turn } : turn));
			model = await startScriptedModel(turns);
			data.openAiApi = { apiKey: 'none', url: model.url };
		}
		const chosen: Credentials = {};
		for (const [type, values] of Object.entries(data)) {
			chosen[type] = await stage.credentialOf(type, values, `${file} ${type}`);
		}
		const workflow = await importExample(stage, file, chosen);
		if (settings) enterSettings(workflow, settings);
		change?.(workflow);
		return await stage.client.updateWorkflow(workflow.id, workflow);
	}
	/** Imports it and runs it by hand. */
	async function run(file: string, changes?: Changes, start = 'Start') {
		return await stage.client.run((await imported(file, changes)).id, start);
	}
	/** Publishes it, and waits until n8n says that it is. */
	async function publish(workflow: StoredWorkflow) {
		publishedIds.push(workflow.id);
		await stage.client.publish(workflow.id);
		expect(await stage.outcomeOf(workflow)).toContain('"status":"published"');
		return workflow;
	}
	/** Imports and publishes it. */
	async function published(file: string, changes?: Changes) {
		return await publish(await imported(file, changes));
	}
	/** The only run of a workflow, or the latest of so many, once it is over. */
	async function endOfRun({ id }: StoredWorkflow, count = 1) {
		const ended = await until('the end of the run', async () => {
			const runs = await stage.client.executions(id);
			const isOver = !['new', 'running', 'waiting'].includes(runs[0]?.status ?? 'new');
			return runs.length === count && isOver ? runs[0] : undefined;
		});
		return await stage.client.execution(ended.id);
	}
	/** What n8n keeps of the latest of so many runs that wait, once there are so many. */
	async function waitingRun({ id: workflowId }: StoredWorkflow, count = 1) {
		const { session } = stage.client;
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['waiting'] }));
		const list = z.object({ results: z.array(z.object({ id: z.string() })) });
		const { id } = await until('a run that waits', async () => {
			const { results } = await session.request('GET', `/executions?filter=${filter}`, list);
			return results.length === count ? results[0] : undefined;
		});
		return await session.request('GET', `/executions/${id}`, storedExecutionSchema);
	}
	/** Runs n8n's Data Table node on a table of an example, by its name. */
	async function dataTable(name: string, parameters: Record<string, unknown>) {
		const dataTableId = { __rl: true, mode: 'name', value: name };
		const rows = stage.node('Rows', 'n8n-nodes-base.dataTable', { dataTableId, ...parameters });
		return (await stage.run(rows)).items('Rows').map(({ json }) => json);
	}
	/** The rows of a table, without what n8n adds to each. */
	async function rows(name: string) {
		const found = await dataTable(name, { operation: 'get', returnAll: true });
		const isOwn = (column: string) => !['id', 'createdAt', 'updatedAt'].includes(column);
		const own = (row: object) => Object.entries(row).filter(([column]) => isOwn(column));
		return found.map((row) => Object.fromEntries(own(row)));
	}
	/** Takes the rows away that other tests have left. */
	async function emptyTable(name: string) {
		const filters = { conditions: [{ keyName: 'id', condition: 'gt', keyValue: '0' }] };
		await dataTable(name, { operation: 'deleteRows', filters });
	}
	/** Adds rows. */
	async function addRow(name: string, value: Record<string, unknown>) {
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		await dataTable(name, { operation: 'insert', columns });
	}
	/** What a node of the only run that waits has put out. */
	async function waitingData(workflow: StoredWorkflow, name: string) {
		return await until(`what "${name}" puts out`, async () => {
			return readExecution(await waitingRun(workflow)).items(name)[0]?.json;
		});
	}
	return {
		get stage() {
			return stage;
		},
		get simulator() {
			return stage.simulator;
		},
		/** What the model was asked in its turns. */
		get asked() {
			return model?.requests ?? [];
		},
		...{ imported, run, publish, published, endOfRun, waitingRun, waitingData },
		...{ rows, addRow, emptyTable },
		/** What the service was asked for, except where to deliver messages. */
		wires: () => stage.simulator.requests.filter(({ path }) => path !== WEBHOOK_PATH).map(wireOf),
		/** The messages that were sent: to whom, and the text; the status of what the service refused. */
		sent: () =>
			stage.simulator.requests
				.filter(({ path }) => path.endsWith('/send-message/'))
				.map(({ path, body, status }) => {
					const refusal = status === 200 ? '' : ` (${status})`;
					return `${path.split('/').at(-3)}: ${JSON.parse(body).message}${refusal}`;
				}),
	};
}

/**
 * n8n registers a form's page before what takes its values, and both before the execution has been stored as
 * waiting: until then the response is 404 or 409, and nothing has started.
 */
const NOT_YET = [404, 409];

async function formResponse(url: string, init?: RequestInit): Promise<string> {
	const response = await until('the form', async () => {
		const page = await fetch(url, init);
		return NOT_YET.includes(page.status) ? undefined : page;
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`The response to the form was ${response.status}: ${text}`);
	return text;
}

export async function openForm(url: string): Promise<string> {
	return await formResponse(url);
}

/** Sends the values of a form's fields, in their order. */
export async function submitForm(url: string, values: Array<string | File>): Promise<void> {
	const body = new FormData();
	values.forEach((value, place) => body.append(`field-${place}`, value));
	await formResponse(url, { method: 'POST', body });
}

/** Follows a link that approves or declines. What does not look like a browser is taken for a preview of links. */
export async function click(url = ''): Promise<void> {
	const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
	await until('the click to be taken', async () => (await fetch(url, { headers })).ok || undefined);
}
