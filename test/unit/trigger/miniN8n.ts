/**
 * As much of n8n as a trigger's registration depends on: what its hooks are called with and when,
 * which static data they see, and which URLs answer. Over real HTTP, with the rules of n8n 2.41
 * (webhook-trigger-registrar.js, workflow-trigger-activator.js, test-webhooks.js, webhook-helpers.js).
 */
import type { INodeType, IWebhookResponseData, Workflow } from 'n8n-workflow';
import { http, once } from '../../../dev/platform';
import { until } from '../../../dev/until';
import {
	runHook,
	runTrigger,
	runWebhook,
	workflowOf,
	type HookCall,
	type Service,
	type Surroundings,
	type TriggerNode,
} from './miniContexts';
import { expressLike, parsed, send, type Answer } from './miniHttp';

/** n8n tries to remove a webhook so often (TRIGGER_TEARDOWN_MAX_ATTEMPTS). */
const TEARDOWN_ATTEMPTS = 3;

const PRODUCTION = { mode: 'trigger', activation: 'activate', isTest: false } as const;
const STARTING = { ...PRODUCTION, activation: 'init' } as const;
const REMOVAL = { mode: 'internal', activation: 'update', isTest: false } as const;
const TEST = { mode: 'manual', activation: 'manual', isTest: true } as const;
const TEST_REMOVAL = { ...REMOVAL, isTest: true } as const;

export class MiniN8n {
	/** Static data as n8n's database keeps it, by workflow. */
	readonly database = new Map<string, string>();

	/** Workflows whose production URLs answer. */
	readonly published = new Set<string>();

	/** Test sessions, with their own static data. */
	readonly sessions = new Map<string, Workflow>();

	/** What the trigger emitted, whether published or in a test. */
	readonly emitted: Array<{ workflowId: string; isTest: boolean; json: unknown }> = [];

	/** Requests on n8n's own URLs. */
	readonly requests: http.IncomingMessage[] = [];

	/** What n8n answers to a delivery that was emitted, as when its database is down. */
	statusOfEmitted = 200;

	/** While it is set, deliveries that were emitted get no answer. */
	holdEmitted = false;

	/** Runs between a request and the node's answer, as n8n's own work does. */
	beforeWebhook?: (response: http.ServerResponse) => Promise<void>;

	/** While it is set, n8n's own URLs lead nowhere from within n8n. */
	unreachable = false;

	private constructor(
		private readonly surroundings: Surroundings,
		private readonly server: http.Server,
		private readonly triggers: TriggerNode[],
	) {}

	static async start(nodeType: INodeType, service: Service, triggers: TriggerNode[]) {
		const server = http.createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : undefined;
		const n8nUrl = `http://127.0.0.1:${port}`;
		const n8n = new MiniN8n({ nodeType, service, n8nUrl }, server, triggers);
		server.on('request', (request, response) => {
			void n8n.serve(request, response);
		});
		return n8n;
	}

	get url(): string {
		return this.surroundings.n8nUrl;
	}

	productionUrl({ node }: TriggerNode): string {
		return `${this.url}/webhook/${node.webhookId}/webhook`;
	}

	testUrl({ node }: TriggerNode): string {
		return `${this.url}/webhook-test/${node.webhookId}/webhook`;
	}

	/** Another process over the same database; test sessions die with the old one. */
	async restart(nodeType: INodeType): Promise<void> {
		this.restartAsFollower(nodeType);
		// n8n calls nothing of a trigger that has webhooks alone.
		if (!nodeType.trigger) return;
		for (const trigger of this.triggers) {
			if (!this.published.has(trigger.workflowId)) continue;
			const workflow = this.load(trigger);
			await this.activate(workflow, STARTING);
			this.save(trigger, workflow);
		}
	}

	/** n8n is known under another address from now on. */
	moveTo(url: string): void {
		this.surroundings.n8nUrl = url;
	}

	/** Asks whether the webhooks stand, as each main process of an older release does at its start. */
	async checkWebhooks(): Promise<void> {
		for (const trigger of this.triggers) {
			if (!this.published.has(trigger.workflowId)) continue;
			await runHook(this.surroundings, this.load(trigger), 'checkExists', STARTING);
		}
	}

	/** Another process, of those that start no triggers: of several main processes one does that. */
	restartAsFollower(nodeType: INodeType): void {
		this.surroundings.nodeType = nodeType;
		this.sessions.clear();
	}

	useService(service: Service): void {
		this.surroundings.service = service;
	}

	/** The draft gets another credential than the published version has. */
	useServiceInTests(service: Service): void {
		this.surroundings.testService = service;
	}

	async publish(trigger: TriggerNode): Promise<void> {
		const workflow = this.load(trigger);
		this.published.add(trigger.workflowId);
		const creating = this.activate(workflow, PRODUCTION);
		if (await failed(creating)) {
			await runHook(this.surroundings, workflow, 'delete', REMOVAL);
			this.published.delete(trigger.workflowId);
		}
		this.save(trigger, workflow);
		await creating;
	}

	async unpublish(trigger: TriggerNode): Promise<void> {
		if (!this.published.delete(trigger.workflowId)) return;
		const workflow = this.load(trigger);
		let removing = Promise.resolve(false);
		for (let attempt = 0; attempt < TEARDOWN_ATTEMPTS; attempt++) {
			removing = runHook(this.surroundings, workflow, 'delete', REMOVAL);
			if (!(await failed(removing))) break;
		}
		this.save(trigger, workflow);
		await removing;
	}

	/** "Listen for test event". */
	async listen(trigger: TriggerNode): Promise<void> {
		const workflow = workflowOf(this.surroundings, trigger, {});
		this.sessions.set(trigger.workflowId, workflow);
		const creating = this.create(workflow, TEST);
		if (await failed(creating)) {
			await runHook(this.surroundings, workflow, 'delete', TEST_REMOVAL);
			this.sessions.delete(trigger.workflowId);
		}
		await creating;
	}

	/** "Stop listening"; also what the end of the time and the first event lead to. */
	async stop(trigger: TriggerNode): Promise<void> {
		const workflow = this.sessions.get(trigger.workflowId);
		if (!workflow) return;
		await runHook(this.surroundings, workflow, 'delete', TEST_REMOVAL);
		this.sessions.delete(trigger.workflowId);
	}

	/** Waits for the end of a test session that an event has brought about. */
	async ended({ workflowId }: TriggerNode): Promise<void> {
		await until('the end of the test', () => !this.sessions.has(workflowId) || undefined, {
			everyMs: 1,
		});
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** WorkflowTriggerActivator.activate: webhooks and trigger functions at once. */
	private async activate(workflow: Workflow, call: HookCall): Promise<void> {
		const { surroundings } = this;
		const starting = surroundings.nodeType.trigger
			? runTrigger(surroundings, workflow, call.activation)
			: undefined;
		await Promise.all([this.create(workflow, call), starting]);
	}

	/** WebhookService.createWebhookIfNotExists. */
	private async create(workflow: Workflow, call: HookCall): Promise<void> {
		const { surroundings } = this;
		if (await runHook(surroundings, workflow, 'checkExists', call)) return;
		await runHook(surroundings, workflow, 'create', call);
	}

	private load(trigger: TriggerNode): Workflow {
		const saved = this.database.get(trigger.workflowId) ?? '{}';
		return workflowOf(this.surroundings, trigger, JSON.parse(saved));
	}

	private save(trigger: TriggerNode, workflow: Workflow): void {
		this.database.set(trigger.workflowId, JSON.stringify(workflow.staticData));
	}

	private async serve(request: http.IncomingMessage, response: http.ServerResponse) {
		this.requests.push(request);
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { pathname, searchParams } = new URL(request.url ?? '', this.url);
		const [, endpoint, webhookId] = pathname.split('/');
		const trigger = this.triggers.find(({ node }) => node.webhookId === webhookId);
		const isTest = endpoint === 'webhook-test';
		const workflow =
			trigger && (isTest ? this.sessions.get(trigger.workflowId) : this.live(trigger));
		if (this.unreachable && request.method === 'GET') return response.destroy();
		if (!trigger || !workflow) {
			const message = `The requested webhook "${request.method} ${pathname}" is not registered.`;
			return send(response, { status: 404, body: { code: 404, message } });
		}
		const query = Object.fromEntries(searchParams);
		const httpRequest = parsed(request, Buffer.concat(chunks), query);
		const http_ = { httpRequest, httpResponse: expressLike(response) };
		const method = request.method === 'GET' ? 'GET' : 'POST';
		await this.beforeWebhook?.(response);
		const result = await runWebhook(this.surroundings, workflow, method, isTest, http_);
		const items = result.workflowData?.[0] ?? [];
		items.forEach(({ json }) => {
			this.emitted.push({ workflowId: trigger.workflowId, isTest, json });
		});
		if (this.holdEmitted && items.length > 0) return;
		if (result.noWebhookResponse !== true) send(response, this.answerTo(result));
		if (isTest && items.length > 0) await this.stop(trigger);
		// Static data is saved where no execution starts (live-webhooks.js).
		if (!isTest && items.length === 0 && hasChanged(workflow)) this.save(trigger, workflow);
	}

	private live(trigger: TriggerNode): Workflow | undefined {
		return this.published.has(trigger.workflowId) ? this.load(trigger) : undefined;
	}

	private answerTo({ workflowData, webhookResponse }: IWebhookResponseData): Answer {
		return { status: workflowData ? this.statusOfEmitted : 200, body: webhookResponse };
	}
}

function hasChanged({ staticData }: Workflow): boolean {
	return staticData.__dataChanged === true;
}

async function failed(work: Promise<unknown>): Promise<boolean> {
	return await work.then(
		() => false,
		() => true,
	);
}
