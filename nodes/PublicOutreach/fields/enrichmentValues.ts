import type { IDataObject } from 'n8n-workflow';
import { chosenFilters } from '../../shared/operations/filters';
import type { Parameters } from '../../shared/operations/parameters';

/** The list and the body of an enrichment (extended API, 6.7). */
export interface EnrichmentRequest {
	leadListId: number;
	body: IDataObject;
}

/** Reads what to enrich, and how. */
export function readEnrichment(params: Parameters): EnrichmentRequest {
	const leadListId = params.id('leadListId');
	const mode = params.option('mode');
	const fields = params.collection('additionalFields');
	if (mode === 'sync' && fields.has('webhookUrl')) {
		fields.refuseRequest('Webhook URL: expected only in asynchronous mode');
	}
	const body = {
		enrichment_type: params.option('enrichmentType'),
		prospect_limit: params.integer('prospectLimit', 1),
		mode,
		...chosenFilters(fields),
		...fields.body({ webhookUrl: 'url', sortField: 'text', sortDirection: 'option' }),
	};
	return { leadListId, body };
}
