import type { Section } from './page';

/** A result, as a ratio of two measurements of the same run. */
export interface Figure {
	name: string;
	ratio: number;
	/** The bound of the ratio, upper or lower depending on the benchmark; without one it is informative only. */
	bar?: number;
	/** What was measured, in words and units. */
	detail: string;
}

/** Its name is also that in `npm run bench -- pacing`; its section says what the ratios compare. */
export interface Benchmark extends Section {
	/** Otherwise less is. */
	moreIsBetter?: boolean;
	run(): Promise<Figure[]>;
}

/** Whether a figure meets its bar, and the bar as text, such as "≤ 1.05"; empty without one. */
export function judge(
	{ ratio, bar }: Figure,
	{ moreIsBetter }: Benchmark,
): { isMet: boolean; bound: string } {
	if (bar === undefined) return { isMet: true, bound: '' };
	if (moreIsBetter) return { isMet: ratio >= bar, bound: `≥ ${bar}` };
	return { isMet: ratio <= bar, bound: `≤ ${bar}` };
}
