import type { RunMemory } from './attempts';
import type { Unit } from './unit';

/** The run in which a value is shared, and the unit that asks for it. */
export interface RunScope {
	memory: RunMemory;
	unit: Unit;
}

interface Entry<T> {
	value: Promise<T>;
	/** The unit that made it, and the attempt. */
	unit: Unit;
	attempt: number;
	hasFailed: boolean;
}

/** Whether a value that failed in an earlier attempt may be made again: not if a write may have been carried out. */
const mayBeMadeAgain = <T>({ hasFailed, attempt, unit }: Entry<T>, memory: RunMemory): boolean =>
	hasFailed && attempt < memory.attempt && unit.error === undefined;

/**
 * Declares a value that the units of a run share, such as a list that is read once, or created once, for all
 * of them. The first unit that asks makes it, and it is kept as long as the memory of the run. If that
 * failed, it is made again in the next attempt.
 *
 * @returns a function that returns the value under a key, and makes it if no unit has
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
