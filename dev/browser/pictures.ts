/** The README's screenshots, made by the browser tests, so that they are up to date. */
import type { Locator, Page } from 'playwright-core';
import { fs, path, process, repositoryRoot } from '../platform';

const FOLDER = path.join(repositoryRoot, 'docs', 'images');
/** Set by `npm run docs:screenshots`; other test runs take no screenshots. */
export const PICTURES_VARIABLE = 'PUBLIC_OUTREACH_PICTURES';

/** Pictures show the addresses that the README names: of the service, simulated on this port, and of n8n. */
export const PICTURED = {
	baseUrl: 'https://api.seleqt.ai',
	ports: { 'api.seleqt.ai': 8787 },
	n8nUrl: 'https://n8n.example.com',
};

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
		clip: await rectangle(frame),
		animations: 'disabled',
		caret: 'hide',
		style: HIDDEN,
	});
}

/** May reach beyond the viewport, at which Playwright cuts it off. */
async function rectangle({ of, margin = 0, height = Infinity }: Frame) {
	if (of === undefined) return undefined;
	const boxes = await Promise.all([of].flat().map(async (part) => await part.boundingBox()));
	const seen = boxes.filter((box) => box !== null);
	const x = Math.min(...seen.map((box) => box.x)) - margin;
	const y = Math.min(...seen.map((box) => box.y)) - margin;
	const right = Math.max(...seen.map((box) => box.x + box.width)) + margin;
	const bottom = Math.max(...seen.map((box) => box.y + box.height)) + margin;
	return { x, y, width: right - x, height: Math.min(bottom - y, height) };
}
