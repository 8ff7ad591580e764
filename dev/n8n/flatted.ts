import { z } from 'zod';

const placesSchema = z.array(z.unknown());

/**
 * Reads the format that n8n stores the data of an execution in (that of the package `flatted`): a
 * list of values, the whole first, where a text inside an object or array is the place of the
 * value in the list. So nothing stands twice, and values may contain one another.
 */
export function parseFlatted(text: string): unknown {
	const places = placesSchema.parse(JSON.parse(text));
	const built = new Map<number, unknown>();

	function at(place: number): unknown {
		if (built.has(place)) return built.get(place);
		const value = places[place];
		if (typeof value !== 'object' || value === null) return value;
		return Array.isArray(value) ? list(place, value) : record(place, value);
	}
	function list(place: number, entries: unknown[]): unknown[] {
		const target: unknown[] = [];
		built.set(place, target);
		for (const entry of entries) target.push(resolve(entry));
		return target;
	}
	function record(place: number, entries: object): Record<string, unknown> {
		const target: Record<string, unknown> = {};
		built.set(place, target);
		for (const [key, entry] of Object.entries(entries)) target[key] = resolve(entry);
		return target;
	}
	function resolve(entry: unknown): unknown {
		return typeof entry === 'string' ? at(Number(entry)) : entry;
	}
	return at(0);
}
