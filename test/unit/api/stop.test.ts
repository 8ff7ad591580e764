import { MINUTE, pacerOn, SECOND, VirtualClock } from './support';

function full(capacity = 1) {
	const clock = new VirtualClock();
	return { clock, ...pacerOn(clock, capacity) };
}

describe('a wait that is stopped', () => {
	it('ends at once, with the reason of the stop', async () => {
		const { clock, enter } = full();
		(await enter('first')).taken();
		const stop = new AbortController();
		const wait = enter('stopped', stop.signal);
		await clock.pass(SECOND);
		stop.abort(new Error('Stopped by the user'));

		await expect(wait).rejects.toThrow('Stopped by the user');
		expect(clock.elapsed).toBe(SECOND);
	});

	it('does not begin when the run is stopped already', async () => {
		const { pacer, enter } = full();
		await expect(enter('late', AbortSignal.abort(new Error('Stopped')))).rejects.toThrow('Stopped');

		expect(pacer.idle).toBe(false);
		await expect(enter('next')).resolves.toBeDefined();
	});

	it('gives its turn to the next in line', async () => {
		const { clock, enter, entered } = full();
		(await enter('first')).taken();
		const stop = new AbortController();
		const stopped = enter('stopped', stop.signal);
		const next = enter('next');
		stop.abort();
		await expect(stopped).rejects.toThrow();
		await clock.until(next);

		expect(entered.at(-1)).toEqual({ name: 'next', at: MINUTE });
	});

	it('leaves no listener behind, nor does one that was granted', async () => {
		const { clock, enter } = full();
		const { signal } = new AbortController();
		const added = jest.spyOn(signal, 'addEventListener');
		const removed = jest.spyOn(signal, 'removeEventListener');
		(await enter('first', signal)).taken();
		await clock.until(enter('second', signal));

		expect(added).toHaveBeenCalled();
		expect(removed.mock.calls).toEqual(added.mock.calls);
	});
});

describe('a stop in the very moment of the turn', () => {
	it('just before it: the next in line has it', async () => {
		const { clock, enter, entered } = full();
		(await enter('first')).taken();
		const stop = new AbortController();
		const stopped = enter('stopped', stop.signal);
		const next = enter('next');
		clock.at(MINUTE - 1, () => stop.abort());
		await expect(clock.until(stopped)).rejects.toThrow();
		await clock.until(next);

		expect(entered.at(-1)).toEqual({ name: 'next', at: MINUTE });
	});

	it('just after it, before anybody has noticed: the turn does not count', async () => {
		const { clock, enter, entered } = full();
		const first = await enter('first');
		const stop = new AbortController();
		const stopped = enter('stopped', stop.signal);
		first.unused();
		stop.abort();
		await expect(stopped).rejects.toThrow();
		await enter('next');

		expect(entered.at(-1)).toEqual({ name: 'next', at: 0 });
		expect(clock.elapsed).toBe(0);
	});
});

describe('a listener that fails', () => {
	it('does not keep a place', async () => {
		const { clock, pacer, enter, entered } = full();
		(await enter('first')).taken();
		const onDelay = () => {
			throw new Error('The editor is gone');
		};
		await expect(pacer.enter(pacer.ticket(), { onDelay })).rejects.toThrow('The editor is gone');
		await clock.until(enter('next'));

		expect(entered.at(-1)).toEqual({ name: 'next', at: MINUTE });
	});
});

describe('a pass', () => {
	it('ends once: what is called later does nothing', async () => {
		const { clock, enter, entered } = full(2);
		const pass = await enter('first');
		pass.taken();
		pass.lost();
		pass.refused(MINUTE);
		pass.unused();
		await enter('second');
		await clock.until(enter('third'));

		expect(entered.map(({ at }) => at)).toEqual([0, 0, MINUTE]);
	});
});
