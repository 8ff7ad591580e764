/** A layout whose every part may be killed, and a workflow that acts once for each message. */
import { z } from 'zod';
import { isRecorded } from '../../dev/bench/measurements';
import { withRedis } from '../../dev/queue/clients';
import { deliverPlanned, messageIds, type Delivered } from '../../dev/queue/deliveries';
import { startQueueLayout, type QueueLayout } from '../../dev/queue/layout';
import { choiceByPath } from '../../dev/queue/proxy';
import { SHORT_LOCK } from '../../dev/queue/settings';
import { setUpTrigger, type TriggerSetup } from '../../dev/queue/triggerSetup';
import { startOwnServices, type OwnServices } from '../../dev/queue/services';
import { wait } from '../../dev/platform';
import { messageOf } from '../../dev/shutdown';
import { HEADLESS, LAZILY, WITHOUT_ISOLATES } from '../../dev/n8n/environment';
import { hasEnded, readExecution } from '../../dev/n8n/execution';
import type { N8nServer } from '../../dev/n8n/server';
import { until } from '../../dev/until';

/** One message every 100 ms: long enough for each fault to strike while deliveries come and executions run. */
export const MESSAGES = 120;
const SPACING_MS = 100;
/** A busy n8n might accept none before the fault, and nothing could be lost. */
const ACCEPTED_BEFORE_FAULT = 20;
const FAULT_AFTER_MS = 1_000;
/** So that executions are under way at any moment. */
const ACTION_TAKES_MS = 300;
/** n8n takes more than a minute before it gives an execution up whose worker is gone. */
const SETTLES_WITHIN_MS = 180_000;

const statusSchema = z.object({ id: z.coerce.string(), status: z.string() });
const dataSchema = z.object({ id: z.coerce.string(), first: z.string(), last: z.string() });
const UNQUEUED = 'new';
/** What a worker that is stopped writes before the executions that it still waits for. */
export const WAITED_FOR = 'execution IDs:';

export interface StruckDelivery {
	/** The last execution before them. */
	before: string;
	ids: string[];
	/** Answered with 200. */
	taken: string[];
	refused: string[];
}

/** An execution that n8n shows as failed, and whose message it was. */
export interface FailedExecution {
	id: string;
	messageId: string | undefined;
	/** Whether n8n still has the message, so that the execution can be retried. */
	isKept: boolean;
	/** What n8n says of it, and what the workers wrote. */
	reason: string;
}

/** Notes what each execution began with, for n8n overwrites that where it gives an execution up. */
const NOTE_EXECUTIONS = [
	'CREATE TABLE first_execution_data (id integer, first text)',
	`CREATE FUNCTION note_execution_data() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			INSERT INTO first_execution_data VALUES (NEW."executionId", NEW.data);
			RETURN NEW;
		END
	$$`,
	`CREATE TRIGGER note_execution_data AFTER INSERT ON execution_data
		FOR EACH ROW EXECUTE FUNCTION note_execution_data()`,
];
const NOTED_EXECUTIONS = `
	SELECT id, first, data AS last
	FROM first_execution_data JOIN execution_data ON id = "executionId" WHERE id > $1`;

export class FaultStage {
	private constructor(
		readonly services: OwnServices,
		readonly layout: QueueLayout,
		readonly setup: TriggerSetup,
	) {}

	static async set(): Promise<FaultStage> {
		const services = await startOwnServices();
		const env = { ...HEADLESS, ...(isRecorded() ? LAZILY : WITHOUT_ISOLATES), ...SHORT_LOCK };
		const layout = await startQueueLayout(services, { env });
		for (const one of NOTE_EXECUTIONS) await layout.database.rows(z.unknown(), one, []);
		const action = { resource: 'leadList', operation: 'create', name: '={{ $json.message_id }}' };
		const setup = await setUpTrigger(layout.proxy.url, { action });
		setup.simulator.configure({ latencyMs: ACTION_TAKES_MS });
		return new FaultStage(services, layout, setup);
	}

	async clear(): Promise<void> {
		await this.setup.close();
		await this.layout.stop();
		await this.services.stop();
	}

	/** The webhook process that the load balancer sends this trigger's deliveries to. */
	get webhookInUse(): N8nServer {
		const { webhooks } = this.layout;
		const server =
			webhooks[choiceByPath(new URL(this.setup.deliveryUrl).pathname, webhooks.length)];
		if (server === undefined) throw new Error('No webhook process');
		return server;
	}

	/** How often each message was acted on: the lead lists of its name at the service. */
	acts(ids: string[]): number[] {
		const names = this.setup.simulator.state.leadLists.map(({ name }) => name);
		return ids.map((id) => names.filter((name) => name === id).length);
	}

	async untilActed(ids: string[]): Promise<void> {
		const left = () => ids.filter((id) => this.acts([id])[0] === 0);
		const done = () => left().length === 0 || undefined;
		const timing = { timeoutMs: 300_000 };
		await until('an act for every message', done, timing).catch(async (error: unknown) => {
			const noted = await this.layout.database.rows(dataSchema, NOTED_EXECUTIONS, ['0']);
			const missing = left().map((messageId) => {
				const own = noted.find(({ first }) => first.includes(`"${messageId}"`));
				return `${messageId}: ${own ? this.reasonOf(own.id, own.last) : 'no execution'}`;
			});
			throw new Error(`${messageOf(error)}. What n8n says of the others: ${missing.join(', ')}`);
		});
	}

	/** The service's second try; all messages must be taken now. */
	async deliverAgain(ids: string[]): Promise<void> {
		const delivered = await this.deliver(ids, SPACING_MS / 5);
		expect(delivered.every(({ status }) => status === 200)).toBe(true);
	}

	/** Delivers while the fault strikes. */
	async deliverDuring(prefix: string, fault: () => Promise<void>): Promise<StruckDelivery> {
		const before = (await this.executions('0')).at(-1)?.id ?? '0';
		const ids = messageIds(MESSAGES, prefix);
		const first = await this.deliver(ids.slice(0, ACCEPTED_BEFORE_FAULT), SPACING_MS);
		const striking = wait(FAULT_AFTER_MS).then(fault);
		const rest = await this.deliver(ids.slice(ACCEPTED_BEFORE_FAULT), SPACING_MS);
		await striking;
		const delivered = [...first, ...rest];
		const taken = delivered.filter(({ status }) => status === 200).map((one) => one.messageId);
		return { before, ids, taken, refused: ids.filter((id) => !taken.includes(id)) };
	}

	async untilDeliveriesAreTaken(): Promise<void> {
		const probe = async () => (await this.deliver(['probe'], 0))[0]?.status === 200 || undefined;
		await until('n8n to take deliveries', probe, { timeoutMs: 120_000, everyMs: 1_000 });
	}

	/**
	 * Waits until n8n says of every execution of these messages how it ended.
	 *
	 * @param unqueued how many n8n may have stored and not put into its queue: it was killed in between,
	 * before it answered, and looks for them hours later
	 * @returns those that it shows as failed
	 */
	async failedAfter({ before, ids }: StruckDelivery, unqueued = 0): Promise<FailedExecution[]> {
		const running = async () =>
			(await this.executions(before)).filter(({ status }) => !hasEnded(status));
		const ended = async () => {
			const left = await running().catch(() => undefined);
			if (left?.length === 0) return true;
			if (left === undefined || left.length > unqueued) return undefined;
			const isUnqueued = left.every(({ status }) => status === UNQUEUED);
			return (isUnqueued && !(await this.isAnyQueued())) || undefined;
		};
		const timing = { timeoutMs: SETTLES_WITHIN_MS, everyMs: 500 };
		await until('n8n to say how all executions ended', ended, timing);
		const isFailed = ({ status }: { status: string }) =>
			status !== 'success' && status !== UNQUEUED;
		const failed = (await this.executions(before)).filter(isFailed).map(({ id }) => id);
		return (await this.layout.database.rows(dataSchema, NOTED_EXECUTIONS, [before]))
			.filter(({ id }) => failed.includes(id))
			.map(({ id, first, last }) => {
				const messageId = ids.find((candidate) => first.includes(`"${candidate}"`));
				const isKept = last.includes(`"${messageId}"`);
				return { id, messageId, isKept, reason: this.reasonOf(id, last) };
			});
	}

	/** Whether the queue has jobs that wait or run: Redis has no list without an entry. */
	private async isAnyQueued(): Promise<boolean> {
		const keys = await withRedis(this.services.redis, async (client) => await client.keys('*'));
		return keys.some((key) => /:(wait|active)$/.test(key));
	}

	/** n8n's error, and every line that a worker has written of it. */
	private reasonOf(id: string, data: string): string {
		const { message = 'no error' } =
			readExecution({ id, status: '', mode: '', data }).error() ?? {};
		const lines = this.layout.workers.flatMap(({ logs }) => logs().split('\n'));
		const isOfIt = new RegExp(` execution ${id} |${WAITED_FOR}.*\\b${id}\\b`);
		return [message, ...lines.filter((line) => isOfIt.test(line))].join('; ');
	}

	/** The executions of messages that nobody has acted on. */
	unacted(failed: FailedExecution[]): FailedExecution[] {
		return failed.filter(
			({ messageId }) => messageId !== undefined && this.acts([messageId])[0] === 0,
		);
	}

	async retry(executions: FailedExecution[]): Promise<void> {
		for (const { id } of executions) {
			expect(await this.setup.client.retry(id)).toMatchObject({ status: 'success' });
		}
	}

	/** Starts the processes of n8n that have ended, as whatever watches over them does. */
	async startEnded(): Promise<number> {
		const { main, webhooks, workers } = this.layout;
		const ended: N8nServer[] = [];
		for (const server of [main, ...webhooks, ...workers]) {
			void server.ended().then(() => ended.push(server));
		}
		await wait(0);
		for (const server of ended) await server.restart();
		return ended.length;
	}

	private async executions(after: string) {
		return await this.layout.database.rows(
			statusSchema,
			'SELECT id, status FROM execution_entity WHERE id > $1 ORDER BY id',
			[after],
		);
	}

	private async deliver(ids: string[], spacingMs: number): Promise<Delivered[]> {
		const plan = ids.map((messageId, place) => ({ messageId, atMs: place * spacingMs }));
		return await deliverPlanned(this.setup.deliveryUrl, plan);
	}
}
