/** The workflows that users import. */
import { fs, path, repositoryRoot } from '../platform';
import { workflowDefinitionSchema, type WorkflowDefinition } from './workflow';

const EXAMPLES = path.join(repositoryRoot, 'examples');

export function exampleFiles(): string[] {
	return fs.readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'));
}

export function examplePath(file: string): string {
	return path.join(EXAMPLES, file);
}

export function readExample(file: string): WorkflowDefinition {
	const content: unknown = JSON.parse(fs.readFileSync(examplePath(file), 'utf8'));
	return workflowDefinitionSchema.parse(content);
}
