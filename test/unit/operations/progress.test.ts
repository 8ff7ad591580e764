import type { IExecuteFunctions } from 'n8n-workflow';
import type { Delay, RateLimiter } from '../../../nodes/shared/api/rateLimit/rateLimiter';
import { Progress } from '../../../nodes/PublicOutreach/operations/progress';
import { credentials, limiterOn, MINUTE, node, SECOND, VirtualClock } from '../api/support';

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
		logger: { info: log, debug: log },
		sendMessageToUI: (text: string) => messages.push({ at: clock.elapsed / SECOND, text }),
		addExecutionHints: (...all: Array<{ message: string }>) =>
			hints.push(...all.map(({ message }) => message)),
		...changes,
	} as unknown as IExecuteFunctions;
	const progress = new Progress(context, total, clock);
	const key = { limiter, run, credentials: { ...credentials, requestsPerMinute: LIMIT } };
	const one = async () => {
		progress.unitStarted();
		const onDelay = (delay: Delay) => progress.onDelay({ ...delay, requestsPerMinute: LIMIT });
		(await limiter.acquire(limiter.ticket(run), { onDelay })).succeeded();
		progress.itemsDone(1);
	};
	/** All items at once, or one after another. */
	const play = async (inTurn = false) => {
		progress.start(key, total);
		const all = async () => {
			if (!inTurn) return void (await Promise.all(Array.from({ length: total }, one)));
			for (let item = 0; item < total; item++) await one();
		};
		await clock.until(all());
		progress.finish();
	};
	return { clock, limiter, progress, key, one, play, messages, logged, hints };
}

/** Another run sends as much as the key may in a minute. */
async function useUp(limiter: RateLimiter): Promise<void> {
	const other = limiter.startRun();
	for (let index = 0; index < LIMIT; index++) {
		(await limiter.acquire(limiter.ticket(other))).succeeded();
	}
}

describe('a run that its limit does not allow at once', () => {
	it.each([false, true])('tells how long it takes at least (in turn: %p)', async (inTurn) => {
		const { play, messages } = setUp(12);
		await play(inTurn);

		expect(messages[0]).toEqual({
			at: 0,
			text: 'This takes at least 2 min, because the API key allows 5 requests per minute',
		});
		// What has not begun counts as well.
		expect(messages[1]?.text).toContain('5 of 12 items done, at least 110 s left');
	});

	it('tells every ten seconds how far it is, and at its end, also as a hint, what it took', async () => {
		const { play, messages, logged, hints } = setUp(12);
		await play();
		const waiting = messages.slice(1, -1);
		const took = '12 requests took 2 min at 5 per minute';

		expect(waiting.map(({ at }) => at)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110]);
		expect(waiting[0]?.text).toBe(
			'Waiting to stay within 5 requests per minute: 5 of 12 items done, at least 110 s left',
		);
		expect(waiting[10]?.text).toBe(
			'Waiting to stay within 5 requests per minute: 10 of 12 items done, at least 10 s left',
		);
		expect(messages.at(-1)).toEqual({ at: 120, text: took });
		expect(hints).toEqual([took]);
		expect(logged).toEqual(messages.map(({ text }) => text));
	});

	it('tells nothing more once it is stopped, and leaves no timer behind', async () => {
		const { clock, limiter, progress, key, one, messages } = setUp(12);
		progress.start(key, 12);
		const all = Promise.allSettled(Array.from({ length: 12 }, one));
		await clock.pass(15 * SECOND);
		limiter.endRun(key.run);
		await all;
		const before = messages.length;
		await clock.pass(5 * MINUTE);

		expect(messages).toHaveLength(before);
		expect(clock.waits).toBe(0);
	});
});

describe('a run that meets others', () => {
	it('tells at once that it waits, where its own requests would not have to', async () => {
		const { clock, limiter, play, messages } = setUp(2);
		await useUp(limiter);
		await clock.pass(20 * SECOND);
		await play();

		expect(messages[0]).toEqual({
			at: 20,
			text: 'This takes at least 40 s, because the API key allows 5 requests per minute',
		});
		expect(messages[1]?.at).toBe(30);
	});

	it('tells at once of a wait that could not be foreseen', async () => {
		const { clock, limiter, progress, key, one, messages } = setUp(1);
		progress.start(key, 1);
		await clock.pass(SECOND);
		await useUp(limiter);
		await clock.until(one());

		expect(messages[0]).toEqual({
			at: 1,
			text: 'Waiting to stay within 5 requests per minute: 0 of 1 items done, at least 60 s left',
		});
	});

	it('tells later of a wait that was to be over at once', async () => {
		const { clock, progress, messages } = setUp(1);
		const ended = clock.sleep(12 * SECOND);
		progress.onDelay({ waitMs: 0, ended, requestsPerMinute: LIMIT });
		await clock.until(ended);

		expect(messages).toEqual([
			{ at: 10, text: 'Waiting to stay within 5 requests per minute: 0 of 1 items done' },
		]);
	});
});

it('a run that hardly waits leaves a hint but no message', async () => {
	const { clock, limiter, key, progress, messages, hints } = setUp(1);
	progress.start(key, 1);
	limiter.ticket(key.run);
	const ended = clock.sleep(200);
	progress.onDelay({ waitMs: 200, ended, requestsPerMinute: LIMIT });
	await clock.until(ended);
	progress.finish();

	expect(messages).toEqual([]);
	expect(hints).toEqual(['1 request took 1 s at 5 per minute']);
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
		progress.finish();

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
