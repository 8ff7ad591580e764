import { deepCopy, type IDataObject } from 'n8n-workflow';
import { apiPath } from '../../../shared/api/path';
import { IncompleteList } from '../../../shared/api/responses/collectPages';
import { leadList } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { sharedByRun } from '../../operations/shared';
import {
	checkNames,
	createOptions,
	isReused,
	isSameList,
	nameField,
	refuseSeveralLists,
} from './listName';
import { comparable } from '../../../shared/normalize';
import { listType } from '../../fields/prospects';

const PATH = apiPath`/api/v1/public/lead-lists/`;

const INCOMPLETE_ADVICE =
	'A list with this name may exist already. Try again later, or turn off Reuse List With the Same Name under Options';

const listsOfRun = sharedByRun<IDataObject[]>();
const createdInRun = sharedByRun<IDataObject>();

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a lead list',
	description: 'Create an empty lead list. Fill it with Add Leads.',
	request: 'POST /api/v1/public/lead-lists/',
	source: 'reference, Lead list creation; method and path: extended API, 6.2',
	effect: 'write',
	words: {
		nouns: ['lead list', 'lead lists'],
		done: 'created',
		again: 'creates {them} again',
	},
	properties: [nameField, listType],
	options: createOptions,
	output: leadList,
	parse(params) {
		const name = params.text('name');
		return { name, type: params.option('searchType'), isReused: isReused(params) };
	},
	skipsDone({ isReused }) {
		return isReused;
	},
	check(items) {
		return checkNames(items);
	},
	async prepare({ name, type, isReused }, { api, run, entered }) {
		if (!isReused) return undefined;
		const options = { key: 'lead_lists', schema: leadList, mustBeComplete: true };
		const sameIn = (lists: IDataObject[]) => lists.filter((list) => isSameList(list, name, type));
		const lists = listsOfRun(run, '', async () => await api.list(PATH, options));
		const same = await lists.then(sameIn, (error: unknown) => {
			if (!(error instanceof IncompleteList)) throw error;
			const known = sameIn(error.elements);
			if (known.length > 0) return known;
			return entered.refuseRequest(error.problemWith('The lead lists'), INCOMPLETE_ADVICE);
		});
		if (same.length > 1) refuseSeveralLists(entered, name, same);
		return same[0];
	},
	async send({ name, type, isReused }, { api, run }, existing) {
		if (existing) return deepCopy(existing);
		const createList = async () => {
			const body = { name, ...(type !== 'default' && { search_type: type }) };
			return await api.object('POST', PATH, { body, unwrap: 'lead_list', schema: leadList });
		};
		if (!isReused) return await createList();
		// Created once for all items with this name and type, even if it is unknown whether the creation
		// succeeded.
		return deepCopy(await createdInRun(run, `${type} ${comparable(name)}`, createList));
	},
});
