import { enrichment } from '../../../shared/api/answerSchemas';
import { apiPath } from '../../../shared/api/path';
import { defineOperation } from '../../../shared/operations/operation';
import { enrichmentFields } from '../../fields/enrichment';
import { leadListLocator } from '../../fields/locators';

/** What is found for hundreds of leads is answered all at once, and paid for, whoever still listens. */
const SYNC_TIMEOUT_MS = 10 * 60_000;

/** Extended API, 6.7. */
export const enrich = defineOperation({
	name: 'Enrich',
	value: 'enrich',
	action: 'Enrich a lead list for credits',
	description:
		'Find emails or phone numbers for the leads of a list. Spends credits, charged up front for each lead: 3 for Find Email, 6 for Find Email (Waterfall), 30 for Find Phone.',
	effect: 'write',
	properties: [leadListLocator, ...enrichmentFields],
	output: enrichment,
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/lead-lists/${params.id('leadListId')}/enrichment/`;
		const mode = params.option('mode');
		const fields = params.collection('additionalFields');
		if (mode === 'sync' && fields.has('webhookUrl')) {
			fields.refuseRequest('Webhook URL: expected only in asynchronous mode');
		}
		const body = {
			enrichment_type: params.option('enrichmentType'),
			prospect_limit: params.integer('prospectLimit', 1),
			mode,
			...fields.body({
				webhookUrl: 'url',
				filters: 'json',
				sortField: 'text',
				sortDirection: 'option',
			}),
		};
		const timeoutMs = mode === 'sync' ? SYNC_TIMEOUT_MS : undefined;
		return await api.object('POST', path, { body, schema: enrichment, timeoutMs });
	},
});
