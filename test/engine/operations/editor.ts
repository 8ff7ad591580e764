import { LoadOptionsContext } from 'n8n-core';
import { Workflow, type INode, type INodeParameters } from 'n8n-workflow';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { additionalDataFor, nodeTypesWith } from '../../../dev/engine/execution';
import type { EngineRun } from '../engine';

export const node = new PublicOutreach();

/** The context in which n8n's editor loads a list. */
export function editorWith(
	credentials: EngineRun['credentials'],
	parameters: INodeParameters = {},
): LoadOptionsContext {
	const opened: INode = {
		id: 'node',
		name: 'Public Outreach',
		type: 'n8n-nodes-public-outreach.publicOutreach',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { publicOutreachApi: { id: '1', name: 'Public Outreach account' } },
	};
	const nodeTypes = nodeTypesWith(node);
	const workflow = new Workflow({ nodes: [opened], connections: {}, active: false, nodeTypes });
	const additionalData = additionalDataFor([opened], credentials);
	additionalData.currentNodeParameters = parameters;
	return new LoadOptionsContext(workflow, opened, additionalData, 'parameters.any');
}
