import { picture } from '../../dev/browser/pictures';
import { exampleFiles, examplePath, readExample } from '../../dev/n8n/example';
import { setStage, type Stage } from './stage';

const NOTE = 'n8n-nodes-base.stickyNote';
/** The one that shows what the package is for. */
const SHOWN = 'answer-interested-leads.json';

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
		if (file !== SHOWN) return;
		const parts = [...(await editor.nodes.all()), ...(await editor.notes.all())];
		await picture('workflow', editor.page, { of: parts, margin: 28 });
	});
});
