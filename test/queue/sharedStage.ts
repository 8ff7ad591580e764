/** Several workflows in queue mode that share one webhook, anew for each test. */
import { deliverPlanned, planAtRandom } from '../../dev/queue/deliveries';
import { countByMessage, readOutcomes, untilIdle } from '../../dev/queue/outcomes';
import { setUpTrigger, type TriggerSetup } from '../../dev/queue/triggerSetup';
import { until } from '../../dev/until';
import { layout } from './ownLayout';

const LISTENERS = 3;
const PATIENCE = { timeoutMs: 300_000, everyMs: 500 };

export class SharedStage {
	setup!: TriggerSetup;

	get webhookUrl(): string {
		return this.setup.simulator.webhookUrl ?? '';
	}

	/** How often the service was given another URL: each publication gives it the same one again. */
	get registrations(): number {
		const puts = this.setup.simulator.requests.filter(({ method }) => method === 'PUT');
		return puts.filter(({ body }, place) => body !== puts[place - 1]?.body).length;
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

	/**
	 * How often each message came out of each workflow, once it has come out of these: the response to a delivery
	 * does not wait for those that it is forwarded to.
	 */
	async counts(ids: string[], receivers = this.everybody): Promise<number[]> {
		await this.untilAllOut(ids, receivers).catch(() => undefined);
		for (const { id } of this.everybody) await untilIdle(layout.database, id);
		return await this.countsSoFar(ids);
	}

	/**
	 * Waits until every message has come out of every workflow. An execution that a killed process has
	 * created and not queued stays "new" until n8n looks for such, every three hours by default.
	 */
	async untilAllOut(ids: string[], receivers = this.everybody): Promise<void> {
		const isOut = async () => !(await this.countsSoFar(ids, receivers)).includes(0) || undefined;
		await until('every message to come out', isOut, PATIENCE);
	}

	private async countsSoFar(ids: string[], receivers = this.everybody): Promise<number[]> {
		const found: number[] = [];
		for (const { id } of receivers) {
			const emitted = countByMessage(await readOutcomes(layout.database, id));
			found.push(...ids.map((messageId) => emitted.get(messageId) ?? 0));
		}
		return found;
	}

	onceEach(ids: string[]): number[] {
		return Array(ids.length * this.everybody.length).fill(1);
	}
}

/** To be called once in a `describe`. */
export function useSharedStage(): SharedStage {
	const stage = new SharedStage();
	beforeEach(async () => {
		layout.proxy.balance = 'path-hash';
		stage.setup = await setUpTrigger(layout.proxy.url, { listeners: LISTENERS });
	});
	afterEach(async () => {
		await stage.setup.close().catch((error: Error) => {
			error.message += `. Main wrote:\n${layout.main.logs().slice(-3_000)}`;
			throw error;
		});
	});
	return stage;
}
