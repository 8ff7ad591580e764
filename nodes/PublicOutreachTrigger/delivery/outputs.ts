import type { IDataObject } from 'n8n-workflow';
import { isDataObject } from '../../shared/api/responses/json';
import { identifierOf, incomingMessage } from '../incomingMessage';

/** The values of the `output` parameter. */
export type Output = 'message' | 'simplified' | 'raw';

/** Exactly ten fields, none of them nested; null where the message does not say. */
export type SimplifiedMessage = Record<
	| 'message_id'
	| 'message'
	| 'sent_by_lead'
	| 'sent_at'
	| 'campaign_id'
	| 'campaign_name'
	| 'lead_id'
	| 'lead_name'
	| 'lead_email'
	| 'company_name',
	string | number | boolean | null
>;

const tolerantMessage = incomingMessage.catch({});

/**
 * The ten fields that workflows use most.
 *
 * @param message as delivered; a field of an unexpected type reads as null
 */
export function simplify(message: unknown): SimplifiedMessage {
	const read = tolerantMessage.parse(message);
	const { campaign, lead, ...rest } = read;
	const names = [lead?.first_name, lead?.last_name].filter((name) => name != null && name !== '');
	return {
		message_id: identifierOf(read) ?? null,
		message: rest.message ?? null,
		sent_by_lead: rest.sent_by_lead ?? null,
		sent_at: rest.sent_at ?? null,
		campaign_id: campaign?.id ?? null,
		campaign_name: campaign?.name ?? null,
		lead_id: lead?.id ?? null,
		lead_name: names.length > 0 ? names.join(' ') : null,
		lead_email: lead?.email ?? null,
		company_name: lead?.company?.name ?? null,
	};
}

/**
 * The item's JSON for a delivery.
 *
 * @param body of the delivery, `{ event, message }`; the parts that are output are unchanged
 */
export function shape(body: IDataObject, output: Output): IDataObject {
	if (output === 'raw') return body;
	if (output === 'simplified') return simplify(body.message);
	return isDataObject(body.message) ? body.message : body;
}
