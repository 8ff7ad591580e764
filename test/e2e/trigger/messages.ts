/** What the service delivers in these tests, and that it is delivered until somebody takes it. */
import { exampleDelivery } from '../../../dev/exampleDelivery';
import type { LoggedDelivery, Simulator } from '../../../dev/simulator';
import { until } from '../../../dev/until';

type Message = typeof exampleDelivery.message;

export interface Delivery {
	event: string;
	message: Omit<Message, 'sent_by_lead'> & { sent_by_lead: boolean };
}

/** A lead's message with an identifier of its own. */
export function deliveryOf(message_id: string, more: Partial<Delivery['message']> = {}): Delivery {
	return { ...exampleDelivery, message: { ...exampleDelivery.message, message_id, ...more } };
}

/** Delivers messages one after another, each once; all have to be taken. */
export async function deliverEach(simulator: Simulator, ids: string[]): Promise<void> {
	for (const id of ids) {
		const delivery = await simulator.deliver(deliveryOf(id));
		expect({ ...delivery, id }).toMatchObject({ id, status: 200 });
	}
}

/**
 * Delivers a message for each of the identifiers, up to `atOnce` at the same time.
 *
 * @returns the deliveries in the order of the identifiers
 */
export async function deliverMany(
	simulator: Simulator,
	ids: string[],
	atOnce: number,
): Promise<Array<LoggedDelivery | undefined>> {
	const waiting = [...ids.entries()];
	const deliveries: Array<LoggedDelivery | undefined> = [];
	async function work(): Promise<void> {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const [place, id] = next;
			deliveries[place] = await simulator.deliver(deliveryOf(id));
		}
	}
	await Promise.all(Array.from({ length: atOnce }, work));
	return deliveries;
}

/** Delivers a message again and again until it is taken. */
export async function deliverUntilTaken(simulator: Simulator, id: string): Promise<LoggedDelivery> {
	return await until(`delivery of ${id} to be taken`, async () => {
		const delivery = await simulator.deliver(deliveryOf(id));
		return delivery?.status === 200 ? delivery : undefined;
	});
}

export interface Stream {
	/** Ends the stream; what was taken and what was not, in the order in which it was delivered. */
	end(): Promise<{ taken: string[]; refused: Array<{ id: string; status: number }> }>;
}

/** One message after another, each delivered once, for as long as something else happens. */
export function startStream(simulator: Simulator, prefix: string): Stream {
	const taken: string[] = [];
	const refused: Array<{ id: string; status: number }> = [];
	let isOver = false;
	async function run(): Promise<void> {
		for (let number = 1; !isOver; number += 1) {
			const id = `${prefix} ${number}`;
			const delivery = await simulator.deliver(deliveryOf(id));
			if (delivery?.status === 200) taken.push(id);
			else refused.push({ id, status: delivery?.status ?? 0 });
		}
	}
	const running = run();
	return {
		async end() {
			isOver = true;
			await running;
			return { taken, refused };
		},
	};
}
