import { z } from 'zod';
import type { Variant } from '../../dev/compat/variants';
import type { CredentialReference } from '../../dev/n8n/client';
import { chain, type StoredWorkflow, type WorkflowDefinition } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import {
	ACTION_TYPE,
	CREDENTIAL_TYPE,
	newNode,
	PACKAGE,
	TRIGGER_TYPE,
} from '../../dev/n8n/ownNodes';
import { createWorkflow, listen, setPublished, testCredential } from '../../dev/compat/oldRest';
import { countRegistrations, messagesOf, setStage, type Stage } from './stage';

const typesSchema = z.array(z.object({ name: z.string() }));

/** Installing another n8n takes about four minutes, once for each machine. */
const INSTALL_WITHIN_MS = 1_200_000;
/** The waits of one test take less than Jest's limit, so that a failure names what was missing. */
const PATIENCE = { timeoutMs: 120_000 };
const TRIGGER = 'When a Lead Writes';
const CREATE = 'Create Lead List';
const GET_ALL = 'Get Campaigns';
const DELETE = 'Delete Step';
const NO_OP = 'n8n-nodes-base.noOp';

/** A node that the service refuses what it asks for, as steps of an ACTIVE campaign stay, and a node behind each output. */
function withRefusal(
	definition: WorkflowDefinition,
	credential: CredentialReference,
): WorkflowDefinition {
	const id = (value: string) => ({ __rl: true, mode: 'id', value });
	const fields = { campaignId: id('101'), stepId: id('10101') };
	const parameters = { resource: 'campaignStep', operation: 'delete', ...fields };
	const to = (node: string) => ({ node, type: 'main', index: 0 });
	const behindTrigger = definition.connections[TRIGGER]?.main?.[0] ?? [];
	return {
		...definition,
		nodes: [
			...definition.nodes,
			{ ...newNode(DELETE, ACTION_TYPE, parameters, credential), onError: 'continueErrorOutput' },
			newNode('Deleted', NO_OP, {}),
			newNode('Refused', NO_OP, {}),
		],
		connections: {
			...definition.connections,
			[TRIGGER]: { main: [[...behindTrigger, to(DELETE)]] },
			[DELETE]: { main: [[to('Deleted')], [to('Refused')]] },
		},
	};
}

/** Goes through each n8n from nothing, every test from where the one before has left off. */
export function testEach(variants: Variant[]): void {
	describe.each(variants)('n8n, $name', (variant) => {
		let stage: Stage;
		let credential: CredentialReference;
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			stage = await setStage(variant);
		}, INSTALL_WITHIN_MS);
		afterAll(async () => await stage?.close());

		async function countOf(message: string, isTest: boolean): Promise<number> {
			const all = await messagesOf(stage.client, workflow);
			return all.filter((one) => one.message === message && one.isTest === isTest).length;
		}
		async function untilOut(message: string, isTest = false): Promise<void> {
			const isOut = async () => (await countOf(message, isTest)) > 0 || undefined;
			await until(`the message "${message}"`, isOut, PATIENCE);
		}
		/** A busy n8n refuses what it will take a moment later, and the service delivers once. */
		async function send(message: string): Promise<void> {
			await until(`n8n to take the message "${message}"`, async () => {
				const delivery = await stage.simulator.sendMessage({ message_id: message });
				return delivery?.status === 200 || undefined;
			});
		}
		/** How often a message has come out by the time that a later one has. */
		async function countAfter(later: string, message: string, isTest = false): Promise<number> {
			await untilOut(later);
			return await countOf(message, isTest);
		}

		it('loads both nodes', async () => {
			const nodeInfos = [ACTION_TYPE, TRIGGER_TYPE].map((name) => ({ name, version: 1 }));
			const types = await stage.session.request('POST', '/node-types', typesSchema, { nodeInfos });

			const names = types.map(({ name }) => `${PACKAGE}.${name}`);
			expect(names).toEqual([ACTION_TYPE, TRIGGER_TYPE]);
		});

		it('tests the credential', async () => {
			const { client, session, simulator } = stage;
			const data = { baseUrl: simulator.url, apiKey: simulator.apiKey, requestsPerMinute: 50 };
			credential = await client.createCredential('Simulator', CREDENTIAL_TYPE, data);

			expect(await testCredential(session, credential, data)).toMatchObject({ status: 'OK' });
			const wrong = await testCredential(session, credential, { ...data, apiKey: 'wrong.key' });
			// Older releases have words of their own for a 401.
			expect(wrong).toMatchObject({
				status: 'Error',
				message: expect.stringMatching(/401|check your credentials/),
			});
		});

		it('fills a list', async () => {
			const parameters = { resource: 'campaign', operation: 'get' };
			const node = newNode(GET_ALL, ACTION_TYPE, parameters, credential);
			const list = { parameter: 'campaignId', methodName: 'searchCampaigns' };
			const { results } = await stage.client.searchList(node, list);

			const ids = stage.simulator.state.campaigns.map(({ id }) => String(id));
			expect(results.map(({ value }) => String(value)).sort()).toEqual(ids.sort());
		});

		it('registers the URL of a workflow that is published', async () => {
			const newList = {
				resource: 'leadList',
				operation: 'create',
				name: '={{ $json.message_id }}',
			};
			const getAll = { resource: 'campaign', operation: 'getAll' };
			const definition = chain(
				'Smoke',
				newNode(TRIGGER, TRIGGER_TYPE, {}, credential),
				newNode(CREATE, ACTION_TYPE, newList, credential),
				newNode(GET_ALL, ACTION_TYPE, getAll, credential),
			);
			const settings = { ...definition.settings, ...variant.workflowSettings };
			const plain = { ...definition, settings };
			const whole = variant.hasNoErrorOutput ? plain : withRefusal(plain, credential);
			workflow = await createWorkflow(stage.session, whole);
			await setPublished(stage.session, workflow, true);

			const url = await until('the registration', () => stage.simulator.webhookUrl ?? undefined);
			expect(url.startsWith(`${stage.n8n.url}/webhook/`)).toBe(true);
		});

		it('runs the workflow, actions and expressions included, for a message', async () => {
			const { client, simulator } = stage;
			await send('first');

			const execution = await until('the execution', async () => {
				const [summary] = await client.executions(workflow.id);
				return summary && (await client.execution(summary.id));
			});
			expect(execution.error()?.message).toBeUndefined();
			expect(execution.items(TRIGGER)).toMatchObject([{ json: { message_id: 'first' } }]);
			expect(simulator.state.leadLists.map(({ name }) => name)).toContain('first');
			expect(execution.items(GET_ALL)).toHaveLength(simulator.state.campaigns.length);
			if (variant.hasNoErrorOutput) return;
			expect(execution.items('Deleted')).toEqual([]);
			expect(execution.items('Refused')).toMatchObject([
				{ json: { error: 'Cannot delete steps from an active campaign' } },
			]);
		});

		it('drops a message that is delivered again', async () => {
			const { simulator } = stage;
			const body: unknown = JSON.parse(simulator.deliveries.at(-1)?.body ?? '');

			expect(await simulator.deliver(body)).toMatchObject({ status: 200 });
			await send('second');
			expect(await countAfter('second', 'first')).toBe(1);
		});

		it('takes messages after a restart, and recognizes those that it has had', async () => {
			const { n8n, simulator } = stage;
			const body: unknown = JSON.parse(simulator.deliveries[0]?.body ?? '');
			const before = countRegistrations(simulator);
			await n8n.restart();

			await until('n8n to take deliveries', async () => {
				const delivery = await simulator.deliver(body);
				return delivery?.status === 200 || undefined;
			});
			// Once n8n has started, it tells the service again.
			await until(
				'the webhook to be set',
				() => countRegistrations(simulator) > before || undefined,
			);
			await send('third');
			expect(await countAfter('third', 'first')).toBe(variant.forgetsAtRestart ? 2 : 1);
		});

		it('gives a message to a test and to the published workflow, without calling the service', async () => {
			const { client, session, simulator } = stage;
			const before = countRegistrations(simulator);
			await listen(session, workflow, TRIGGER);
			await send('for both');
			await untilOut('for both', true);
			await send('after the test');

			expect(await countAfter('after the test', 'for both')).toBe(1);
			expect(await countAfter('after the test', 'for both', true)).toBe(1);
			expect(countRegistrations(simulator)).toBe(before);
			const runs = await client.executions(workflow.id);
			expect(runs.filter(({ id }) => !stage.hasRun(id))).toEqual([]);
		});

		it('gives the slot back when the workflow is unpublished', async () => {
			await setPublished(stage.session, workflow, false);

			await until('the empty slot', () => stage.simulator.webhookUrl === null || undefined);
		});
	});
}
