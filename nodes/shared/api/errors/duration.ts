const UNITS = [
	{ ms: 24 * 3_600_000, name: 'days' },
	{ ms: 3_600_000, name: 'h' },
	{ ms: 60_000, name: 'min' },
	{ ms: 1_000, name: 's' },
];

const YEAR_MS = 365 * 24 * 3_600_000;

/** A duration as text, rounded up, in the largest unit of which it has at least two: 90 s, 2 min, 3 days. */
export function formatDuration(ms: number): string {
	if (ms > YEAR_MS) return 'more than a year';
	const unit = UNITS.find((candidate) => ms >= 2 * candidate.ms) ?? { ms: 1_000, name: 's' };
	return `${Math.ceil(ms / unit.ms)} ${unit.name}`;
}
