import type { Parameters } from '../../shared/operations/parameters';

/** The value, or `undefined` for an invalid item, which is refused when it is executed. */
export function readable<T>(params: Parameters, read: (params: Parameters) => T): T | undefined {
	try {
		return read(params);
	} catch {
		return undefined;
	}
}

/**
 * The first request that several items would make, and how many of them.
 *
 * @param read what is sent for an item
 */
export function repeatedRequest<T>(
	items: Parameters[],
	read: (params: Parameters) => T,
): { request: T; count: number } | undefined {
	const counts = new Map<string, { request: T; count: number }>();
	for (const request of items.flatMap((params) => readable(params, read) ?? [])) {
		const key = JSON.stringify(request);
		counts.set(key, { request, count: (counts.get(key)?.count ?? 0) + 1 });
	}
	return [...counts.values()].find(({ count }) => count > 1);
}
