import { until } from '../../../dev/until';
import { scenarios } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);
const POLL_INTERVAL_MS = 500;
const polls = () => setup.process.waits.filter(({ ms }) => ms === POLL_INTERVAL_MS);

const { given, play, tests } = scenarios(setup, {
	/** What waits for the start of the others looks again, so often. */
	async poll({ words }) {
		const untilPolls = async (count: number) =>
			await until('a poll', () => polls().length >= count || undefined);
		await untilPolls(1);
		const { length } = polls();
		for (let done = 0; done < Number(words); done++) {
			polls().at(-1)?.end();
			await untilPolls(length + done + 1);
		}
	},
	'poll-last': () => polls().at(-1)?.end(),
	/** Before the first trigger, n8n had to migrate its database, say, or another main process led. */
	'start-slowly': async ({ triggers }) => {
		setup.restartAsFollower();
		setup.process.uptime = 90_000;
		await setup.n8n.startTriggers(triggers);
	},
	'no-poll': () => expect(polls()).toEqual([]),
});

describe('in the first moments of a process, before n8n has started what is published', () => {
	given('publish second, restart second, young');

	tests({
		'a workflow that n8n goes on publishing waits for the receiver, and joins it':
			'begin publish first, poll 3, start second, poll-last, done → starts first second, puts second',
		'a test waits for it as well': `
			begin listen first, poll 3, start second, poll-last, done
			message, end first → started first test second, puts second`,
		'a workflow that is published after another one was unpublished does not wait':
			'start second, publish first, unpublish second, publish first → receiver first, no-poll',
		'a workflow that is published again does not wait':
			'start second, publish first, unpublish first second, publish first → receiver first, no-poll',
		'a trigger waits on while n8n starts others': `
			restart, publish third, restart second third, young
			begin publish first, poll 6, start third, poll 6, start second, poll-last, done → puts second`,
	});

	it('a workflow is registered where nobody turns out to be published, after five quiet seconds', async () => {
		await play('vanish second');
		let isPublished = false;
		const publishing = setup.n8n.publish(first).then(() => (isPublished = true));
		const next = () => isPublished || polls().some(({ isOver }) => !isOver) || undefined;
		for (; !isPublished; polls().at(-1)?.end()) await until('a poll', next);
		await publishing;

		expect(setup.receiver).toBe('first');
		expect(polls().length).toBeLessThanOrEqual(10);
	});
});

tests({
	'the webhook is not taken from a trigger that n8n starts long after another one': `
		publish second first, restart second, young, renew, renew → puts second
		start second, renew → starts first second
		vanish second, restart second, young, renew, old, renew → receiver first`,
	'neither where n8n has run for longer than a minute before the first': `
		publish second first, start-slowly first, renew, renew → puts second
		start second, renew → starts first second
		vanish second, start-slowly first, renew, old, renew → receiver first`,
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
