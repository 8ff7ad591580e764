import { apiPath } from '../../../shared/api/path';
import { campaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { campaignInShort, shortener, simplify } from '../../fields/simplify';

/** Extended API, 4.3. */
export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a campaign',
	description:
		'Create a campaign as a draft, which sends nothing yet. The service adds a number to a name that is taken.',
	effect: 'write',
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Spring outreach',
			description: 'What the campaign is called',
		},
		simplify,
	],
	output: campaign,
	async execute({ api, params }) {
		const shorten = shortener(params, campaignInShort);
		const body = { name: params.text('name') };
		const path = apiPath`/api/v1/public/campaigns/`;
		const created = await api.object('POST', path, { body, unwrap: 'campaign', schema: campaign });
		return shorten(created);
	},
});
