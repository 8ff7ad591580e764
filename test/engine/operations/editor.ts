import { LoadOptionsContext } from 'n8n-core';
import { Workflow, type INodeParameters } from 'n8n-workflow';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { additionalDataFor, nodeTypesWith } from '../../../dev/engine/execution';
import { actionNode, type EngineRun } from '../engine';

export const node = new PublicOutreach();

/** The context in which n8n's editor loads a list. */
export function editorWith(
	credentials: EngineRun['credentials'],
	parameters: INodeParameters = {},
): LoadOptionsContext {
	const opened = actionNode(parameters);
	const nodeTypes = nodeTypesWith(node);
	const workflow = new Workflow({ nodes: [opened], connections: {}, active: false, nodeTypes });
	const additionalData = additionalDataFor([opened], credentials);
	additionalData.currentNodeParameters = parameters;
	return new LoadOptionsContext(workflow, opened, additionalData, 'parameters.any');
}
