import { until } from '../../../dev/until';
import { inWords } from './inWords';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);
const { given, play, tests } = inWords(setup);

describe('in the first moments of a process, before n8n has started what is published', () => {
	given('publish second, restart second, young');

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

	/** Does this while n8n starts these in turn, after some polls each. */
	async function whileStarting(joining: string, ...starts: string[]): Promise<void> {
		const joined = play(joining);
		for (const start of starts) {
			await poll(3);
			await play(start);
		}
		polls().at(-1)?.end();
		await joined;
	}

	it.each([
		['a workflow that n8n goes on publishing', 'publish first'],
		['a test', 'listen first'],
	])('%s waits for the receiver, and joins it', async (_, join) => {
		await whileStarting(join, 'start second');
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
		['after another one was unpublished', 'second'],
		['again', 'first second'],
	])('a workflow that is published %s does not wait', async (_, unpublished) => {
		await play(`start second, publish first, unpublish ${unpublished}, publish first`);

		expect(setup.receiver).toBe('first');
		expect(polls()).toEqual([]);
	});

	it('a trigger waits on while n8n starts others', async () => {
		await play('restart, publish third, restart second third, young');
		await whileStarting('publish first', 'start', 'start third', 'start', 'start second');

		expect(setup.puts).toEqual(['second']);
	});
});

describe('leaving in the first moments of a process', () => {
	/** `second` has the webhook; `first` had it before. */
	given('publish first, follow, publish second → puts first second, restart second');

	tests({
		'hands the webhook over where another one is believed to have it':
			'unpublish second → receiver first',
		'disables nothing before n8n has started the others, and keeps nobody waiting': `
			young, unpublish first → receiver second
			start second, renew → receiver second`,
	});
});

tests({
	'the last one that leaves after n8n has started it disables the webhook at once':
		'publish first, restart, young, renew, unpublish first → receiver null',
});

describe('the last workflow that n8n has started leaves, while n8n cannot reach its own URLs', () => {
	given('publish first second, cut');

	tests({
		'disables the webhook where the other one was unpublished before the restart':
			'unpublish second, restart, unpublish first → puts first null',
		'hands the webhook over in the first moments, and disables it once the other one proves to be gone': `
			unpublish second, restart, young, unpublish first → puts first second
			old, renew → receiver null`,
		'hands the webhook over where the other one is started late': `
			restart second, young, unpublish first → puts first second
			start second, renew → receiver second`,
	});
});
