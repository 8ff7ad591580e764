import type { CompletedItem } from './operation';

export const ONCE = 'To do it once, turn on Execute Once in the settings of this node';

/** Hints at several items with the same name: the operation runs once for each input item, which is rarely meant. */
export function sameName(what: string, done: CompletedItem[]): string[] {
	const counts = new Map<string, number>();
	for (const { params } of done) {
		const name = params.text('name');
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const [most] = [...counts].sort(([, one], [, other]) => other - one);
	if (!most || most[1] < 2) return [];
	const [name, count] = most;
	return [`Each of ${count} items created a ${what} named "${name}". ${ONCE}`];
}
