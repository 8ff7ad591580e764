import { picture } from '../../dev/browser/pictures';
import { slackCredential } from '../../dev/browser/slack';
import { readExample } from '../../dev/n8n/examples';
import { externalN8n } from '../../dev/n8n/external';
import { CREDENTIAL_TYPE, credentialData } from '../../dev/n8n/ownNodes';
import type { WorkflowDefinition } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { setStage, type Stage } from './stage';

const FILE = 'react-to-incoming-message.json';
const SLACK_TYPE = 'slackApi';
const MESSAGE = 'Could we talk on Thursday?';

let stage: Stage;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());

/** The example, set up as its note says. */
async function setUp(): Promise<WorkflowDefinition> {
	const { client, simulator } = stage;
	const credentials = {
		[CREDENTIAL_TYPE]: await client.createCredential(
			...(['Seleqt', CREDENTIAL_TYPE, credentialData(simulator, 50)] as const),
		),
		[SLACK_TYPE]: await client.createCredential('Slack', SLACK_TYPE, slackCredential),
	};
	const example = readExample(FILE);
	const nodes = example.nodes.map((node) => {
		const types = Object.keys(node.credentials ?? {});
		const chosen = Object.entries(credentials).filter(([type]) => types.includes(type));
		return { ...node, credentials: Object.fromEntries(chosen), disabled: false };
	});
	return { ...example, nodes, pinData: undefined };
}

// An n8n that others run finds the real Slack.
(externalN8n() ? it.skip : it)('the first example runs when a lead writes', async () => {
	const { editor, client, simulator } = stage;
	const workflowId = await stage.openCreated(await setUp());
	await editor.runWorkflow();
	await until('the test URL', () => simulator.webhookUrl ?? undefined);
	await simulator.sendMessage({ message: MESSAGE });
	await editor.page.getByText('Workflow executed successfully').first().waitFor();

	const [summary] = await client.executions(workflowId);
	const execution = await client.execution(summary?.id ?? '');
	expect(execution.items('Save the Message').map(({ json }) => json.message)).toEqual([MESSAGE]);
	expect(execution.items('Post to Slack')).toHaveLength(1);
	await editor.zoomToFit();
	const sections = await editor.notes.filter({ hasNotText: 'How it works' }).all();
	await picture('workflow', editor.page, { of: sections, margin: 12 });
});
