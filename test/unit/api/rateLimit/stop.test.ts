import { MINUTE, limiterOn, VirtualClock } from '../support';

const setUp = (capacity = 1) => limiterOn(new VirtualClock(), capacity);

describe('a wait that is stopped', () => {
	it('does not begin when the run is stopped already', async () => {
		const { limiter, acquire } = setUp();
		const signal = AbortSignal.abort(new Error('Stopped'));
		await expect(acquire('late', { signal })).rejects.toThrow('Stopped');

		expect(limiter.idle).toBe(false);
		await expect(acquire('next')).resolves.toBeDefined();
	});

	it.each([0, MINUTE - 1])('gives its turn to the next in line: after %d ms', async (ms) => {
		const { clock, acquire, accepted, admitted } = setUp();
		await accepted('first');
		const stop = new AbortController();
		const stopped = acquire('stopped', { signal: stop.signal });
		const next = acquire('next');
		clock.at(ms, () => stop.abort());
		await expect(clock.until(stopped)).rejects.toThrow();
		expect(clock.elapsed).toBe(ms);
		await clock.until(next);

		expect(admitted.at(-1)).toEqual({ name: 'next', at: MINUTE });
	});

	it.each(['a stop', 'the end of its run'])(
		'just after its turn, before the permit is used, gives the permit to another: %s',
		async (end) => {
			const { clock, limiter, run, acquire, admitted } = setUp();
			const first = await acquire('first');
			const stop = new AbortController();
			const stopped = acquire('stopped', { signal: stop.signal });
			const next = acquire('next', { run: limiter.startRun() });
			first.cancel();
			if (end === 'a stop') stop.abort();
			else limiter.endRun(run);

			await expect(stopped).rejects.toThrow();
			await next;
			expect(admitted.at(-1)).toEqual({ name: 'next', at: 0 });
			expect(clock.elapsed).toBe(0);
		},
	);

	it('leaves no listener behind, nor does one that was granted', async () => {
		const { clock, acquire, accepted } = setUp();
		const { signal } = new AbortController();
		const added = jest.spyOn(signal, 'addEventListener');
		const removed = jest.spyOn(signal, 'removeEventListener');
		await accepted('first', 1, { signal });
		await clock.until(acquire('second', { signal }));

		expect(added).toHaveBeenCalled();
		expect(removed.mock.calls).toEqual(added.mock.calls);
	});
});

describe('a listener that fails', () => {
	it('does not keep a place', async () => {
		const { clock, acquire, accepted, admitted } = setUp();
		await accepted('first');
		const onDelay = () => {
			throw new Error('The editor is gone');
		};
		await expect(acquire('failed', { onDelay })).rejects.toThrow('The editor is gone');
		await clock.until(acquire('next'));

		expect(admitted.at(-1)).toEqual({ name: 'next', at: MINUTE });
	});
});

describe('a permit', () => {
	it('ends once: what is called later does nothing', async () => {
		const { clock, acquire, admitted } = setUp(2);
		const permit = await acquire('first');
		permit.succeeded();
		permit.unanswered();
		permit.rateLimited(MINUTE);
		permit.cancel();
		await acquire('second');
		await clock.until(acquire('third'));

		expect(admitted.map(({ at }) => at)).toEqual([0, 0, MINUTE]);
	});
});
