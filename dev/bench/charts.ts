/** SVG charts without a library: lines over a logarithmic axis, and bars of ratios. */

interface Series {
	name: string;
	points: Array<{ x: number; y: number }>;
}

interface LineChart {
	title: string;
	/** The conditions of the measurement, in one line. */
	note: string;
	xLabel: string;
	yLabel: string;
	series: Series[];
	/** A horizontal reference line. */
	reference?: { y: number; label: string };
}

interface RatioBar {
	label: string;
	ratio: number;
	/** The bound of the ratio; no mark without it. */
	bar?: number;
}

interface RatioChart {
	title: string;
	note: string;
	xLabel: string;
	bars: RatioBar[];
}

const WIDTH = 760;
const TOP = 84;
const SIDE = { left: 70, right: 170 };
const COLOURS = ['#2f6fb1', '#d1662a', '#3d8a4e', '#8a4f9e', '#7a7a7a'];
const INK = '#1f2328';
const GRID = '#d9dde2';
const PLOT_HEIGHT = 280;

/** One line for each series over x, whose axis is logarithmic: 1, 2, 5, 10 … */
export function lineChart({ title, note, xLabel, yLabel, series, reference }: LineChart): string {
	const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))];
	xs.sort((a, b) => a - b);
	const yTicks = ticks(
		Math.max(...series.flatMap(({ points }) => points.map(({ y }) => y)), reference?.y ?? 0),
	);
	const bottom = TOP + PLOT_HEIGHT;
	const plotWidth = WIDTH - SIDE.left - SIDE.right;
	const [first = 1] = xs;
	const span = Math.log((xs.at(-1) ?? 1) / first) || 1;
	const px = (x: number) => SIDE.left + (Math.log(x / first) / span) * plotWidth;
	const py = (y: number) => bottom - (y / (yTicks.at(-1) ?? 1)) * PLOT_HEIGHT;
	const right = SIDE.left + plotWidth;
	return svg(bottom + 60, title, note, [
		...yTicks.flatMap((y) => [
			line(SIDE.left, py(y), right, py(y), GRID),
			text(SIDE.left - 8, py(y) + 4, shortNumber(y), { anchor: 'end' }),
		]),
		...xs.map((x) => text(px(x), bottom + 18, shortNumber(x), { anchor: 'middle' })),
		text(SIDE.left + plotWidth / 2, bottom + 42, xLabel, { anchor: 'middle' }),
		text(SIDE.left, TOP - 10, yLabel),
		...(reference ? referenceLine(reference, SIDE.left, right, py) : []),
		...series.flatMap((one, index) => drawSeries(one, index, px, py)),
	]);
}

function drawSeries(
	{ name, points }: Series,
	index: number,
	px: (x: number) => number,
	py: (y: number) => number,
): string[] {
	const colour = COLOURS[index % COLOURS.length] ?? INK;
	const path = points.map(({ x, y }, place) => `${place ? 'L' : 'M'}${at(px(x))} ${at(py(y))}`);
	const legendY = TOP + 12 + index * 22;
	const legendX = WIDTH - SIDE.right + 16;
	return [
		`<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
		...points.map(
			({ x, y }) => `<circle cx="${at(px(x))}" cy="${at(py(y))}" r="3.5" fill="${colour}"/>`,
		),
		`<rect x="${legendX}" y="${legendY - 9}" width="12" height="12" fill="${colour}"/>`,
		text(legendX + 18, legendY + 1, name),
	];
}

function referenceLine(
	{ y, label }: { y: number; label: string },
	left: number,
	right: number,
	py: (y: number) => number,
): string[] {
	const dashes = 'stroke-dasharray="6 4"';
	return [
		line(left, py(y), right, py(y), INK, dashes),
		text(right + 6, py(y) + 4, label, { size: 11 }),
	];
}

const ROW = 44;
const LABELS = 250;

/** One bar for each ratio, and a mark at its bound. */
export function ratioChart({ title, note, xLabel, bars }: RatioChart): string {
	const most = Math.max(1, ...bars.map(({ ratio }) => ratio));
	const xTicks = ticks(most);
	const width = WIDTH - LABELS - 70;
	const bottom = TOP + bars.length * ROW;
	const px = (x: number) => LABELS + (x / (xTicks.at(-1) ?? 1)) * width;
	return svg(bottom + 60, title, note, [
		...xTicks.flatMap((x) => [
			line(px(x), TOP - 6, px(x), bottom, GRID),
			text(px(x), bottom + 18, shortNumber(x), { anchor: 'middle' }),
		]),
		text(LABELS + width / 2, bottom + 42, xLabel, { anchor: 'middle' }),
		...bars.flatMap((bar, index) => drawBar(bar, TOP + index * ROW + 6, px)),
	]);
}

function drawBar({ label, ratio, bar }: RatioBar, y: number, px: (x: number) => number): string[] {
	const height = ROW - 18;
	const middle = y + height / 2;
	return [
		text(LABELS - 10, middle + 4, label, { anchor: 'end' }),
		`<rect x="${LABELS}" y="${y}" width="${at(px(ratio) - LABELS)}" height="${height}" fill="${COLOURS[0]}"/>`,
		...(bar === undefined
			? []
			: [line(px(bar), y - 5, px(bar), y + height + 5, COLOURS[1] ?? INK, 'stroke-width="3"')]),
		text(px(ratio) + 8, middle + 4, ratio.toFixed(2)),
	];
}

function svg(height: number, title: string, note: string, parts: string[]): string {
	return `${[
		`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" role="img">`,
		`<title>${escape(title)}</title>`,
		`<rect width="${WIDTH}" height="${height}" rx="8" fill="#ffffff"/>`,
		text(20, 28, title, { size: 17, weight: 600 }),
		text(20, 48, note, { size: 12 }),
		...parts,
		'</svg>',
	].join('\n')}\n`;
}

interface TextOptions {
	anchor?: 'start' | 'middle' | 'end';
	size?: number;
	weight?: number;
}

function text(x: number, y: number, content: string, options: TextOptions = {}): string {
	const { anchor = 'start', size = 13, weight = 400 } = options;
	return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}" fill="${INK}">${escape(content)}</text>`;
}

function line(
	x1: number,
	y1: number,
	x2: number,
	y2: number,
	colour: string,
	more = 'stroke-width="1"',
): string {
	return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${colour}" ${more}/>`;
}

/** From 0 to at least `most`, in four to eight round steps. */
function ticks(most: number): number[] {
	const rough = (most || 1) / 6;
	const magnitude = 10 ** Math.floor(Math.log10(rough));
	const step = [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough);
	const width = step ?? rough;
	return Array.from({ length: Math.ceil(most / width) + 1 }, (_, index) => index * width);
}

const shortNumber = (value: number) =>
	value >= 1000 ? `${Number((value / 1000).toFixed(1))}k` : String(Number(value.toFixed(3)));

const at = (value: number) => Number(value.toFixed(1));

const escape = (content: string) =>
	content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
