import type { RunMemory } from './attempts';
import type { Unit } from './unit';

/** Where something is shared: the run, and the unit that asks for it. */
export interface RunScope {
	memory: RunMemory;
	unit: Unit;
}

interface Entry<T> {
	value: Promise<T>;
	/** By whom, and in which attempt, it was made. */
	unit: Unit;
	attempt: number;
	hasFailed: boolean;
}

/** Whether it failed in an earlier attempt, and may be made again: not what may have been carried out. */
const mayBeMadeAgain = <T>({ hasFailed, attempt, unit }: Entry<T>, memory: RunMemory): boolean =>
	hasFailed && attempt < memory.attempt && unit.error === undefined;

/**
 * Declares something that the units of a run share, such as a list that is read once for all of them, or a
 * list that is created once. It is made by the first unit that asks, and kept as long as the memory of the
 * run; what failed is made again in the next attempt.
 *
 * @returns a function that gets what is shared under a key, and makes it where nobody has
 */
export function sharedByRun<T>() {
	const runs = new WeakMap<RunMemory, Map<string | number, Entry<T>>>();
	return async (
		{ memory, unit }: RunScope,
		key: string | number,
		make: () => Promise<T>,
	): Promise<T> => {
		const entries = runs.get(memory) ?? new Map<string | number, Entry<T>>();
		runs.set(memory, entries);
		const known = entries.get(key);
		if (known && !mayBeMadeAgain(known, memory)) return await known.value;
		const entry = { value: make(), unit, attempt: memory.attempt, hasFailed: false };
		entries.set(key, entry);
		entry.value.catch(() => (entry.hasFailed = true));
		return await entry.value;
	};
}
