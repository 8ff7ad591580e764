import { z } from 'zod';
import { exampleFiles, examplePath, readExample } from '../../dev/n8n/examples';
import { setStage, type Stage } from './stage';

const NOTE = 'n8n-nodes-base.stickyNote';
/** How much of the yellow note may be blank, and how much is margin, in pixels of the canvas. */
const BLANK = 0.2;
const MARGIN = 8;

/** In the page: each note's height and where its text ends, in pixels of the canvas, at any zoom. */
const NOTE_SIZES = `[...document.querySelectorAll('[data-test-id="sticky"]')].map((note) => {
	const { top, width } = note.getBoundingClientRect();
	const ends = [...note.querySelectorAll('h2, h3, p, li')].map((part) => part.getBoundingClientRect().bottom);
	const scale = width / note.offsetWidth;
	return { height: note.offsetHeight, end: (Math.max(...ends) - top) / scale, isOverview: note.innerText.includes('How it works') };
})`;

const noteSizes = z.array(
	z.object({ height: z.number(), end: z.number(), isOverview: z.boolean() }),
);

let stage: Stage;
beforeAll(async () => {
	stage = await setStage();
	await stage.editor.openNewWorkflow();
});
afterAll(async () => await stage.clear());

describe('an example, imported', () => {
	it.each(exampleFiles())('%s shows its nodes and explains itself', async (file) => {
		const { editor } = stage;
		const example = readExample(file);
		await editor.clearCanvas();
		await editor.importFile(examplePath(file));
		await editor.zoomToFit();

		for (const { name, type } of example.nodes.filter((node) => node.type !== NOTE)) {
			await editor.node(name).waitFor();
			expect(await editor.node(name).getAttribute('data-node-type')).toBe(type);
		}
		expect(await editor.notes.count()).toBeGreaterThan(0);
		for (const { height, end, isOverview } of noteSizes.parse(
			await editor.page.evaluate(NOTE_SIZES),
		)) {
			expect(end).toBeLessThanOrEqual(height - MARGIN);
			if (isOverview) expect(end).toBeGreaterThan(height * (1 - BLANK));
		}
	});
});
