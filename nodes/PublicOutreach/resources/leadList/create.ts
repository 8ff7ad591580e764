import { deepCopy, type IDataObject } from 'n8n-workflow';
import { apiPath } from '../../../shared/api/path';
import { leadList } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { checkNames, isReused, nameField, createOptions, refuseSeveralLists } from './listName';
import { listType } from '../../fields/prospects';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a lead list',
	description: 'Create an empty lead list. Fill it with Add Leads.',
	request: 'POST /api/v1/public/lead-lists/',
	source: 'reference, Lead list creation; method and path: extended API, 6.2',
	effect: 'write',
	properties: [nameField, listType],
	options: createOptions,
	output: leadList,
	check: checkNames,
	async execute({ api, params, once }) {
		const name = params.text('name').trim();
		const type = params.option('searchType');
		const path = apiPath`/api/v1/public/lead-lists/`;
		const createList = async (): Promise<IDataObject> => {
			const body = { name, ...(type !== 'default' && { search_type: type }) };
			return await api.object('POST', path, { body, unwrap: 'lead_list', schema: leadList });
		};
		if (!isReused(params)) return await createList();
		const options = { key: 'lead_lists', schema: leadList };
		const lists = await once('lead lists', async () => await api.list(path, options));
		const same = lists.filter((list) => list.name === name);
		if (same.length > 1) refuseSeveralLists(params, name, same);
		if (same[0]) return deepCopy(same[0]);
		// Once for all items of this name, also where it is not known whether the list was created.
		const [created = {}] = await once(`create ${name}`, async () => [await createList()]);
		return deepCopy(created);
	},
});
