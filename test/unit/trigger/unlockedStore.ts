import type { MessageStore } from '../../../nodes/PublicOutreachTrigger/store';

/** n8n's deduplication store (deduplication-helper.js): it reads all, adds, and writes back, without a lock. */
export class UnlockedStore implements MessageStore {
	entries: string[] = [];

	/** The names that each call is to record. */
	readonly calls: string[][] = [];

	/** What was logged. */
	readonly warnings: unknown[] = [];

	/** So many calls fail. */
	failures = 0;

	/** So many writes are lost, since those of other processes replace them. */
	losses = 0;

	/** @param halfCall waits until the store is read, and from then until it is written */
	constructor(private readonly halfCall: () => Promise<void>) {}

	async record(names: string[], maxEntries: number): Promise<{ processed: string[] }> {
		this.calls.push(names);
		const before = await this.change((read) => {
			const added = names.filter((name) => !read.includes(name));
			return [...read, ...added].slice(-maxEntries);
		});
		return { processed: names.filter((name) => before.includes(name)) };
	}

	async remove(names: string[]): Promise<void> {
		await this.change((read) => read.filter((name) => !names.includes(name)));
	}

	warn(error: unknown): void {
		this.warnings.push(error);
	}

	/** @returns the entries before */
	private async change(how: (read: string[]) => string[]): Promise<string[]> {
		await this.halfCall();
		const read = this.entries;
		await this.halfCall();
		if (this.failures-- > 0) throw new Error('database is locked');
		if (this.losses-- <= 0) this.entries = how(read);
		return read;
	}
}
