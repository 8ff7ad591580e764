import { until } from '../../../dev/until';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

describe('in the first moments of a process, before n8n has started what is published', () => {
	beforeEach(async () => {
		await setup.publish(second);
		await setup.restart(second);
		setup.process.uptime = 0;
	});

	const POLL_INTERVAL_MS = 500;
	const polls = () => setup.process.waits.filter(({ ms }) => ms === POLL_INTERVAL_MS);

	async function untilPolls(count: number): Promise<void> {
		await until('a poll', () => polls().length >= count || undefined);
	}

	/** Lets the process poll this often. */
	async function poll(times: number): Promise<void> {
		await untilPolls(1);
		const { length } = polls();
		for (let done = 0; done < times; done++) {
			polls().at(-1)?.end();
			await untilPolls(length + done + 1);
		}
	}

	it.each([
		['a workflow that n8n goes on publishing', async () => await setup.n8n.publish(first)],
		['a test', async () => await setup.n8n.listen(first)],
	])('%s waits for the receiver, and joins it', async (_, join) => {
		const joining = join();
		await poll(3);
		await setup.n8n.startTriggers([second]);
		polls().at(-1)?.end();
		await joining;
		await setup.simulator.sendMessage();
		await setup.untilStarted(2);

		expect(setup.puts).toEqual(['second']);
		expect(setup.started).toContain('second');
	});

	it('a workflow is registered where nobody turns out to be published, after five quiet seconds', async () => {
		setup.n8n.published.delete(second.workflowId);
		let isPublished = false;
		const publishing = setup.n8n.publish(first).then(() => (isPublished = true));
		const next = () => isPublished || polls().some(({ isOver }) => !isOver) || undefined;
		for (; !isPublished; polls().at(-1)?.end()) await until('a poll', next);
		await publishing;

		expect(setup.receiver).toBe('first');
		expect(polls().length).toBeLessThanOrEqual(10);
	});

	it.each([
		['after another one was unpublished', [second]],
		['again', [first, second]],
	])('a workflow that is published %s does not wait', async (_, triggers) => {
		await setup.n8n.startTriggers([second]);
		await setup.publish(first);
		for (const trigger of triggers) await setup.n8n.unpublish(trigger);
		await setup.publish(first);

		expect(setup.receiver).toBe('first');
		expect(polls()).toEqual([]);
	});

	it('a trigger waits on while n8n starts others', async () => {
		await setup.restart();
		await setup.publish(third);
		await setup.restart(second, third);
		setup.process.uptime = 0;
		const publishing = setup.n8n.publish(first);
		await poll(6);
		await setup.n8n.startTriggers([third]);
		await poll(6);
		await setup.n8n.startTriggers([second]);
		polls().at(-1)?.end();
		await publishing;

		expect(setup.puts).toEqual(['second']);
	});
});

describe('leaving in the first moments of a process', () => {
	/** `second` has the webhook; `first` had it before. */
	beforeEach(async () => {
		await setup.publish(first);
		setup.restartAsFollower();
		await setup.publish(second);
		expect(setup.puts).toEqual(['first', 'second']);
		await setup.restart(second);
	});

	it('hands the webhook over where another one is believed to have it', async () => {
		await setup.n8n.unpublish(second);

		expect(setup.receiver).toBe('first');
	});

	it('disables nothing before n8n has started the others, and keeps nobody waiting', async () => {
		setup.process.uptime = 0;
		await setup.n8n.unpublish(first);
		expect(setup.receiver).toBe('second');
		await setup.n8n.startTriggers([second]);
		await setup.renew();

		expect(setup.receiver).toBe('second');
	});
});

it('the last one that leaves after n8n has started it disables the webhook at once', async () => {
	await setup.publish(first);
	await setup.restart();
	setup.process.uptime = 0;
	await setup.renew();
	await setup.n8n.unpublish(first);

	expect(setup.receiver).toBeNull();
});

describe('the last workflow that n8n has started leaves, while n8n cannot reach its own URLs', () => {
	beforeEach(async () => {
		await setup.publish(first, second);
		setup.n8n.unreachable = true;
	});

	it('disables the webhook where the other one was unpublished before the restart', async () => {
		await setup.n8n.unpublish(second);
		await setup.restart();
		await setup.n8n.unpublish(first);

		expect(setup.puts).toEqual(['first', null]);
	});

	it('hands the webhook over in the first moments, and disables it once the other one proves to be gone', async () => {
		await setup.n8n.unpublish(second);
		await setup.restart();
		setup.process.uptime = 0;
		await setup.n8n.unpublish(first);
		expect(setup.puts).toEqual(['first', 'second']);
		setup.process.uptime = Infinity;
		await setup.renew();

		expect(setup.receiver).toBeNull();
	});

	it('hands the webhook over where the other one is started late', async () => {
		await setup.restart(second);
		setup.process.uptime = 0;
		await setup.n8n.unpublish(first);
		expect(setup.puts).toEqual(['first', 'second']);
		await setup.n8n.startTriggers([second]);
		await setup.renew();

		expect(setup.receiver).toBe('second');
	});
});
