import { apiKeyLocator } from '../../fields/locators';
import { allowOwnKey, readKeyChange, refuseOwnKey } from './ownKey';
import { apiPath } from '../../../shared/api/path';
import { newApiKey, rotatedApiKey } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { withParentIds } from '../../fields/shapes';
import { notice } from '../../../shared/parameters/fields';

/** The old key is invalid immediately. */
export const rotate = defineOperation({
	name: 'Rotate',
	value: 'rotate',
	action: 'Rotate an API key',
	description:
		'Replace an API key with a new one. The old key stops working immediately. The output contains the new secret, which is shown only once.',
	request: 'POST /api/v1/api-keys/{id}/rotate/',
	source: 'extended API, 3',
	effect: 'write',
	words: {
		nouns: ['API key', 'API keys'],
		done: 'rotated',
		again: 'rotates {them} again',
	},
	properties: [
		notice(
			'rotateNotice',
			"The old key stops working immediately. The output contains the secret: shown only once, and kept in n8n's executions.",
		),
		apiKeyLocator,
		allowOwnKey,
	],
	output: rotatedApiKey,
	parse(params) {
		return readKeyChange(params);
	},
	async prepare(change, context) {
		await refuseOwnKey(change, context);
	},
	async send({ id }, { api }) {
		const path = apiPath`/api/v1/api-keys/${id}/rotate/`;
		const rotated = await api.object('POST', path, { unwrap: 'api_key', schema: newApiKey });
		return withParentIds(rotated, { api_key_id: id });
	},
});
