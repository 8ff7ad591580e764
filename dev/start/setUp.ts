/** Brings n8n to where a user would have brought it: owner, credential, workflows. */
import { signIn, type CredentialReference, type N8nClient } from '../n8n/client';
import { exampleFiles, readExample } from '../n8n/examples';
import { externalN8n } from '../n8n/external';
import { CREDENTIAL_TYPE, credentialData, OWNER } from '../n8n/ownNodes';
import type { StoredWorkflow, WorkflowDefinition } from '../n8n/workflow';
import type { Simulator } from '../simulator';

const CREDENTIAL_NAME = 'Public Outreach (simulator)';
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
	for (const file of exampleFiles()) {
		const definition = ownExample(file, credential);
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
	const data = credentialData(simulator, 50);
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
function ownExample(file: string, credential: CredentialReference): WorkflowDefinition {
	const definition = readExample(file);
	const nodes = definition.nodes.map((node) => {
		if (node.credentials?.[CREDENTIAL_TYPE] === undefined) return node;
		return { ...node, credentials: { [CREDENTIAL_TYPE]: credential } };
	});
	// In an n8n that was there before, somebody may use the example itself.
	const name = externalN8n() ? `${definition.name} (demonstration)` : definition.name;
	return { ...definition, name, nodes };
}
