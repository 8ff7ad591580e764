import { apiPath } from '../../../shared/api/path';
import { newApiKey } from '../../../shared/api/responseSchemas';
import { defineOperation } from '../../../shared/operations/operation';
import { ONCE } from '../../../shared/operations/hints';
import { SECRET_NOTICE } from '../../fields/ownKey';

/** The fields of the body are not known. */
export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create an API key',
	description: 'Create an API key. The output contains its secret, which is shown only once.',
	request: 'POST /api/v1/api-keys/',
	source: 'extended API, 3',
	effect: 'write',
	properties: [
		SECRET_NOTICE,
		{
			displayName: 'Body (JSON)',
			name: 'body',
			type: 'json',
			default: '{}',
			description:
				'Settings of the new key as one object. Their names are not documented; an empty object sends none.',
		},
	],
	output: newApiKey,
	hints: ({ length }) =>
		length > 1 ? [`Each of ${length} items created an API key. ${ONCE}`] : [],
	async execute({ api, params }) {
		const body = params.json('body');
		return await api.object('POST', apiPath`/api/v1/api-keys/`, { body });
	},
});
