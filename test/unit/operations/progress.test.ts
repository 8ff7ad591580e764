import type { IExecuteFunctions } from 'n8n-workflow';
import type { RateLimiter } from '../../../nodes/shared/api/rateLimit/rateLimiter';
import { Progress } from '../../../nodes/PublicOutreach/operations/progress';
import { limiterOn, MINUTE, node, SECOND, VirtualClock } from '../api/support';

const LIMIT = 5;

interface Told {
	/** In seconds since the run began. */
	at: number;
	text: string;
}

/** A run of so many items with a request each, on virtual time, and what it tells. */
function setUp(total: number, changes: Partial<IExecuteFunctions> = {}) {
	const clock = new VirtualClock();
	const { limiter, run } = limiterOn(clock, LIMIT);
	const messages: Told[] = [];
	const logged: string[] = [];
	const hints: string[] = [];
	const log = (text: string) => logged.push(text);
	const context = {
		getNode: () => node,
		logger: { info: log },
		sendMessageToUI: (text: string) => messages.push({ at: clock.elapsed / SECOND, text }),
		addExecutionHints: (...all: Array<{ message: string }>) =>
			hints.push(...all.map(({ message }) => message)),
		...changes,
	} as unknown as IExecuteFunctions;
	const progress = new Progress(context, total, clock);
	const one = async () => {
		const onDelay = (ended: Promise<void>) => progress.onDelay(ended, LIMIT);
		(await limiter.acquire(limiter.ticket(run), { onDelay })).succeeded();
		progress.itemsDone(1);
	};
	const play = async () => {
		await clock.until(Promise.all(Array.from({ length: total }, one)));
		progress.finish(run.requests);
	};
	return { clock, limiter, run, progress, one, play, messages, logged, hints };
}

/** Another run sends as much as the key may in a minute. */
async function useUp(limiter: RateLimiter): Promise<void> {
	const other = limiter.startRun();
	for (let index = 0; index < LIMIT; index++) {
		(await limiter.acquire(limiter.ticket(other))).succeeded();
	}
}

const waitingAt = (at: number, done: string): Told => ({
	at,
	text: `Waiting to stay within 5 requests per minute: ${done} items done`,
});

describe('a run that its limit does not allow immediately', () => {
	it('tells every ten seconds how far it is, and in a hint at its end what it took', async () => {
		const { play, messages, hints } = setUp(12);
		await play();

		expect(messages.map(({ at }) => at)).toEqual([1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 101, 111]);
		expect(messages[0]).toEqual(waitingAt(1, '5 of 12'));
		expect(messages.at(-1)).toEqual(waitingAt(111, '10 of 12'));
		expect(hints).toEqual(['12 requests took 2 min at 5 per minute']);
	});

	it('logs that once', async () => {
		const { play, logged } = setUp(12);
		await play();

		expect(logged).toEqual([waitingAt(1, '5 of 12').text]);
	});

	it('tells nothing more once it is stopped, and leaves no timer behind', async () => {
		const { clock, limiter, run, one, messages } = setUp(12);
		const all = Promise.allSettled(Array.from({ length: 12 }, one));
		await clock.pass(15 * SECOND);
		limiter.endRun(run);
		await all;
		const before = messages.length;
		await clock.pass(5 * MINUTE);

		expect(messages).toHaveLength(before);
		expect(clock.waits).toBe(0);
	});
});

it('a run that waits for others tells of it as well', async () => {
	const { clock, limiter, play, messages } = setUp(1);
	await useUp(limiter);
	await clock.pass(40 * SECOND);
	await play();

	expect(messages).toEqual([waitingAt(41, '0 of 1'), waitingAt(51, '0 of 1')]);
});

it.each([
	[1, '1 request took 60 s'],
	[2, '2 requests took 60 s'],
	[LIMIT, '5 requests took 60 s'],
])(
	'a run within the limit that waits for others does not blame its own limit: %d',
	async (count, took) => {
		const { limiter, play, hints } = setUp(count);
		await useUp(limiter);
		await play();

		expect(hints).toEqual([`${took}, because the limit of the API key had been reached`]);
	},
);

it('a run that hardly waits leaves a hint but no message', async () => {
	const { clock, progress, messages, hints } = setUp(1);
	const ended = clock.sleep(200);
	progress.onDelay(ended, LIMIT);
	await clock.until(ended);
	progress.finish(1);
	await clock.pass(MINUTE);

	expect(messages).toEqual([]);
	expect(hints).toEqual(['1 request took 1 s, because the limit of the API key had been reached']);
});

describe('a run that does not wait', () => {
	it('tells nothing and sets no timer', async () => {
		const { clock, play, messages, logged, hints } = setUp(LIMIT);
		await play();

		expect([...messages, ...logged, ...hints]).toEqual([]);
		expect(clock.waits).toBe(0);
		expect(clock.elapsed).toBe(0);
	});

	it('passes on each hint of its requests once', () => {
		const { progress, hints } = setUp(1);
		progress.onHint('No list was found');
		progress.onHint('No list was found');
		progress.finish(1);

		expect(hints).toEqual(['No list was found']);
	});
});

describe('an n8n that cannot show it', () => {
	const broken = () => {
		throw new Error('The editor is gone');
	};

	it.each([
		['has no hints', { addExecutionHints: undefined }],
		['has no messages', { sendMessageToUI: undefined }],
		['fails to send messages', { sendMessageToUI: broken }],
	])('runs the items all the same when it %s', async (_case, changes) => {
		const { clock, play } = setUp(12, changes);
		await play();

		expect(clock.elapsed).toBe(2 * MINUTE);
	});
});
