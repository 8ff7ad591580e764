import { oneItemHints } from '../../fields/items';
import { leadListLocator } from '../../fields/locators';
import { companyIds, prospectIds } from '../../fields/prospects';
import {
	addLeadsOptions,
	combineItems,
	combineLeads,
	groupingOf,
	onePerListHints,
	readLeadsToAdd,
	skippedHints,
} from './addLeadsOptions';
import { addedLeads, idsInList, sendRequests } from './addLeadsRequests';
import { defineOperation } from '../../operations/operation';
import { WHOLE_LIST } from '../../operations/timeout';

/** Dragging inserts the ID of one item, which is right if the items are the people. */
const DRAG = 'Drag the id field here: each input item adds its own person';

/** IDs are sent as arrays, as documented for the same field in extended API, 6.5. */
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
		nouns: ['group of leads', 'groups of leads'],
		done: 'added',
		again: 'adds {them} again',
	},
	timeout: WHOLE_LIST,
	properties: [leadListLocator, { ...prospectIds, hint: DRAG }, companyIds, combineItems],
	options: addLeadsOptions,
	output: addedLeads,
	parse(params) {
		return readLeadsToAdd(params);
	},
	skipsDone({ skipsExisting }) {
		return skipsExisting;
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
			...skippedHints(done),
		];
	},
});
