import type { INodeProperties } from 'n8n-workflow';
import { oneItemHints } from '../../fields/items';
import { leadListLocator } from '../../fields/locators';
import { companyIds, prospectIds } from '../../fields/prospects';
import {
	addLeadsOptions,
	combineLeads,
	groupingOf,
	onePerListHints,
	readLeadsToAdd,
} from './addLeadsOptions';
import { idsInList, sendRequests } from './addLeadsRequests';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { notice } from '../../../shared/parameters/fields';
import { WHOLE_LIST } from '../../operations/timeout';

/** Dragging inserts the ID of one item, which is right where the items are the people. */
const DRAG = "Drag one person's ID here to add the people of all input items";

/** Said only as long as it is true. */
const NOTICE: INodeProperties = {
	...notice(
		'addLeadsNotice',
		'Sends one request for each input item (up to 100 IDs each), unless you add Combine Items in Options',
	),
	displayOptions: { hide: { '/options.combineItems': [true] } },
};

/** IDs are sent as arrays, as extended API, 6.5 documents for the same field. */
export const addLeads = defineOperation({
	name: 'Add Leads',
	value: 'addLeads',
	action: 'Add leads to a lead list',
	description:
		'Add people to a lead list by their prospect IDs, or companies to a list that was created for companies',
	request: 'POST /api/v1/public/lead-lists/{id}/add-leads/',
	source: 'extended API, 6.4',
	effect: 'write',
	words: {
		nouns: ['request', 'requests'],
		done: 'sent',
		again: 'sends {them} again',
	},
	timeout: WHOLE_LIST,
	properties: [NOTICE, leadListLocator, { ...prospectIds, hint: DRAG }, companyIds],
	options: addLeadsOptions,
	output: anyObject,
	parse(params) {
		return readLeadsToAdd(params);
	},
	group(input) {
		return groupingOf(input);
	},
	combine(inputs) {
		return combineLeads(inputs);
	},
	async prepare(input, context) {
		return await idsInList(input, context);
	},
	async send(input, context, held) {
		return await sendRequests(input, context, held);
	},
	hints(done) {
		return [
			...oneItemHints(done, 'prospectIds', ({ people }) => people),
			...oneItemHints(done, 'companyIds', ({ companies }) => companies),
			...onePerListHints(done),
		];
	},
});
