import { readExample } from '../../dev/n8n/example';
import type { StoredWorkflow, WorkflowNode } from '../../dev/n8n/workflow';
import { z } from 'zod';
import type { Stage } from './stage';

/** As a user does after importing: chooses the credential in every node that asks for one. */
export async function importExample(
	stage: Stage,
	file: string,
	others: Record<string, { id: string; name: string }> = {},
): Promise<StoredWorkflow> {
	const { credentials: own } = stage.node('any', 'any', {});
	const example = readExample(file);
	const nodes = example.nodes.map((each) => {
		const asked = Object.keys(each.credentials ?? {});
		const chosen = Object.entries({ ...own, ...others }).filter(([type]) => asked.includes(type));
		return asked.length === 0 ? each : { ...each, credentials: Object.fromEntries(chosen) };
	});
	return await stage.save({ ...example, nodes });
}

export function node({ nodes, name: workflow }: StoredWorkflow, name: string): WorkflowNode {
	const found = nodes.find((candidate) => candidate.name === name);
	if (found === undefined) throw new Error(`"${workflow}" has no node "${name}"`);
	return found;
}

const assignmentsSchema = z.object({
	assignments: z.object({ assignments: z.array(z.object({ name: z.string() }).passthrough()) }),
});

/** Enters values in an Edit Fields node, as a user does in "Your Settings". */
export function assign(workflow: StoredWorkflow, name: string, values: Record<string, unknown>) {
	const settings = node(workflow, name);
	const { assignments } = assignmentsSchema.parse(settings.parameters).assignments;
	for (const [field, value] of Object.entries(values)) {
		const row = assignments.find((candidate) => candidate.name === field);
		if (row === undefined) throw new Error(`"${name}" has no field "${field}"`);
		row.value = value;
	}
	settings.parameters = { ...settings.parameters, assignments: { assignments } };
}
