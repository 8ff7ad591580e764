import { MINUTE, limiterOn, SECOND, VirtualClock } from '../support';

function full(capacity = 1) {
	const clock = new VirtualClock();
	return { clock, ...limiterOn(clock, capacity) };
}

describe('a wait that is stopped', () => {
	it('ends at once, with the reason of the stop', async () => {
		const { clock, acquire } = full();
		(await acquire('first')).succeeded();
		const stop = new AbortController();
		const wait = acquire('stopped', stop.signal);
		await clock.pass(SECOND);
		stop.abort(new Error('Stopped by the user'));

		await expect(wait).rejects.toThrow('Stopped by the user');
		expect(clock.elapsed).toBe(SECOND);
	});

	it('does not begin when the run is stopped already', async () => {
		const { limiter, acquire } = full();
		await expect(acquire('late', AbortSignal.abort(new Error('Stopped')))).rejects.toThrow(
			'Stopped',
		);

		expect(limiter.idle).toBe(false);
		await expect(acquire('next')).resolves.toBeDefined();
	});

	it('gives its turn to the next in line', async () => {
		const { clock, acquire, admitted } = full();
		(await acquire('first')).succeeded();
		const stop = new AbortController();
		const stopped = acquire('stopped', stop.signal);
		const next = acquire('next');
		stop.abort();
		await expect(stopped).rejects.toThrow();
		await clock.until(next);

		expect(admitted.at(-1)).toEqual({ name: 'next', at: MINUTE });
	});

	it('leaves no listener behind, nor does one that was granted', async () => {
		const { clock, acquire } = full();
		const { signal } = new AbortController();
		const added = jest.spyOn(signal, 'addEventListener');
		const removed = jest.spyOn(signal, 'removeEventListener');
		(await acquire('first', signal)).succeeded();
		await clock.until(acquire('second', signal));

		expect(added).toHaveBeenCalled();
		expect(removed.mock.calls).toEqual(added.mock.calls);
	});
});

describe('a stop at the moment of the turn', () => {
	it('just before it: the next in line has it', async () => {
		const { clock, acquire, admitted } = full();
		(await acquire('first')).succeeded();
		const stop = new AbortController();
		const stopped = acquire('stopped', stop.signal);
		const next = acquire('next');
		clock.at(MINUTE - 1, () => stop.abort());
		await expect(clock.until(stopped)).rejects.toThrow();
		await clock.until(next);

		expect(admitted.at(-1)).toEqual({ name: 'next', at: MINUTE });
	});

	it('just after it, before the permit is used: the permit is cancelled', async () => {
		const { clock, acquire, admitted } = full();
		const first = await acquire('first');
		const stop = new AbortController();
		const stopped = acquire('stopped', stop.signal);
		first.cancel();
		stop.abort();
		await expect(stopped).rejects.toThrow();
		await acquire('next');

		expect(admitted.at(-1)).toEqual({ name: 'next', at: 0 });
		expect(clock.elapsed).toBe(0);
	});
});

describe('a listener that fails', () => {
	it('does not keep a place', async () => {
		const { clock, limiter, run, acquire, admitted } = full();
		(await acquire('first')).succeeded();
		const onDelay = () => {
			throw new Error('The editor is gone');
		};
		await expect(limiter.acquire(limiter.ticket(run), { onDelay })).rejects.toThrow(
			'The editor is gone',
		);
		await clock.until(acquire('next'));

		expect(admitted.at(-1)).toEqual({ name: 'next', at: MINUTE });
	});
});

describe('a permit', () => {
	it('ends once: what is called later does nothing', async () => {
		const { clock, acquire, admitted } = full(2);
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
