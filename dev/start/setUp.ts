/** Brings n8n to where a user would have brought it: owner, credential, workflows. */
import { fs, path, repositoryRoot } from '../platform';
import { signIn, type CredentialReference, type N8nClient } from '../n8n/client';
import { externalN8n } from '../n8n/external';
import {
	workflowDefinitionSchema,
	type StoredWorkflow,
	type WorkflowDefinition,
} from '../n8n/workflow';
import type { Simulator } from '../simulator';

/** Guards nothing: n8n listens on this machine only and holds no more than this demonstration. */
export const OWNER = { email: 'demo@example.com', password: 'Outreach-demo-1' };

const CREDENTIAL_TYPE = 'publicOutreachApi';
const CREDENTIAL_NAME = 'Public Outreach (simulator)';
const EXAMPLES = path.join(repositoryRoot, 'examples');
/** The example that the demonstration runs. */
const REACTING = 'react-to-incoming-message.json';

export interface Prepared {
	client: N8nClient;
	/** The saved workflow that reacts to an incoming message, not published. */
	example: StoredWorkflow;
}

export async function setUp(n8nUrl: string, simulator: Simulator): Promise<Prepared> {
	const client = await signIn(n8nUrl, externalN8n()?.owner ?? OWNER);
	const credential = await saveCredential(client, simulator);
	let example: StoredWorkflow | undefined;
	for (const file of fs.readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'))) {
		const definition = readExample(path.join(EXAMPLES, file), credential);
		const saved = await saveWorkflow(client, definition);
		if (file === REACTING) example = saved;
	}
	if (example === undefined) throw new Error(`examples/${REACTING} is missing`);
	return { client, example };
}

/** Updated where it exists, so that a user's own workflows keep the credential they name. */
async function saveCredential(
	client: N8nClient,
	simulator: Simulator,
): Promise<CredentialReference> {
	const data = { baseUrl: simulator.url, apiKey: simulator.apiKey, requestsPerMinute: 50 };
	const known = (await client.credentials()).find(({ name }) => name === CREDENTIAL_NAME);
	if (known === undefined) {
		return await client.createCredential(CREDENTIAL_NAME, CREDENTIAL_TYPE, data);
	}
	await client.updateCredential(known, CREDENTIAL_TYPE, data);
	return known;
}

/** Updated where it exists, so that its address and its past runs stay. */
async function saveWorkflow(
	client: N8nClient,
	definition: WorkflowDefinition,
): Promise<StoredWorkflow> {
	const known = (await client.workflows()).find(({ name }) => name === definition.name);
	if (known === undefined) return await client.createWorkflow(definition);
	await client.unpublish(known.id);
	return await client.updateWorkflow(known.id, definition);
}

/** An example as exported names somebody else's credential: ours takes its place. */
function readExample(file: string, credential: CredentialReference): WorkflowDefinition {
	const content: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
	const definition = workflowDefinitionSchema.parse(content);
	const nodes = definition.nodes.map((node) => {
		if (node.credentials?.[CREDENTIAL_TYPE] === undefined) return node;
		return { ...node, credentials: { [CREDENTIAL_TYPE]: credential } };
	});
	// In an n8n that was there before, somebody may use the example itself.
	const name = externalN8n() ? `${definition.name} (demonstration)` : definition.name;
	return { ...definition, name, nodes };
}
