/** A name without case, underscores and other separators. */
const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The Levenshtein distance of two names. */
function distance(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_cell, place) => place);
	for (let i = 1; i <= one.length; i++) {
		const next = [i];
		for (let j = 1; j <= other.length; j++) {
			const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
			next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[other.length] ?? 0;
}

/** Maximum share of differing letters of a mistyped name. */
const MISTYPED = 1 / 3;

/** Fewer letters begin or end names by accident. */
const MIN_PART = 3;

/**
 * The known name that was probably meant, if any is similar: `location` for `prospect_location`, and
 * `company` for the first of those that begin so.
 */
export function closestName(name: string, known: string[]): string | undefined {
	const part = bare(name);
	const longer = [
		...known.filter((candidate) => bare(candidate).endsWith(part)),
		...known.filter((candidate) => bare(candidate).startsWith(part)),
	];
	if (part.length >= MIN_PART && longer.length > 0) return longer[0];
	const [best] = known
		.map((candidate) => ({ candidate, off: distance(bare(name), bare(candidate)) }))
		.filter(({ candidate, off }) => off < candidate.length * MISTYPED)
		.sort((one, other) => one.off - other.off);
	return best?.candidate;
}
