/**
 * As much of n8n as a trigger's registration depends on: what its hooks are called with and when,
 * which static data they see, and which URLs respond, by the rules of n8n 2.41
 * (webhook-trigger-registrar.js, workflow-trigger-activator.js, test-webhooks.js).
 */
import type { INodeType, ITriggerResponse } from 'n8n-workflow';
import { until } from '../../../dev/until';
import {
	runHook,
	runTrigger,
	workflowOf,
	type HookCall,
	type Loaded,
	type Service,
} from './fakeContexts';
import { USUAL_CREDENTIAL, type TriggerNode } from './triggerNode';
import { openServer } from './fakeHttp';
import { FakeServer } from './fakeServer';
import { settled } from './freshProcess';

/** How often n8n tries to remove a webhook (TRIGGER_TEARDOWN_MAX_ATTEMPTS). */
const TEARDOWN_ATTEMPTS = 3;

const PRODUCTION = { mode: 'trigger', activation: 'activate', isTest: false } as const;
const STARTING = { ...PRODUCTION, activation: 'init' } as const;
/** The activation mode of n8n's start after ten seconds. */
export const LATE_START = { ...PRODUCTION, activation: 'update' } as const;
const REMOVAL = { mode: 'internal', activation: 'update', isTest: false } as const;
const TEST = { mode: 'manual', activation: 'manual', isTest: true } as const;

export class FakeN8n extends FakeServer {
	/** The responses of trigger(), by node. */
	private readonly running = new Map<string, ITriggerResponse>();

	static async start(main: INodeType, service: Service, triggers: TriggerNode[]) {
		const { server, url: n8nUrl } = await openServer();
		const services = new Map([[USUAL_CREDENTIAL, service]]);
		return new FakeN8n({ main, services, n8nUrl }, server, triggers);
	}

	/** Starts each published trigger in sequence, as n8n does at its start. */
	async startTriggers(triggers = this.triggers, call: HookCall = STARTING): Promise<void> {
		for (const trigger of triggers) {
			if (!this.published.has(trigger.workflowId)) continue;
			const workflow = this.load(trigger.workflowId);
			await this.activate({ workflow, trigger }, call);
			this.save(workflow);
		}
	}

	/** Another process over the same database, before it starts triggers; test sessions die with the old one. */
	restartAsFollower(main: INodeType): void {
		this.surroundings.main = main;
		this.sessions.clear();
		this.running.clear();
	}

	/** n8n has another address from now on. */
	moveTo(url: string): void {
		this.surroundings.n8nUrl = url;
	}

	/** Changes the service of a credential. */
	useService(service: Service, credential = USUAL_CREDENTIAL): void {
		this.surroundings.services.set(credential, service);
	}

	/** Checks whether the webhooks exist, as each main process of an older release does at its start. */
	async checkWebhooks(): Promise<void> {
		for (const trigger of this.triggers) {
			if (!this.published.has(trigger.workflowId)) continue;
			const workflow = this.load(trigger.workflowId);
			await runHook(this.surroundings, { workflow, trigger }, 'checkExists', STARTING);
		}
	}

	/** Publishes the workflow of a trigger, with all its triggers at once. */
	async publish({ workflowId }: TriggerNode): Promise<void> {
		const workflow = this.load(workflowId);
		this.published.add(workflowId);
		const publishing = this.triggersOf(workflowId).map(async (trigger) => {
			const loaded = { workflow, trigger };
			const activating = this.activate(loaded, PRODUCTION);
			if (await failed(activating)) await runHook(this.surroundings, loaded, 'delete', REMOVAL);
			await activating;
		});
		const results = await Promise.allSettled(publishing);
		if (results.some(isRejected)) this.published.delete(workflowId);
		this.save(workflow);
		throwFirst(results);
	}

	/** The URLs are gone before the hooks are called; what the hooks throw does not bring them back. */
	async unpublish({ workflowId }: TriggerNode): Promise<void> {
		if (!this.published.delete(workflowId)) return;
		const workflow = this.load(workflowId);
		const triggers = this.triggersOf(workflowId);
		// Both at once; before the hooks are called, the URLs are removed from n8n's database.
		const closing = triggers.map(async (trigger) => await this.closeTrigger(trigger));
		const removing = triggers.map(async (trigger) => await this.tearDown({ workflow, trigger }));
		const results = await Promise.allSettled([...removing, ...closing]);
		this.save(workflow);
		throwFirst(results);
	}

	/** "Listen for test event". */
	async listen(trigger: TriggerNode): Promise<void> {
		const workflow = workflowOf(this.surroundings, [trigger], {});
		this.sessions.set(trigger.node.id, workflow);
		const creating = this.create({ workflow, trigger }, TEST);
		if (await failed(creating)) await this.stop(trigger);
		await creating;
	}

	/** "Stop listening"; also what the end of the time and the first event lead to. */
	async stop(trigger: TriggerNode): Promise<void> {
		const workflow = this.sessions.get(trigger.node.id);
		if (!workflow) return;
		await runHook(this.surroundings, { workflow, trigger }, 'delete', { ...REMOVAL, isTest: true });
		this.sessions.delete(trigger.node.id);
		await this.settled();
	}

	/** Waits until what goes on in the background is done. */
	async settled(): Promise<void> {
		await settled(this.surroundings.main);
	}

	/** Waits for the end of a test session that an event ended. */
	async ended({ node }: TriggerNode): Promise<void> {
		const hasEnded = () => !this.sessions.has(node.id) || undefined;
		await until('the end of the test', hasEnded);
		await this.settled();
	}

	/** WorkflowTriggerActivator.activate: webhooks and trigger functions at once. */
	private async activate(loaded: Loaded, call: HookCall): Promise<void> {
		const starting = runTrigger(this.surroundings, loaded, call.activation).then((response) => {
			this.running.set(loaded.trigger.node.id, response);
		});
		throwFirst(await Promise.allSettled([this.create(loaded, call), starting]));
	}

	/** WebhookService.createWebhookIfNotExists. */
	private async create(loaded: Loaded, call: HookCall): Promise<void> {
		if (await runHook(this.surroundings, loaded, 'checkExists', call)) return;
		await runHook(this.surroundings, loaded, 'create', call);
	}

	private async tearDown(loaded: Loaded): Promise<void> {
		for (let attempt = 1; ; attempt++) {
			const removing = runHook(this.surroundings, loaded, 'delete', REMOVAL);
			if (attempt === TEARDOWN_ATTEMPTS || !(await failed(removing))) return void (await removing);
		}
	}

	/** Also for each trigger of a main process that leads no more: no hook is called. */
	async closeTrigger({ node }: TriggerNode): Promise<void> {
		await this.running.get(node.id)?.closeFunction?.();
		this.running.delete(node.id);
	}
}

function isRejected(result: PromiseSettledResult<unknown>): result is PromiseRejectedResult {
	return result.status === 'rejected';
}

function throwFirst(results: Array<PromiseSettledResult<unknown>>): void {
	const rejected = results.find(isRejected);
	if (rejected) throw rejected.reason;
}

async function failed(work: Promise<unknown>): Promise<boolean> {
	return await work.then(
		() => false,
		() => true,
	);
}
