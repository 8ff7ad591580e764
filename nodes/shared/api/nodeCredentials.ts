import { NodeOperationError } from 'n8n-workflow';
import { checkCredentials, type ApiCredentials } from './credentials';
import { CREDENTIAL_TYPE, type ApiContext } from './http/exchange';

/**
 * Reads and checks the node's credential.
 *
 * @throws NodeOperationError that names the field and what was expected, before anything is sent
 */
export async function credentialsOf(
	context: Pick<ApiContext, 'getCredentials' | 'getNode'>,
): Promise<ApiCredentials> {
	const checked = checkCredentials(await context.getCredentials(CREDENTIAL_TYPE));
	if (checked.valid) return checked.credentials;
	throw new NodeOperationError(context.getNode(), checked.problem, {
		description: 'Open the credential "Public Outreach API" of this node and correct it',
		failure: { cause: 'credential-invalid' },
	});
}
