import { z } from 'zod';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { exampleDelivery } from '../../../dev/exampleDelivery';

const folder = path.join(repositoryRoot, 'examples');
const workflowSchema = z.object({
	nodes: z.array(z.object({ name: z.string(), type: z.string() })),
	pinData: z.record(z.unknown()).optional(),
});
const triggers = fs
	.readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => {
		const text = fs.readFileSync(path.join(folder, file), 'utf8');
		const { nodes, pinData } = workflowSchema.parse(JSON.parse(text));
		// An example that sends a message must not do so by surprise: it has no pinned data.
		if (!pinData) return [];
		const own = nodes.filter(({ type }) => type.endsWith('.publicOutreachTrigger'));
		return own.map(({ name }): [string, unknown] => [file, pinData?.[name]]);
	});

it('there are examples with the trigger', () => {
	expect(triggers.length).toBeGreaterThan(0);
});

it.each(triggers)('%s can be tried before the first message comes', (_file, pinned) => {
	expect(pinned).toEqual([{ json: exampleDelivery.message }]);
});
