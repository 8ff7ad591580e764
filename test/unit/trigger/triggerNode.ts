import type { INode, INodeParameters } from 'n8n-workflow';

export interface TriggerNode {
	workflowId: string;
	node: INode;
}

/** The default credential of triggers. */
export const USUAL_CREDENTIAL = 'usual';

/**
 * A trigger node as a saved workflow holds it.
 *
 * @param place the workflow, where several triggers share one, and the credential
 */
export function triggerNode(
	name: string,
	parameters: INodeParameters = {},
	{ workflow = name, credential = USUAL_CREDENTIAL } = {},
): TriggerNode {
	return {
		workflowId: `id-of-${workflow}`,
		node: {
			id: `node-of-${name}`,
			name: `Trigger ${name}`,
			type: 'n8n-nodes-public-outreach.publicOutreachTrigger',
			typeVersion: 1.1,
			position: [0, 0],
			webhookId: `webhook-${name}`,
			parameters,
			credentials: { publicOutreachApi: { id: credential, name: 'Public Outreach account' } },
		},
	};
}
