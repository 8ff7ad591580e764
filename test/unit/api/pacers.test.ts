import { pacerFor } from '../../../nodes/shared/api/pacers';
import { credentials, MINUTE, SECOND, VirtualClock } from './support';

/** A key that no other test has used: the pacers live as long as the process. */
let count = 0;
const freshKey = () => ({ ...credentials, apiKey: `prefix.secret-${++count}` });

describe('the pacer of a key', () => {
	it('is one for all nodes and executions of the process', () => {
		const key = freshKey();
		const clock = new VirtualClock();

		expect(pacerFor({ ...key }, clock)).toBe(pacerFor({ ...key }, clock));
	});

	it('is another for another key and for another service', () => {
		const key = freshKey();
		const clock = new VirtualClock();
		const pacer = pacerFor(key, clock);

		expect(pacerFor(freshKey(), clock)).not.toBe(pacer);
		expect(pacerFor({ ...key, origin: 'https://other.invalid' }, clock)).not.toBe(pacer);
	});

	it('allows what the credential used last says', async () => {
		const clock = new VirtualClock();
		const key = freshKey();
		const pacer = pacerFor({ ...key, requestsPerMinute: 1 }, clock);
		await pacer.enter(pacer.ticket());
		pacerFor({ ...key, requestsPerMinute: 2 }, clock);

		await expect(pacer.enter(pacer.ticket())).resolves.toBeDefined();
	});

	it('counts a window a little longer than a minute, for clocks that run differently', async () => {
		const clock = new VirtualClock();
		const pacer = pacerFor({ ...freshKey(), requestsPerMinute: 1 }, clock);
		(await pacer.enter(pacer.ticket())).taken();
		await clock.until(pacer.enter(pacer.ticket()));

		expect(clock.elapsed).toBeGreaterThan(MINUTE);
		expect(clock.elapsed).toBeLessThan(1.01 * MINUTE);
	});
});

describe('a pacer that is forgotten', () => {
	it('is one that was long unused, when another key is seen', async () => {
		const clock = new VirtualClock();
		const key = freshKey();
		const pacer = pacerFor(key, clock);
		(await pacer.enter(pacer.ticket())).taken();
		await clock.pass(11 * MINUTE);
		pacerFor(freshKey(), clock);

		expect(pacerFor(key, clock)).not.toBe(pacer);
	});

	it('is not one whose run waits for a retry, so that its requests keep counting', async () => {
		const clock = new VirtualClock();
		const key = freshKey();
		const pacer = pacerFor(key, clock);
		await clock.pass(60 * MINUTE);
		(await pacer.enter(pacer.ticket())).lost();
		await clock.pass(120 * SECOND);
		pacerFor(freshKey(), clock);

		expect(pacerFor(key, clock)).toBe(pacer);
	});

	it('is not one with a request under way', async () => {
		const clock = new VirtualClock();
		const key = freshKey();
		const pacer = pacerFor(key, clock);
		await pacer.enter(pacer.ticket());
		await clock.pass(60 * MINUTE);
		pacerFor(freshKey(), clock);

		expect(pacerFor(key, clock)).toBe(pacer);
	});
});
