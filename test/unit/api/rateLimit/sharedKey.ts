import { limiterOn, SECOND, VirtualClock } from '../support';

/** A clock without jitter. */
class EvenClock extends VirtualClock {
	override random(): number {
		return 0.5;
	}
}

/** A process that shares its key, and when it sends what. */
export function setUp(capacity = 50) {
	const set = limiterOn(new EvenClock(), capacity);
	const { clock, acquire, admitted } = set;
	/** The times at which the requests with this name were sent, in seconds. */
	const secondsOf = (name: string) =>
		admitted.filter((row) => row.name === name).map(({ at }) => at / SECOND);
	/** Sends a request as soon as it may be sent; the service accepts it. */
	const accepted = async (name: string) => await clock.until(set.accepted(name));
	/** The same with one that is refused; returns for how long nothing is sent. */
	const refused = async (name: string, retryAfterMs?: number) =>
		(await clock.until(acquire(name))).rateLimited(retryAfterMs);
	/** Sends requests one after another for so long, each of which is refused. */
	const refuseAll = async (name: string, ms: number) => {
		const refuse = async () => {
			for (;;) (await acquire(name)).rateLimited();
		};
		void refuse();
		await clock.pass(ms);
	};
	return { ...set, secondsOf, accepted, refused, refuseAll };
}
