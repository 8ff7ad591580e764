/** n8n in queue mode with several workflows that share one webhook: the layout for all tests of a file, the rest for each. */
import { HEADLESS, LAZILY } from '../../dev/n8n/environment';
import { deliverPlanned, planAtRandom } from '../../dev/queue/deliveries';
import { startQueueLayout, type QueueLayout } from '../../dev/queue/layout';
import { countByMessage, readOutcomes, untilIdle } from '../../dev/queue/outcomes';
import { setUpTrigger, type TriggerSetup } from '../../dev/queue/triggerSetup';
import { findServices, type Services } from '../../dev/queue/services';
import { until } from '../../dev/until';

const LISTENERS = 3;
const PATIENCE = { timeoutMs: 300_000, everyMs: 500 };

export class SharedStage {
	layout!: QueueLayout;

	setup!: TriggerSetup;

	get webhookUrl(): string {
		return this.setup.simulator.webhookUrl ?? '';
	}

	get registrations(): number {
		return this.setup.simulator.requests.filter(({ method }) => method === 'PUT').length;
	}

	get everybody() {
		return [this.setup.workflow, ...this.setup.others];
	}

	/** Delivers each message, also again until it is answered 200, as a service that insists would. */
	async deliverUntilTaken(ids: string[]): Promise<void> {
		let left = ids;
		const isTaken = async () => {
			const plan = planAtRandom(left, { times: 1, withinMs: 1_000 });
			const delivered = await deliverPlanned(this.webhookUrl, plan);
			left = delivered.filter(({ status }) => status !== 200).map(({ messageId }) => messageId);
			return left.length === 0 || undefined;
		};
		await until('every delivery to be answered 200', isTaken, PATIENCE);
	}

	/** How often each message came out of each workflow. */
	async counts(ids: string[]): Promise<number[]> {
		for (const { id } of this.everybody) await untilIdle(this.layout.database, id);
		return await this.countsSoFar(ids);
	}

	/**
	 * Waits until every message has come out of every workflow. An execution that a killed process has
	 * created and not queued stays "new" until n8n looks for such, every three hours by default.
	 */
	async untilAllOut(ids: string[]): Promise<void> {
		const isOut = async () => !(await this.countsSoFar(ids)).includes(0) || undefined;
		await until('every message to come out', isOut, PATIENCE);
	}

	private async countsSoFar(ids: string[]): Promise<number[]> {
		const found: number[] = [];
		for (const { id } of this.everybody) {
			const emitted = countByMessage(await readOutcomes(this.layout.database, id));
			found.push(...ids.map((messageId) => emitted.get(messageId) ?? 0));
		}
		return found;
	}

	onceEach(ids: string[]): number[] {
		return Array(ids.length * this.everybody.length).fill(1);
	}
}

/** To be called once in a test file. */
export function useSharedStage(): SharedStage {
	const stage = new SharedStage();
	let services: Services;
	beforeAll(async () => {
		services = await findServices();
		stage.layout = await startQueueLayout(services, { env: { ...HEADLESS, ...LAZILY } });
	});
	beforeEach(async () => {
		stage.layout.proxy.balance = 'path-hash';
		stage.setup = await setUpTrigger(stage.layout.proxy.url, { listeners: LISTENERS });
	});
	afterEach(async () => {
		await stage.setup.close().catch((error: Error) => {
			error.message += `. Main wrote:\n${stage.layout.main.logs().slice(-3_000)}`;
			throw error;
		});
	});
	afterAll(async () => {
		await stage.layout.stop();
		await services.stop();
	});
	return stage;
}
