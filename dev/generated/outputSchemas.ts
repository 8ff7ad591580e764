import { z } from 'zod';
import { resources } from '../../nodes/PublicOutreach/resources';
import { messageItem } from '../../nodes/PublicOutreachTrigger/incomingMessage';
import { toJsonSchema } from './jsonSchema';

/** Where n8n looks for the schemas of a node with typeVersion 1, relative to the repository. */
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
 * Where n8n-core looks for the schema of a node without resources (output-schema-resolver.js). Not
 * `v1.1.0.json`: the editor would look there, and has no previews of triggers to show.
 */
export const TRIGGER_SCHEMA_FILE = 'nodes/PublicOutreachTrigger/__schema__/v1.1.0/output.json';

/** What the trigger outputs by default. */
export function triggerSchema(): string {
	return `${JSON.stringify(toJsonSchema(messageItem), null, '\t')}\n`;
}
