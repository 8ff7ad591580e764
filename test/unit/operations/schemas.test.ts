import { z } from 'zod';
import { operations } from '../../../dev/generated/operations';
import { outputSchemas, SCHEMA_FOLDER, toJsonSchema } from '../../../dev/generated/outputSchemas';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { enrichment } from '../../../nodes/PublicOutreach/resources/leadList/enrichment';
import {
	addedToCampaign,
	anyObject,
	prospect,
	webhookSlot,
} from '../../../nodes/shared/api/schemas';
import { operationsWith } from './properties';

const committed = fs
	.readdirSync(path.join(repositoryRoot, SCHEMA_FOLDER), { recursive: true })
	.map(String)
	.filter((file) => file.endsWith('.json'))
	.map((file) => `${SCHEMA_FOLDER}/${file.split(path.sep).join('/')}`);

describe('the output schemas, which npx tsx dev/generated/main.ts writes,', () => {
	const generated = outputSchemas();

	it('are committed for every operation, and for nothing else', () => {
		expect(generated.size).toBeGreaterThanOrEqual(22);
		expect(committed.sort()).toEqual([...generated.keys()].sort());
	});

	it.each([...generated])('are as they would be generated now: %s', (file, content) => {
		expect(fs.readFileSync(path.join(repositoryRoot, file), 'utf8')).toBe(content);
	});

	it('come with a choice of output exactly where an object has more than ten fields', () => {
		const large = operations.filter(({ output }) => fieldsOf(output) > 10).map(({ id }) => id);
		const simplified = operationsWith('output');

		// The response to an enrichment has half of its fields in either mode. A single step is output whole, so
		// that it can be edited. The fields of chats and search results are not known, and analytics are nested.
		const others = ['campaignStep.get', 'campaignStep.update', 'leadList.enrich'];
		const further = ['campaign.getManyAnalytics', 'chat.getAll', 'prospect.search'];
		const expected = [...large.filter((name) => !others.includes(name)), ...further];
		expect(simplified.sort()).toEqual(expected.sort());
		expect(simplified).toHaveLength(9);
	});
});

const ofResponses = { addedToCampaign, anyObject, enrichment, prospect, webhookSlot };

it.each(Object.entries(ofResponses))('the schema %s asks for nothing', (_name, schema) => {
	const odd = { id: null, success: 'yes', results: 5, prospects: 'none' };

	expect([{}, odd, 'text'].map((value) => schema.safeParse(value).success)).toEqual([
		true,
		true,
		false,
	]);
});

it('the schema writer refuses a kind that it does not know, rather than to leave it out', () => {
	expect(() => toJsonSchema(z.date())).toThrow('No JSON schema for ZodDate');
});

function fieldsOf(output: unknown): number {
	return output instanceof z.ZodObject ? Object.keys(output.shape).length : 0;
}
