/** n8n's webhook URLs over real HTTP, by the rules of n8n 2.41 (live-webhooks.js, webhook-helpers.js). */
import type { IWebhookResponseData, Workflow } from 'n8n-workflow';
import type { http } from '../../../dev/platform';
import { runWebhook, workflowOf, type Loaded, type Surroundings } from './fakeContexts';
import type { TriggerNode } from './triggerNode';
import { asRequest, closeServer, expressLike, parseBody, send, unknownWebhook } from './fakeHttp';

/** Handles a request instead of the node, as a proxy in front of n8n may; `false` passes it to the node. */
export type Intercept = (
	request: http.IncomingMessage,
	response: http.ServerResponse,
) => boolean | Promise<boolean>;

/** What a delivery started. */
export interface Emitted {
	workflowId: string;
	isTest: boolean;
	json: unknown;
}

export abstract class FakeServer {
	/** Static data as n8n's database keeps it, by workflow. */
	readonly database = new Map<string, string>();

	/** Workflows whose production URLs are active. */
	readonly published = new Set<string>();

	/** Triggers that listen for a test event, with the session's own static data, by node. */
	readonly sessions = new Map<string, Workflow>();

	/** The output of webhook(), published or in a test: each starts an execution. */
	readonly emitted: Emitted[] = [];

	/** Requests on n8n's own URLs. */
	readonly requests: http.IncomingMessage[] = [];

	/** Errors thrown by webhook(): n8n starts a failed execution. */
	readonly failures: unknown[] = [];

	/** n8n's response to a delivery that was emitted, such as when its database is down. */
	statusOfEmitted = 200;

	/** While set, deliveries that were emitted get no response. */
	holdEmitted = false;

	/** Runs between a request and the node's response, as n8n's own work does. */
	beforeWebhook?: (response: http.ServerResponse) => Promise<void>;

	intercept?: Intercept;

	/** While set, n8n's own URLs are unreachable from within n8n. */
	unreachable = false;

	protected constructor(
		readonly surroundings: Surroundings,
		private readonly server: http.Server,
		protected readonly triggers: TriggerNode[],
	) {
		server.on('request', (request, response) => {
			void this.serve(request, response);
		});
	}

	async close(): Promise<void> {
		await closeServer(this.server);
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

	/** Has something else respond to n8n's next requests that match, as a proxy in front of n8n may. */
	respondInstead(
		matches: (request: http.IncomingMessage) => boolean,
		respond: (response: http.ServerResponse, request: http.IncomingMessage) => void,
		times = Infinity,
	): void {
		let left = times;
		this.intercept = (request, response) => {
			if (!matches(request) || left-- <= 0) return false;
			respond(response, request);
			return true;
		};
	}

	protected triggersOf(workflowId: string): [TriggerNode, ...TriggerNode[]] {
		const [first, ...others] = this.triggers.filter((other) => other.workflowId === workflowId);
		if (!first) throw new Error(`There is no workflow ${workflowId}`);
		return [first, ...others];
	}

	/** A workflow as stored in the database. */
	protected load(workflowId: string): Workflow {
		const staticData = JSON.parse(this.database.get(workflowId) ?? '{}');
		return workflowOf(this.surroundings, this.triggersOf(workflowId), staticData);
	}

	/** Static data is written whole, and only where it was changed. */
	protected save({ id, staticData }: Workflow): void {
		if (staticData.__dataChanged === true) this.database.set(id, JSON.stringify(staticData));
	}

	/** Ends a test. */
	abstract stop(trigger: TriggerNode): Promise<void>;

	private async serve(request: http.IncomingMessage, response: http.ServerResponse) {
		this.requests.push(request);
		const isFromWithin = request.headers['user-agent']?.startsWith('n8n') === true;
		if (this.unreachable && isFromWithin) return request.socket.destroy();
		if (await this.intercept?.(request, response)) return;
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://n8n');
		const [, endpoint, webhookId] = pathname.split('/');
		const isTest = endpoint === 'webhook-test';
		const trigger = this.triggers.find(({ node }) => node.webhookId === webhookId);
		const workflow = trigger && this.listening(trigger, isTest);
		if (!workflow) return send(response, unknownWebhook(request.method, pathname));
		const httpRequest = asRequest(request, searchParams);
		const refusal = await parseBody(httpRequest);
		if (refusal) return send(response, refusal);
		await this.beforeWebhook?.(response);
		const method = request.method === 'GET' ? 'GET' : 'POST';
		const exchange = { httpRequest, httpResponse: expressLike(response) };
		const loaded = { workflow, trigger };
		const running = runWebhook(this.surroundings, loaded, method, isTest, exchange);
		const result = await running.catch((error: unknown) => {
			this.failures.push(error);
			send(response, { status: 500, body: { code: 0, message: 'Workflow Webhook Error' } });
		});
		if (result) await this.conclude(result, loaded, isTest, response);
	}

	/** The workflow with its current static data; `undefined` where the URL is unknown. */
	private listening({ workflowId, node }: TriggerNode, isTest: boolean): Workflow | undefined {
		if (isTest) return this.sessions.get(node.id);
		return this.published.has(workflowId) ? this.load(workflowId) : undefined;
	}

	/** What n8n does with what webhook() returned. */
	private async conclude(
		{ workflowData, webhookResponse: body, noWebhookResponse }: IWebhookResponseData,
		{ workflow, trigger }: Loaded,
		isTest: boolean,
		response: http.ServerResponse,
	): Promise<void> {
		const items = workflowData?.[0] ?? [];
		const { workflowId } = trigger;
		items.forEach(({ json }) => void this.emitted.push({ workflowId, isTest, json }));
		// An execution that starts takes over the static data, and writes it next.
		if (!isTest && items.length === 0) this.save(workflow);
		if (this.holdEmitted && items.length > 0) return;
		const status = workflowData ? this.statusOfEmitted : 200;
		if (noWebhookResponse !== true) send(response, { status, body });
		if (isTest && items.length > 0) await this.stop(trigger);
	}
}
