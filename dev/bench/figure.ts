/** A result, as a ratio of two measurements of the same run. */
export interface Figure {
	name: string;
	ratio: number;
	/** The bound of the ratio, upper or lower depending on the benchmark; without one it is informative only. */
	bar?: number;
	/** What was measured, in words and units. */
	detail: string;
}

export interface Benchmark {
	/** As in `npm run bench -- pacing`; also the name of its section of the page. */
	name: string;
	title: string;
	/** What the ratios compare, and under which conditions: a paragraph for the page. */
	about: string;
	better: 'lower' | 'higher';
	run(): Promise<Figure[]>;
}

export function isMet({ ratio, bar }: Figure, better: Benchmark['better']): boolean {
	if (bar === undefined) return true;
	return better === 'lower' ? ratio <= bar : ratio >= bar;
}

/** The bar as text, such as "≤ 1.05"; empty for a figure without one. */
export function barOf({ bar }: Figure, better: Benchmark['better']): string {
	if (bar === undefined) return '';
	return `${better === 'lower' ? '≤' : '≥'} ${bar}`;
}
