import { loadOutputSchema } from 'n8n-core';
import { TRIGGER_SCHEMA_FILE, triggerSchema } from '../../../dev/generated/outputSchemas';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import { exampleDelivery } from '../../../dev/exampleDelivery';

/** The schema of a value, of the kinds that JSON has. */
function schemaOf(value: unknown): object {
	if (typeof value !== 'object' || value === null) return { type: typeof value };
	const entries = Object.entries(value).map(([key, inner]) => [key, schemaOf(inner)]);
	return { type: 'object', properties: Object.fromEntries(entries) };
}

describe("the trigger's output schema", () => {
	it('is found by n8n', () => {
		const { version } = new PublicOutreachTrigger().description;
		const nodeDir = path.join(repositoryRoot, 'nodes/PublicOutreachTrigger');
		const found = loadOutputSchema({ nodeDir, version: String(version), versionFallback: true });

		expect(found).toEqual(JSON.parse(triggerSchema()));
		expect(TRIGGER_SCHEMA_FILE).toContain(`/v${String(version)}.0/`);
	});

	it('is as it would be generated now', () => {
		const file = path.join(repositoryRoot, TRIGGER_SCHEMA_FILE);

		expect(fs.readFileSync(file, 'utf8')).toBe(triggerSchema());
	});

	it('describes every field of the example, and the example has every field that it describes', () => {
		const { message } = exampleDelivery;
		// Custom fields are the user's own.
		const lead = { ...message.lead, custom_fields: {} };

		expect(JSON.parse(triggerSchema())).toEqual(schemaOf({ ...message, lead }));
	});
});
