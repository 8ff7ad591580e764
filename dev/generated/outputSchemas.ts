import { z } from 'zod';
import { resources } from '../../nodes/PublicOutreach/resources';
import { messageItem } from '../../nodes/PublicOutreachTrigger/message';

/** The folder in which n8n looks for the schemas of a node with typeVersion 1, relative to the repository. */
export const SCHEMA_FOLDER = 'nodes/PublicOutreach/__schema__/v1.0.0';

/** The output schemas by file name: what the editor shows of an operation before its first run. */
export function outputSchemas(): Map<string, string> {
	return new Map(
		resources.flatMap((resource) =>
			resource.operations.map((operation): [string, string] => {
				const schema = toJsonSchema(z.instanceof(z.ZodType).parse(operation.output));
				const file = `${SCHEMA_FOLDER}/${resource.value}/${operation.value}.json`;
				return [file, `${JSON.stringify(schema, null, '\t')}\n`];
			}),
		),
	);
}

/**
 * The file in which n8n-core looks for the schema of a node without resources (output-schema-resolver.js).
 * Not `v1.1.0.json`: the editor would look there, and has no previews of triggers to show.
 */
export const TRIGGER_SCHEMA_FILE = 'nodes/PublicOutreachTrigger/__schema__/v1.1.0/output.json';

/** The trigger's default output. */
export function triggerSchema(): string {
	return `${JSON.stringify(toJsonSchema(messageItem), null, '\t')}\n`;
}

/** The parts of a JSON schema that n8n's editor reads: types, properties and items. */
export interface JsonSchema {
	type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

/**
 * The zod schema of a response as a JSON schema for n8n's editor.
 *
 * It does not show that a field may be absent, null or of another type: the editor takes the first named
 * type, and finds the properties of an object only if no second type is named.
 *
 * @throws TypeError for a kind of schema that is not used in this package so far
 */
export function toJsonSchema(schema: z.ZodTypeAny): JsonSchema {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		return toJsonSchema(anySchema.parse(schema.unwrap()));
	}
	if (schema instanceof z.ZodCatch) return toJsonSchema(anySchema.parse(schema.removeCatch()));
	if (schema instanceof z.ZodUnion) return toJsonSchema(anySchema.parse(schema.options[0]));
	if (schema instanceof z.ZodObject) {
		const fields = Object.entries(z.record(anySchema).parse(schema.shape));
		const properties = fields.map(([name, field]) => [name, toJsonSchema(field)]);
		return { type: 'object', properties: Object.fromEntries(properties) };
	}
	if (schema instanceof z.ZodRecord) return { type: 'object', properties: {} };
	if (schema instanceof z.ZodArray) {
		return { type: 'array', items: toJsonSchema(anySchema.parse(schema.element)) };
	}
	if (schema instanceof z.ZodNumber) return { type: schema.isInt ? 'integer' : 'number' };
	if (schema instanceof z.ZodString) return { type: 'string' };
	if (schema instanceof z.ZodBoolean || schema instanceof z.ZodLiteral) return { type: 'boolean' };
	throw new TypeError(`No JSON schema for ${schema.constructor.name}`);
}

const anySchema = z.instanceof(z.ZodType);
