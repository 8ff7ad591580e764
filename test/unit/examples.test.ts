import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';
import { exampleFiles, readExample } from '../../dev/n8n/example';
import type { WorkflowNode } from '../../dev/n8n/workflow';
import { PublicOutreach } from '../../nodes/PublicOutreach/PublicOutreach.node';
import { PublicOutreachTrigger } from '../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';

const PACKAGE = 'n8n-nodes-public-outreach.';
const descriptions: Record<string, INodeTypeDescription> = {
	publicOutreach: new PublicOutreach().description,
	publicOutreachTrigger: new PublicOutreachTrigger().description,
};

const ownNodes = exampleFiles().flatMap((file) =>
	readExample(file)
		.nodes.filter(({ type }) => type.startsWith(PACKAGE))
		.map((node): [string, WorkflowNode] => [`${file}: ${node.name}`, node]),
);

/** n8n makes the tool of an agent out of the node of that name. */
function descriptionOf({ type }: WorkflowNode): INodeTypeDescription {
	const description = descriptions[type.slice(PACKAGE.length).replace(/Tool$/, '')];
	if (description === undefined) throw new Error(`The package has no ${type}`);
	return description;
}

/** What n8n keeps of a node's parameters: those that the form shows for them. */
function shown(node: WorkflowNode): object {
	const description = descriptionOf(node);
	const { parameters } = JSON.parse(JSON.stringify(node));
	const kept = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		{ typeVersion: node.typeVersion },
		description,
	);
	return kept ?? {};
}

describe('the nodes of this package in the examples', () => {
	it.each(ownNodes)('%s has the version that the package has', (_name, node) => {
		expect(node.typeVersion).toBe(descriptionOf(node).version);
	});

	it.each(ownNodes)('%s has parameters that the form knows', (_name, node) => {
		expect(shown(node)).toMatchObject(node.parameters);
	});

	it.each(ownNodes)('%s names its credential without an ID', (_name, node) => {
		expect(node.credentials).toEqual({ publicOutreachApi: { name: expect.any(String) } });
	});
});
