/** Runs one thing at a time for each key in this process, in the order of the calls. */
export class KeyedLock {
	private readonly queues = new Map<string, Promise<unknown>>();

	async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
		const before = this.queues.get(key) ?? Promise.resolve();
		const turn = before.then(work, work);
		const settled = turn.catch(() => undefined);
		this.queues.set(key, settled);
		try {
			return await turn;
		} finally {
			if (this.queues.get(key) === settled) this.queues.delete(key);
		}
	}
}
