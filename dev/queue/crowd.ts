import { deliverPlanned, messageIds, planAtRandom, type PlannedDelivery } from './deliveries';
import type { QueueLayout } from './layout';
import { countByMessage, readOutcomes, untilIdle } from './outcomes';
import { choiceByPath } from './proxy';
import { setUpTrigger, type TriggerSetup } from './triggerSetup';
import { crypto } from '../platform';

export interface Storm {
	messages: number;
	/** How often each is delivered. */
	times: number;
	withinMs: number;
}

/** A trigger for each webhook process of a layout, behind the load balancer. */
export class Crowd {
	private constructor(
		private readonly layout: QueueLayout,
		private readonly setups: TriggerSetup[],
	) {}

	static async of(layout: QueueLayout): Promise<Crowd> {
		const setups: TriggerSetup[] = [];
		for (const place of layout.webhooks.keys()) {
			const webhookId = webhookIdFor(place, layout.webhooks.length);
			setups.push(await setUpTrigger(layout.proxy.url, { webhookId }));
		}
		return new Crowd(layout, setups);
	}

	async close(): Promise<void> {
		for (const setup of this.setups) await setup.close();
	}

	/** Which part of the first trigger's deliveries each webhook process takes. */
	async sharesOfOneTrigger(prefix: string): Promise<number[]> {
		const [setup] = this.setups;
		if (setup === undefined) throw new Error('No trigger');
		const before = this.handedOn();
		const ids = messageIds(10, `share-${prefix}`);
		await this.deliverTo(setup, planAtRandom(ids, { times: 1, withinMs: 0 }));
		return this.handedOn().map((count, place) => (count - (before[place] ?? 0)) / ids.length);
	}

	/** Delivers to all triggers at once, and waits until n8n has worked it off. */
	async deliver(prefix: string, { messages, times, withinMs }: Storm) {
		const results = await Promise.all(
			this.setups.map(async (setup, place) => {
				const ids = messageIds(messages / this.setups.length, `${prefix}-${place}`);
				return await this.deliverTo(setup, planAtRandom(ids, { times, withinMs }));
			}),
		);
		return {
			statuses: results.flatMap(({ statuses }) => statuses),
			executions: results.flatMap(({ executions }) => executions),
			counts: results.flatMap(({ counts }) => counts),
		};
	}

	private async deliverTo({ deliveryUrl, workflow }: TriggerSetup, plan: PlannedDelivery[]) {
		const { database } = this.layout;
		const before = await readOutcomes(database, workflow.id);
		const delivered = await deliverPlanned(deliveryUrl, plan);
		await untilIdle(database, workflow.id);
		const executions = await readOutcomes(database, workflow.id, before.at(-1)?.id);
		const emitted = countByMessage(executions);
		const ids = new Set(plan.map(({ messageId }) => messageId));
		return {
			statuses: delivered.map(({ status }) => status),
			executions,
			/** How often each message came out of the trigger. */
			counts: [...ids].map((messageId) => emitted.get(messageId) ?? 0),
		};
	}

	/** Deliveries that each webhook process has handed on to the queue, so far. */
	private handedOn(): number[] {
		return this.layout.webhooks.map(({ logs }) => logs().split('Enqueued execution').length - 1);
	}
}

/** A part of the trigger's path that sends its deliveries to this one of the webhook processes. */
function webhookIdFor(place: number, count: number): string {
	for (;;) {
		const id = crypto.randomUUID();
		if (choiceByPath(`/webhook/${id}/webhook`, count) === place) return id;
	}
}
