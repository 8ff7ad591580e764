import { apiKeyLocator } from '../../fields/locators';
import { allowOwnKey, refuseOwnKey } from './ownKey';
import { apiPath } from '../../../shared/api/path';
import { revokedApiKey } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { withParentIds } from '../../fields/shapes';
import { notice } from '../../../shared/parameters/fields';

const NOTICE = notice('revokeNotice', 'Everything that uses the key stops working');

export const revoke = defineOperation({
	name: 'Revoke',
	value: 'revoke',
	action: 'Revoke an API key',
	description: 'Make an API key invalid. Everything that uses the key stops working.',
	request: 'POST /api/v1/api-keys/{id}/revoke/',
	source: 'extended API, 3',
	effect: 'write',
	properties: [NOTICE, apiKeyLocator, allowOwnKey],
	output: revokedApiKey,
	async execute({ api, params }) {
		const id = params.keyId('apiKeyId');
		await refuseOwnKey(api, params, id);
		const path = apiPath`/api/v1/api-keys/${id}/revoke/`;
		const answer = await api.object('POST', path, { unwrap: 'api_key' });
		return withParentIds(answer, { api_key_id: id });
	},
});
