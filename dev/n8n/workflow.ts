/** Workflows as files and as n8n keeps them; unknown fields pass through. */
import { z } from 'zod';

const credentialReference = z.object({ id: z.string().nullish(), name: z.string() });

export const workflowNodeSchema = z
	.object({
		id: z.string(),
		name: z.string(),
		type: z.string(),
		typeVersion: z.number(),
		position: z.tuple([z.number(), z.number()]),
		parameters: z.record(z.unknown()),
		credentials: z.record(credentialReference).optional(),
		webhookId: z.string().optional(),
	})
	.passthrough();

const target = z.object({ node: z.string(), type: z.string(), index: z.number() });

export const workflowDefinitionSchema = z.object({
	name: z.string(),
	nodes: z.array(workflowNodeSchema),
	/** The connections by the name of their first node, then by kind, then by output. */
	connections: z.record(z.record(z.array(z.array(target).nullable()))),
	settings: z.record(z.unknown()).optional(),
	/** The output of nodes when a user executes the workflow, by name of the node; n8n sends null for none. */
	pinData: z
		.record(z.unknown())
		.nullish()
		.transform((pinned) => pinned ?? undefined),
});

export const storedWorkflowSchema = workflowDefinitionSchema.extend({
	id: z.string(),
	versionId: z.string(),
	active: z.boolean(),
});

export type WorkflowNode = z.infer<typeof workflowNodeSchema>;
export type WorkflowDefinition = z.infer<typeof workflowDefinitionSchema>;
export type StoredWorkflow = z.infer<typeof storedWorkflowSchema>;

/** A workflow of nodes that follow one another, each one's first output into the next one's input. */
export function chain(name: string, ...nodes: WorkflowNode[]): WorkflowDefinition {
	const connections: WorkflowDefinition['connections'] = {};
	nodes.slice(1).forEach((node, index) => {
		const previous = nodes[index];
		if (previous === undefined) return;
		connections[previous.name] = { main: [[{ node: node.name, type: 'main', index: 0 }]] };
	});
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
