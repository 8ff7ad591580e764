import { campaignOutput } from '../../fields/output';
import { apiPath } from '../../../shared/api/path';
import { campaign } from '../../../shared/api/schemas';
import { sameName } from '../../fields/items';
import { defineOperation } from '../../operations/operation';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a campaign',
	description: 'Create a campaign as a DRAFT. If the name is taken, the service appends a number.',
	request: 'POST /api/v1/public/campaigns/',
	source: 'extended API, 4.3',
	effect: 'write',
	words: {
		nouns: ['campaign', 'campaigns'],
		done: 'created',
		again: 'creates {them} again',
	},
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Spring outreach',
			description: 'Name of the campaign',
		},
	],
	forms: campaignOutput,
	output: campaign,
	parse(params) {
		return { name: params.text('name') };
	},
	async send(body, { api }) {
		const path = apiPath`/api/v1/public/campaigns/`;
		return await api.object('POST', path, { body, unwrap: 'campaign', schema: campaign });
	},
	hints(done) {
		return sameName('campaign', done);
	},
});
