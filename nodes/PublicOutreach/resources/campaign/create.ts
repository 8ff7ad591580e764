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
		...campaignOutput.properties,
	],
	output: campaign,
	hints: (done) => sameName('campaign', done),
	async execute({ api, params }) {
		const toOutput = campaignOutput.reader(params);
		const body = { name: params.text('name') };
		const path = apiPath`/api/v1/public/campaigns/`;
		const created = await api.object('POST', path, { body, unwrap: 'campaign', schema: campaign });
		return toOutput(created);
	},
});
