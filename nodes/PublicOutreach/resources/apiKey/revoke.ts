import { revokedApiKey } from '../../../shared/api/responseSchemas';
import { apiPath } from '../../../shared/api/path';
import { actionResult } from '../../../shared/operations/actionResult';
import { withParentIds } from '../../../shared/operations/parentIds';
import { defineOperation } from '../../../shared/operations/operation';
import { apiKeyLocator } from '../../fields/locators';
import { notice } from '../../fields/notice';
import { allowOwnKey, refuseOwnKey } from '../../fields/ownKey';

const NOTICE = notice('revokeNotice', 'Whatever uses the key stops working');

export const revoke = defineOperation({
	name: 'Revoke',
	value: 'revoke',
	action: 'Revoke an API key',
	description: 'Make an API key invalid. Whatever uses it stops working.',
	request: 'POST /api/v1/api-keys/{id}/revoke/',
	source: 'extended API, 3',
	effect: 'write',
	properties: [NOTICE, apiKeyLocator, allowOwnKey],
	output: revokedApiKey,
	async execute({ api, params }) {
		const id = params.keyId('apiKeyId');
		await refuseOwnKey(api, params, id);
		const path = apiPath`/api/v1/api-keys/${id}/revoke/`;
		const answer = actionResult(await api.raw('POST', path, { emptyAllowed: true }));
		return [answer].flat().map((revoked) => withParentIds(revoked, { api_key_id: id }));
	},
});
