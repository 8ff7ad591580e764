import type { INodeProperties } from 'n8n-workflow';
import { oneItemHints, onePerListHints } from '../../fields/items';
import { leadListLocator } from '../../fields/locators';
import { companyIds, prospectIds } from '../../fields/prospects';
import {
	addedInRun,
	addLeadsOptions,
	existingOf,
	joined,
	readBatching,
	requestsOf,
} from './addLeadsOptions';
import { apiPath } from '../../../shared/api/path';
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
	timeout: WHOLE_LIST,
	properties: [NOTICE, leadListLocator, { ...prospectIds, hint: DRAG }, companyIds],
	options: addLeadsOptions,
	output: anyObject,
	batching: readBatching,
	hints: (done) => [
		...oneItemHints(done, 'prospectIds'),
		...oneItemHints(done, 'companyIds'),
		...onePerListHints(done),
	],
	async execute(context) {
		const { api, params, batch } = context;
		const path = apiPath`/api/v1/public/lead-lists/${params.id('leadListId')}/add-leads/`;
		const existing = await existingOf(context);
		const requests = requestsOf(batch, existing);
		if (existing.length > 0) {
			api.hint(`Left out because the list has them already: ${existing.length}`);
		}
		if (requests.length === 0) return { success: true, skipped: existing.length };
		const total = requests.reduce((sum, { ids }) => sum + ids.length, 0);
		const inRun = await addedInRun(context);
		const answers = [];
		let added = 0;
		for (const { body, ids } of requests) {
			const advice = `Of ${total} IDs, ${added} were added before this request`;
			const sender = added === 0 ? api : api.with({ advice });
			answers.push(await sender.object('POST', path, { body }));
			added += ids.length;
			for (const id of ids) inRun.push({ id });
		}
		return joined(answers);
	},
});
