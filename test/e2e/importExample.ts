import { readExample } from '../../dev/n8n/example';
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import type { Stage } from './stage';

/** As a user does after importing: chooses the credential in every node that asks for one. */
export async function importExample(
	stage: Stage,
	file: string,
	others: Record<string, { id: string; name: string }> = {},
): Promise<StoredWorkflow> {
	const { credentials: own } = stage.node('any', 'any', {});
	const example = readExample(file);
	const nodes = example.nodes.map((node) => {
		const asked = Object.keys(node.credentials ?? {});
		const chosen = Object.entries({ ...own, ...others }).filter(([type]) => asked.includes(type));
		return asked.length === 0 ? node : { ...node, credentials: Object.fromEntries(chosen) };
	});
	return await stage.save({ ...example, nodes });
}
