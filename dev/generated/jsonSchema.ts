import { z } from 'zod';

/** The parts of a JSON schema that n8n's editor reads: types, properties and items. */
export interface JsonSchema {
	type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

/**
 * The zod schema of an answer as a JSON schema for n8n's editor.
 *
 * That a field may be absent, null or of another type does not show: the editor takes the first
 * type that is named, and finds the properties of an object only where no second type is named.
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
