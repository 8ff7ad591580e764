import { apiPath } from '../../../shared/api/path';
import { leadList } from '../../../shared/api/schemas';
import { sameName } from '../../../shared/operations/hints';
import { defineOperation } from '../../../shared/operations/operation';
import { searchType } from '../../fields/searchType';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a lead list',
	description: 'Create an empty lead list, to be filled with Add Leads',
	request: 'POST /api/v1/public/lead-lists/',
	source: 'reference, Lead list creation; method and path: extended API, 6.2',
	effect: 'write',
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Fintech founders, Berlin',
			description: 'What the lead list is called',
			builderHint: {
				propertyHint: 'A list is created for each input item. Set executeOnce to create one.',
			},
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					...searchType,
					description: 'What the list holds; it cannot be changed afterwards',
				},
			],
		},
	],
	output: leadList,
	hints: (done) => sameName('lead list', done),
	async execute({ api, params }) {
		const body = {
			name: params.text('name'),
			...params.collection('additionalFields').body({ searchType: 'option' }),
		};
		const path = apiPath`/api/v1/public/lead-lists/`;
		return await api.object('POST', path, { body, unwrap: 'lead_list', schema: leadList });
	},
});
