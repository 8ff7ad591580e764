import { leadListLocator } from '../../fields/locators';
import {
	checkCredits,
	enrichment,
	enrichmentFields,
	readEnrichment,
	withinCredits,
} from './enrichment';
import { apiPath } from '../../../shared/api/path';
import { defineOperation } from '../../operations/operation';
import { notice } from '../../../shared/parameters/fields';
import { WHOLE_LIST } from '../../operations/timeout';

/** Extended API, 2.8. */
const NOTICE = notice(
	'enrichNotice',
	'Spends credits for each lead, charged up front: 3 for Find Email, 6 for Find Email (Waterfall), 30 for Find Phone',
);

export const enrich = defineOperation({
	name: 'Enrich',
	value: 'enrich',
	action: 'Enrich a lead list (spends credits)',
	description:
		'Find emails or phone numbers for the leads of a list. Spends 3, 6 or 30 credits for each lead, charged up front.',
	request: 'POST /api/v1/public/lead-lists/{id}/enrichment/',
	source: 'extended API, 6.7',
	effect: 'write',
	words: {
		nouns: ['lead list', 'lead lists'],
		done: 'enriched',
		again: 'enriches {them}, and pays for {them}, again',
	},
	timeout: WHOLE_LIST,
	properties: [NOTICE, leadListLocator, ...enrichmentFields],
	output: enrichment,
	parse(params) {
		return readEnrichment(params);
	},
	check(items, nodeState) {
		return checkCredits(items, nodeState);
	},
	async send(input, context) {
		const { leadListId, body } = input;
		const path = apiPath`/api/v1/public/lead-lists/${leadListId}/enrichment/`;
		return await withinCredits(input, context, () =>
			context.api.object('POST', path, { body, schema: enrichment }),
		);
	},
	hints(done) {
		const isInBackground = done.some(({ input }) => input.body.mode === 'async');
		return isInBackground
			? [
					'The service enriches in the background: the leads may not have emails yet. Wait before Get Leads, or set Mode to Synchronous',
				]
			: [];
	},
});
