import { API_KEYS, SECRET_NOTICE } from './ownKey';
import { newApiKey } from '../../../shared/api/schemas';
import { EXECUTE_ONCE_ADVICE } from '../../fields/items';
import { isBlank } from '../../../shared/parameters/values';
import { defineOperation } from '../../operations/operation';

/** The fields of the body are not known. */
export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create an API key',
	description: 'Create an API key. The output contains its secret, which is shown only once.',
	request: 'POST /api/v1/api-keys/',
	source: 'extended API, 3',
	effect: 'write',
	words: {
		nouns: ['API key', 'API keys'],
		done: 'created',
		again: 'creates {them} again',
	},
	properties: [
		SECRET_NOTICE,
		{
			displayName: 'Body (JSON)',
			name: 'body',
			type: 'json',
			required: true,
			default: '',
			description:
				'Settings of the new key as one object; their names are not documented. Enter {} for none.',
		},
	],
	output: newApiKey,
	parse(params) {
		const given = params.value('body');
		if (isBlank(given)) params.refuseValue('body', given, 'a JSON object, or {} for none');
		return { body: params.json('body') };
	},
	async send({ body }, { api }) {
		const options = { body, unwrap: 'api_key', schema: newApiKey };
		return await api.object('POST', API_KEYS.path, options);
	},
	hints({ length }) {
		return length > 1 ? [`Each of ${length} items created an API key. ${EXECUTE_ONCE_ADVICE}`] : [];
	},
});
