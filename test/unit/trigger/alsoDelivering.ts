import { until } from '../../../dev/until';
import { message } from './deliveries';
import { OtherSystem } from './otherSystem';
import type { Setup } from './support';

/** The path of the URL in Also Deliver To. */
export const CRM = '/hook/of-a-secret?token=secret';

/** Another system for each test, whose URL is put into `urls`. */
export class AlsoDelivering {
	crm!: OtherSystem;

	/** @param urls the value of Also Deliver To */
	constructor(private readonly urls: string[]) {}

	async begin(): Promise<void> {
		this.crm = await OtherSystem.start();
		this.urls.splice(0, this.urls.length, this.crm.url(CRM));
	}

	/** What the other system has received once one further message has arrived: message ID and path. */
	async receivedInAll(setup: Setup): Promise<string[]> {
		await deliver(setup, message('one more'));
		const isThere = () => this.crm.received.some(({ text }) => text.includes('one more'));
		await until('the last delivery', () => isThere() || undefined);
		return this.crm.received.map(
			({ url, text }) => `${JSON.parse(text).message.message_id} ${url}`,
		);
	}
}

/** To be called once in a test file, after `useSetup`. */
export function useOtherSystem(urls: string[]): AlsoDelivering {
	const other = new AlsoDelivering(urls);
	beforeEach(async () => await other.begin());
	afterEach(async () => await other.crm.close());
	return other;
}

/** Has the service deliver, and returns the status of the answer. */
export async function deliver(setup: Setup, body: unknown): Promise<number> {
	const delivery = await setup.simulator.deliver(body, { rawText: typeof body === 'string' });
	return delivery?.status ?? 0;
}
