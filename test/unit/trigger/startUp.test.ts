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

	it('a workflow is registered where nobody turns out to be published', async () => {
		setup.process.uptime = Infinity;
		await setup.n8n.unpublish(second);
		setup.process.uptime = 0;
		const publishing = setup.n8n.publish(first);
		await poll(9);
		polls().at(-1)?.end();
		await publishing;

		expect(setup.receiver).toBe('first');
	});

	it('a trigger waits on while n8n starts others', async () => {
		await setup.restart();
		await setup.publish(third);
		await setup.restart(second, third);
		setup.process.uptime = 0;
		const publishing = setup.n8n.publish(first);
		await poll(9);
		await setup.n8n.startTriggers([third]);
		await poll(9);
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

	it('waits with disabling it until n8n has started the others', async () => {
		setup.process.uptime = 0;
		const leaving = setup.n8n.unpublish(first);
		await setup.n8n.startTriggers([second]);
		setup.process.waits.forEach(({ end }) => end());
		await leaving;

		expect(setup.receiver).toBe('second');
	});
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

	it('hands the webhook over where the other one is started late', async () => {
		await setup.restart(second);
		setup.process.uptime = 0;
		const leaving = setup.n8n.unpublish(first);
		await until('a poll', () => setup.process.waits.length > 1 || undefined);
		await setup.n8n.startTriggers([second]);
		setup.process.waits.forEach(({ end }) => end());
		await leaving;

		expect(setup.puts).toEqual(['first', 'second']);
	});
});
