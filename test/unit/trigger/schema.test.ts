import { loadOutputSchema } from 'n8n-core';
import { TRIGGER_SCHEMA_FILE, triggerSchema } from '../../../dev/generated/outputSchemas';
import { exampleFiles, readExample } from '../../../dev/n8n/example';
import { path, repositoryRoot } from '../../../dev/platform';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import { exampleDelivery } from '../../../dev/exampleDelivery';

/** The schema of a value, of the kinds that JSON has. */
function schemaOf(value: unknown): object {
	if (typeof value !== 'object' || value === null) return { type: typeof value };
	const entries = Object.entries(value).map(([key, inner]) => [key, schemaOf(inner)]);
	return { type: 'object', properties: Object.fromEntries(entries) };
}

describe("the trigger's output schema", () => {
	it('is found by n8n, as it would be generated now', () => {
		const { version } = new PublicOutreachTrigger().description;
		const nodeDir = path.join(repositoryRoot, 'nodes/PublicOutreachTrigger');
		const found = loadOutputSchema({ nodeDir, version: String(version), versionFallback: true });

		expect(found).toEqual(JSON.parse(triggerSchema()));
		expect(TRIGGER_SCHEMA_FILE).toContain(`/v${String(version)}.0/`);
	});

	it('describes every field of the example, and the example has every field that it describes', () => {
		const { message } = exampleDelivery;
		// Custom fields are the user's own.
		const lead = { ...message.lead, custom_fields: {} };

		expect(JSON.parse(triggerSchema())).toEqual(schemaOf({ ...message, lead }));
	});
});

it('workflows in examples/ can be tried before the first message comes, with this one', () => {
	const pinned = exampleFiles().flatMap((file) => {
		const { nodes, pinData } = readExample(file);
		// An example that sends a message must not do so by surprise: it has no pinned data.
		if (!pinData) return [];
		const triggers = nodes.filter(({ type }) => type.endsWith('.publicOutreachTrigger'));
		return triggers.map(({ name }) => ({ file, items: pinData[name] }));
	});

	expect(pinned.length).toBeGreaterThan(0);
	for (const { file, items } of pinned) {
		expect({ file, items }).toEqual({ file, items: [{ json: exampleDelivery.message }] });
	}
});
