/** The README's screenshots, made by the browser tests, so that they are up to date. */
import type { Locator, Page } from 'playwright-core';
import { fs, path, process, repositoryRoot } from '../platform';

const FOLDER = path.join(repositoryRoot, 'docs', 'images');
/** Set by `npm run docs:screenshots`; other test runs take no screenshots. */
export const PICTURES_VARIABLE = 'PUBLIC_OUTREACH_PICTURES';

export const takesPictures = process.env[PICTURES_VARIABLE] !== undefined;

/** Transient overlays. */
const HIDDEN =
	'.el-notification, [role="tooltip"], .n8n-tooltip { visibility: hidden !important; }';

export interface Frame {
	/** An element, or several, whose bounding box is shown; by default the page. */
	of?: Locator | Locator[];
	/** Margin around it, in CSS pixels. */
	margin?: number;
	/** Maximum height in CSS pixels, cropped at the bottom. */
	height?: number;
}

/** In the page: whether all transitions have ended; what goes on for ever, such as a spinner, may go on. */
const IS_STILL = `document.getAnimations().every(({ effect, playState }) =>
	playState !== 'running' || effect?.getComputedTiming().iterations === Infinity)`;

/** Takes the screenshot `docs/images/<name>.png` if screenshots are enabled. */
export async function picture(name: string, page: Page, frame: Frame = {}): Promise<void> {
	if (!takesPictures) return;
	fs.mkdirSync(FOLDER, { recursive: true });
	await page.waitForFunction(IS_STILL);
	await page.screenshot({
		path: path.join(FOLDER, `${name}.png`),
		clip: await rectangle(page, frame),
		animations: 'disabled',
		caret: 'hide',
		style: HIDDEN,
	});
}

async function rectangle(page: Page, { of, margin = 0, height }: Frame) {
	if (of === undefined) return undefined;
	const boxes = await Promise.all([of].flat().map(async (part) => await part.boundingBox()));
	const seen = boxes.filter((box) => box !== null);
	const left = Math.min(...seen.map(({ x }) => x)) - margin;
	const top = Math.min(...seen.map(({ y }) => y)) - margin;
	const right = Math.max(...seen.map((box) => box.x + box.width)) + margin;
	const bottom = Math.max(...seen.map((box) => box.y + box.height)) + margin;
	const x = Math.max(0, left);
	const y = Math.max(0, top);
	const { width, height: all } = page.viewportSize() ?? { width: right, height: bottom };
	const shown = { width: Math.min(width, right) - x, height: Math.min(all, bottom) - y };
	return { x, y, ...shown, height: Math.min(shown.height, height ?? Infinity) };
}
