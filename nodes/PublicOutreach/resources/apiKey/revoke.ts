import { apiKeyLocator } from '../../fields/locators';
import { allowOwnKey, readKeyChange, refuseOwnKey } from './ownKey';
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
	words: {
		nouns: ['API key', 'API keys'],
		done: 'revoked',
		again: 'revokes {them} again',
	},
	properties: [NOTICE, apiKeyLocator, allowOwnKey],
	output: revokedApiKey,
	parse(params) {
		return readKeyChange(params);
	},
	async prepare(change, context) {
		await refuseOwnKey(change, context);
	},
	async send({ id }, { api }) {
		const path = apiPath`/api/v1/api-keys/${id}/revoke/`;
		const response = await api.object('POST', path, { unwrap: 'api_key' });
		return withParentIds(response, { api_key_id: id });
	},
});
