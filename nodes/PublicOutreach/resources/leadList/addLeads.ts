import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { actionResult } from '../../../shared/operations/actionResult';
import { defineOperation } from '../../../shared/operations/operation';
import { WHOLE_LIST } from '../../../shared/operations/timeout';
import { addLeadsOptions, bodyOf, readBatching } from '../../fields/addLeadsOptions';
import { companyIds, prospectIds } from '../../fields/ids';
import { leadListLocator } from '../../fields/locators';
import { notice } from '../../fields/notice';
import { oneItemHints, onePerListHints } from '../../fields/oneItemHints';

/** Drag and drop inserts `{{ $json.id }}`, which is right only where the input items are the people. */
const ALL_ITEMS =
	"All people of an earlier search: {{ $('Search prospects').all().map((item) => item.json.id) }}. Where the input items are the people: {{ $json.id }} with Combine Items on in Options.";

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
	timeout: WHOLE_LIST,
	properties: [
		notice(
			'addLeadsNotice',
			'Sends a request for each input item. Combine Items in Options sends the IDs of all items together.',
		),
		leadListLocator,
		{ ...prospectIds, hint: ALL_ITEMS },
		companyIds,
		addLeadsOptions,
	],
	output: anyObject,
	batching: readBatching,
	hints: (done) => [
		...oneItemHints(done, 'prospectIds'),
		...oneItemHints(done, 'companyIds'),
		...onePerListHints(done),
	],
	async execute({ api, params, batch }) {
		const path = apiPath`/api/v1/public/lead-lists/${params.id('leadListId')}/add-leads/`;
		const body = bodyOf(batch);
		return actionResult(await api.raw('POST', path, { body }));
	},
});
