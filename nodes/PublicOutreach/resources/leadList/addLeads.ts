import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { actionResult } from '../../../shared/operations/actionResult';
import { defineOperation } from '../../../shared/operations/operation';
import { WHOLE_LIST } from '../../../shared/operations/timeout';
import { addLeadsOptions, bodyOf, readBatching } from '../../fields/addLeadsOptions';
import { companyIds, prospectIds } from '../../fields/ids';
import { leadListLocator } from '../../fields/locators';
import { notice } from '../../fields/notice';

/** The expression of drag and drop is right here, once items are combined. */
const COMBINE =
	'For the IDs of all items: {{ $json.id }} with Combine Items on in Options, which sends them together';

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
			'Sends a request for each input item. To send all IDs together, turn on Combine Items in Options.',
		),
		leadListLocator,
		{ ...prospectIds, hint: COMBINE },
		{ ...companyIds, hint: COMBINE },
		addLeadsOptions,
	],
	output: anyObject,
	batching: readBatching,
	async execute({ api, params, batch }) {
		const path = apiPath`/api/v1/public/lead-lists/${params.id('leadListId')}/add-leads/`;
		const body = bodyOf(batch);
		return actionResult(await api.raw('POST', path, { body, emptyAllowed: true }));
	},
});
