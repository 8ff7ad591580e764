/** What happens to an n8n and its service, and what holds then: each in one call. */
import { wait } from '../../../dev/platform';
import { isCommand } from './deliveries';
import { LATE_START } from './fakeN8n';
import { pass, updatePackage } from './freshProcess';
import { ELSEWHERE, nameOf, short, type Setup } from './support';
import type { TriggerNode } from './triggerNode';

const urlName = (url: string | null) => String(short(url)).replace(ELSEWHERE, 'elsewhere');

/** URLs and starts are expected as one text: `first second test null`. */
export class Scenario {
	/** How much there was of each at the latest mark. */
	private before = { emitted: 0, asked: 0, told: 0, logged: 0 };

	private readonly remembered = new Map<string, string>();

	/** What was begun, and goes on. */
	private begun: Promise<unknown> = Promise.resolve();

	constructor(private readonly setup: Setup) {}

	/** From here on `expectStarted`, `expectAsked`, `expectCommanded`, `expectTold` and `expectLog` count. */
	mark(): void {
		const { n8n, simulator, log } = this.setup;
		this.before = {
			emitted: n8n.emitted.length,
			asked: n8n.requests.length,
			told: simulator.requests.length,
			logged: log.length,
		};
	}

	/** Does not wait for what was begun; {@link done} does. */
	begin(work: Promise<unknown>): void {
		this.begun = work;
		void work.catch(() => undefined);
	}

	async done(): Promise<void> {
		await this.begun;
	}

	async publish(...triggers: TriggerNode[]): Promise<void> {
		for (const trigger of triggers) await this.setup.n8n.publish(trigger);
	}

	async unpublish(...triggers: TriggerNode[]): Promise<void> {
		for (const trigger of triggers) await this.setup.n8n.unpublish(trigger);
	}

	/** A test begins; its user stops it, or a message ends it. */
	async listen(...triggers: TriggerNode[]): Promise<void> {
		for (const trigger of triggers) await this.setup.n8n.listen(trigger);
	}

	async stop(trigger: TriggerNode): Promise<void> {
		await this.setup.n8n.stop(trigger);
	}

	async end(...triggers: TriggerNode[]): Promise<void> {
		for (const trigger of triggers) await this.setup.n8n.ended(trigger);
	}

	/** They are published no more, or again, and no hook is called. */
	vanish(...triggers: TriggerNode[]): void {
		for (const { workflowId } of triggers) this.setup.n8n.published.delete(workflowId);
	}

	reappear(...triggers: TriggerNode[]): void {
		for (const { workflowId } of triggers) this.setup.n8n.published.add(workflowId);
	}

	/** n8n has started only the others of what is published, and starts these later. */
	async restart(...late: TriggerNode[]): Promise<void> {
		await this.setup.restart(...late);
	}

	async start(...triggers: TriggerNode[]): Promise<void> {
		await this.setup.n8n.startTriggers(triggers);
	}

	async startLate(...triggers: TriggerNode[]): Promise<void> {
		await this.setup.n8n.startTriggers(triggers, LATE_START);
	}

	update(): void {
		updatePackage(this.setup.process);
	}

	/** n8n has stopped them here: another main process leads now. */
	async close(...triggers: TriggerNode[]): Promise<void> {
		for (const trigger of triggers) await this.setup.n8n.closeTrigger(trigger);
	}

	/** Another main process leads, or again the one that led before it; all triggers are published. */
	async anotherLeads(): Promise<void> {
		await this.setup.lead();
	}

	async formerLeads(): Promise<void> {
		await this.setup.lead(this.setup.former);
	}

	/** Another process, which starts no triggers, or takes deliveries alone. */
	follow(): void {
		this.setup.restartAsFollower();
	}

	useWebhookProcess(): void {
		this.setup.useWebhookProcess();
	}

	/** n8n would have published by now what it had removed to do so. */
	later(): void {
		pass(120_001);
	}

	/** n8n may yet start what is published, and has done so. */
	young(): void {
		this.setup.process.isStarting = true;
	}

	async old(): Promise<void> {
		this.setup.process.isStarting = false;
		this.setup.waitsOf('start').forEach(({ end }) => end());
		await wait(0);
		await this.setup.n8n.settled();
	}

	async renew(): Promise<void> {
		await this.setup.renew();
	}

	/** A lead writes: where there is a webhook, the message has to be taken. */
	async message(messageId?: string): Promise<void> {
		const fields = messageId === undefined ? {} : { message_id: messageId };
		const delivery = await this.setup.simulator.sendMessage(fields);
		expect(delivery?.status ?? 200).toBe(200);
		await this.setup.untilForwarded();
	}

	/** An execution writes static data back as it was earlier. */
	remember({ workflowId }: TriggerNode): void {
		this.remembered.set(workflowId, this.setup.n8n.database.get(workflowId) ?? '{}');
	}

	writeBack({ workflowId }: TriggerNode): void {
		this.setup.n8n.database.set(workflowId, this.remembered.get(workflowId) ?? '{}');
	}

	/** n8n's own URLs are out of its reach. */
	cut(): void {
		this.setup.n8n.unreachable = true;
	}

	move(url: string): void {
		this.setup.n8n.moveTo(url);
	}

	/** The service refuses to set its webhook, so often, or sets it and the response is lost. */
	refuse(times = 1): void {
		const { simulator } = this.setup;
		simulator.plan({ method: 'PUT', status: 403, body: { error: 'Not yours' }, times });
	}

	loseResponse(times = 1): void {
		this.setup.simulator.plan({ method: 'PUT', kind: 'resetAfter', times });
	}

	revoke(): void {
		const { simulator } = this.setup;
		simulator.plan({ method: 'PUT', status: 401, body: { error: 'Invalid API key' } });
	}

	/** The service lists the keys of a user, or does not. */
	keyList(apiKeyList: 'own' | 'forbidden' | 'missing'): void {
		this.setup.simulator.configure({ apiKeyList });
	}

	/** What the service was told, from the beginning. */
	expectPuts(urls: string): void {
		const names = this.setup.puts.map(urlName);
		expect(names.filter((name, place) => name !== names[place - 1]).join(' ')).toBe(urls);
	}

	expectRegistered(url: string): void {
		expect(urlName(this.setup.simulator.webhookUrl)).toBe(url);
	}

	/** The whole URL, of a published trigger or of a test, which ends in a secret. */
	expectSecret(trigger: TriggerNode, kind: 'published' | 'test' = 'published'): void {
		const { n8n, simulator } = this.setup;
		const url = kind === 'test' ? n8n.testUrl(trigger) : n8n.productionUrl(trigger);
		expect(simulator.webhookUrl).toMatch(new RegExp(`^${url}\\?secret=[\\w-]{16,}$`));
	}

	private startedSince(before: number): string {
		return this.setup.n8n.emitted.slice(before).map(nameOf).sort().join(' ');
	}

	/** The workflows that start for a further message. */
	async expectStarts(names: string): Promise<void> {
		const before = this.setup.n8n.emitted.length;
		await this.message();
		expect(this.startedSince(before)).toBe(names);
	}

	expectStarted(names: string): void {
		expect(this.startedSince(this.before.emitted)).toBe(names);
	}

	/** How many requests n8n has got, from itself and from others. */
	expectAsked(count: number): void {
		expect(this.setup.n8n.requests.slice(this.before.asked)).toHaveLength(count);
	}

	expectCommanded(names: string): void {
		const commands = this.setup.n8n.requests.slice(this.before.asked).filter(isCommand);
		expect(commands.map(({ url }) => short(url)).join(' ')).toBe(names);
	}

	/** How many requests the service has got. */
	expectTold(count: number): void {
		expect(this.setup.simulator.requests.length - this.before.told).toBe(count);
	}

	expectUnrecorded({ workflowId }: TriggerNode): void {
		expect(this.setup.n8n.database.get(workflowId) ?? '{}').not.toContain('registration');
	}

	/** Expects one line of the log, or none. */
	expectLog(line?: RegExp): void {
		const expected = line ? [expect.stringMatching(line)] : [];
		expect(this.setup.log.slice(this.before.logged)).toEqual(expected);
	}
}
